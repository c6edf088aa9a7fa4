/// A move as a log stores it, in memory, in a file and in a message.
public enum LoggedMove: Hashable, Sendable {
    /// The place in the canonical list of legal moves, from 1.
    case index(Int)
    /// A move whose argument can't be listed.
    case typed(name: String, argument: Value)
}

extension LoggedMove: ExpressibleByIntegerLiteral {
    /// Creates a move from its place in the list, from 1.
    public init(integerLiteral index: Int) { self = .index(index) }
}

/// The reason why a seat leaves a match: the word that a script's `leave` receives, and that a
/// saved match stores.
///
/// A host uses one of the reasons that are named here. A saved match may have another word.
public struct LeaveReason: Hashable, Sendable, CustomStringConvertible {
    /// The word itself.
    public let word: String

    /// Creates a reason from its word.
    public init(_ word: String) { self.word = word }

    /// The seat gave up.
    public static let resigned = LeaveReason("resigned")
    /// Two other seats claimed that this one was overdue.
    public static let claimed = LeaveReason("claimed")
    /// The seat's time was up by the clock of the server that hosts the match.
    public static let timeout = LeaveReason("timeout")

    /// Returns the sentence that people read, wherever it is shown: `Ann resigned.`
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
