import Conversations
import MatchSessions
import Values

/// What a hook asked for. It is carried out when the hook has returned without an error.
enum Effect: Sendable {
    case style(PresentationStyle)
    case dismiss
    case insert(request: Int, HookPost)
    case send(request: Int, HookPost)
    case store(key: String, value: Value)
    case read(url: String)
    /// A move; the number of the function that hears when it is drafted.
    case play(String, request: Int?)
    /// What a person could ask for as well.
    case act(PersonAct)
    case restage
    case forgetDraft

    /// Nil for what no hook can stage.
    init?(_ value: Value) {
        switch value["kind"]?.stringValue {
        case "style":
            guard let style = value["style"]?.stringValue.flatMap(PresentationStyle.init) else { return nil }
            self = .style(style)
        case "dismiss": self = .dismiss
        case "insert", "send":
            guard let request = value["request"]?.intValue, let post = value["post"].flatMap(HookPost.init) else {
                return nil
            }
            self = value["kind"] == "insert" ? .insert(request: request, post) : .send(request: request, post)
        case "store":
            guard let key = value["key"]?.stringValue else { return nil }
            self = .store(key: key, value: value["value"] ?? .null)
        case "read": self = .read(url: value["url"]?.stringValue ?? "")
        case "play": self = .play(value["move"]?.stringValue ?? "", request: value["request"]?.intValue)
        case "restage": self = .restage
        case "forget_draft": self = .forgetDraft
        default:
            guard let act = PersonAct(value) else { return nil }
            self = .act(act)
        }
    }
}

/// What a hook inserts or sends, as the script made it.
enum HookPost: Sendable {
    /// The message of the match's draft.
    case draft
    case message(Value)
    case text(String)
    case sticker(path: String, label: String)
    case attachment(path: String)

    init?(_ value: Value) {
        switch value["kind"]?.stringValue {
        case "message": self = value["is_draft"]?.boolValue == true ? .draft : .message(Self.withBoundedTexts(value))
        case "text": self = .text((value["text"]?.stringValue ?? "").prefix(bytes: Self.longestText))
        case "sticker":
            self = .sticker(path: value["path"]?.stringValue ?? "", label: value["label"]?.stringValue ?? "")
        case "attachment": self = .attachment(path: value["path"]?.stringValue ?? "")
        default: return nil
        }
    }

    /// The most bytes of an inserted text, and of a caption, a label or a summary: a message is kept for as long as its
    /// conversation.
    private static let longestText = 20_000, longestCaption = 4096

    /// Pictures and urls have limits of their own.
    private static func withBoundedTexts(_ value: Value) -> Value {
        switch value {
        case .string(let text): return .string(text.prefix(bytes: longestCaption))
        case .map(var fields):
            for key in fields.keys where key != "url" && key != "image" {
                fields[key] = fields[key].map(withBoundedTexts)
            }
            return .map(fields)
        default: return value
        }
    }
}
