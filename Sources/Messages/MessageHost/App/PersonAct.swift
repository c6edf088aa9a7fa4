import MatchSessions
import Values

/// What a person asks of the host itself, whatever the game draws: the commands beside its board. A script asks for the same on
/// the person's behalf, by its `app.match`.
public enum PersonAct: Hashable, Sendable {
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

extension PersonAct {
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
