import Conversations
import MatchSessions
import Values

/// A request of a hook, which is carried out after the hook has returned without an error.
enum Effect: Sendable {
    case style(PresentationStyle)
    case dismiss
    case insert(request: Int, HookPost)
    case send(request: Int, HookPost)
    case store(key: String, value: Value)
    case read(url: String)
    /// A move, and the number of the script's function to call after the move was drafted.
    case play(String, request: Int?)
    /// An action that a person can request as well.
    case act(PersonAction)
    case restage
    case forgetDraft

    /// Creates the effect from the script's request, or nil if no hook can stage it.
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

/// The content that a hook inserts or sends, as the script made it.
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

    /// The most bytes of an inserted text (`longestText`), and of a caption, label or summary
    /// (`longestCaption`). The texts are limited because a message is stored for as long as its
    /// conversation exists.
    private static let longestText = 20_000, longestCaption = 4096

    /// Returns the value with its texts cut. Pictures and urls aren't cut, because other limits
    /// apply to them.
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

/// An action that a person requests by a command of the host, not by a touch on the board that the
/// game draws. A script can request the same actions for the person through `app.match`.
public enum PersonAction: Hashable, Sendable {
    /// Start a new match in this conversation.
    case begin(options: [String: Value] = [:])
    /// Sign an act other than a move. The signed act becomes a draft.
    case draft(MatchTable.Act)
    /// Insert the last message of the match again: "Send again".
    case again
    /// Adopt the other version of a disputed match.
    case theirs
    /// Discard the draft, after its message was removed from the draft field. The draft won't be
    /// sent, so the seat may sign another act.
    case takeBack
}

extension PersonAction {
    /// Creates the action from a script's request, or nil if the request isn't an action of a
    /// person.
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
    /// Creates the act from a script's request, or nil if the request isn't an act.
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

    /// Clamps a seat or a number of chips to -1…2^20, so that later arithmetic can't overflow. A
    /// number outside this range is never valid, and neither is the clamped number.
    private static func small(_ value: Value?) -> Int? { value?.intValue.map { min(max($0, -1), 1 << 20) } }
}
