/// Why a log couldn't do what was asked. Nothing of it says whether the entry is there: who has to know reads the log.
public enum MatchLogError: Error, Hashable, Sendable {
    /// The engine didn't answer for as long as it tries: a sentence for whoever runs it.
    case unavailable(String)
    /// Whoever asked was cancelled, and the engine has given up. It says nothing of the log: that may be there.
    case cancelled
    /// What was asked can't be: an entry behind a gap, or a larger one than a log takes.
    case refused(String)
    /// What is stored isn't what an engine of this kind stores.
    case damaged(String)
}

extension MatchLogError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unavailable(let what): "The log can't be reached: \(what)"
        case .cancelled: "Whoever asked the log has given up"
        case .refused(let what): "The log refuses that: \(what)"
        case .damaged(let what): "The log is damaged: \(what)"
        }
    }
}
