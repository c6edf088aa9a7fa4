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
    case act(PersonAction)
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
            guard let act = PersonAction(value) else { return nil }
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

/// What a person asks of the host itself, whatever the game draws: the commands beside its board. A script asks for the same on
/// the person's behalf, by its `app.match`.
public enum PersonAction: Hashable, Sendable {
    /// A new match in this conversation.
    case begin(options: [String: Value] = [:])
    /// Anything that is signed and isn't a move: it becomes a draft.
    case draft(MatchTable.Act)
    /// The last message of the match once more: "Send again".
    case again
    /// The other version of a match that is disputed.
    case theirs
    /// The draft is given up: its message was removed from the draft field and won't be sent. The seat may sign something else.
    case takeBack
}

extension PersonAction {
    /// What a script's request asks for; nil for what is no act of a person.
    init?(_ value: Value) {
        switch value["kind"]?.stringValue {
        case "begin":
            var options: [String: Value] = [:]
            for case (.string(let name), let option) in value["options"]?.mapValue ?? [:] { options[name] = option }
            self = .begin(options: options)
        case "again": self = .again
        case "theirs": self = .theirs
        default:
            guard let act = MatchTable.Act(value) else { return nil }
            self = .draft(act)
        }
    }
}

extension MatchTable.Act {
    /// What a script's request asks to sign; nil for anything else.
    fileprivate init?(_ value: Value) {
        switch value["kind"]?.stringValue {
        case "invite": self = .invite
        case "join": self = .join
        case "start": self = .start
        case "answer": self = .answer
        case "resign": self = .resign
        case "close": self = .close
        case "bet": self = .bet(pool: Self.small(value["pool"]) ?? -1, chips: Self.small(value["chips"]) ?? 0)
        case "claim": self = .claim(Self.small(value["seat"]) ?? 0)
        default: return nil
        }
    }

    /// Seats and chips are counted and reckoned with from here on: what is far from any of them stays a number that is refused.
    private static func small(_ value: Value?) -> Int? { value?.intValue.map { min(max($0, -1), 1 << 20) } }
}
