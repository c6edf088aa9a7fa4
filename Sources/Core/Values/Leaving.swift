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
