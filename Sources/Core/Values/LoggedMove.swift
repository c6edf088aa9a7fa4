/// A move as logs have it, in memory, in a file and in a message.
public enum LoggedMove: Hashable, Sendable {
    /// Its place in the canonical list of legal moves, from 1.
    case index(Int)
    /// A move whose argument can't be listed.
    case typed(name: String, argument: Value)
}

extension LoggedMove: ExpressibleByIntegerLiteral {
    /// A place in the list, from 1.
    public init(integerLiteral index: Int) { self = .index(index) }
}

/// Why a seat leaves a match: the word that a script's `leave` gets, and that a saved match keeps.
///
/// A host says one of those that have a name here; a match that somebody saved may have another word.
public struct Leaving: Hashable, Sendable, CustomStringConvertible {
    /// The word itself.
    public let word: String

    /// A seat leaves for what the word says.
    public init(_ word: String) { self.word = word }

    /// The seat gave up.
    public static let resigned = Leaving("resigned")
    /// Two other seats claimed that this one was overdue.
    public static let claimed = Leaving("claimed")
    /// The one clock that rules the match ran out.
    public static let timeout = Leaving("timeout")

    /// What people read of it, whoever shows it: `Ann resigned.`
    package func sentence(_ name: String) -> String {
        switch self {
        case .resigned: "\(name) resigned."
        case .timeout: "\(name) took too long."
        case .claimed: "\(name) took too long, as others say."
        default: "\(name) left: \(word)."
        }
    }

    /// The word.
    public var description: String { word }
}
