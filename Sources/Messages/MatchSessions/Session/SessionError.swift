import GameRules
import MessageProtocol

/// Why something can't be done in a match. The match is what it was.
public enum SessionError: Error, Hashable, Sendable {
    /// The rules refuse it, or the script fails.
    case game(GameError)
    /// It doesn't fit into a message.
    case wire(WireError)
    /// The match can't be replayed to where it would be done.
    case replay(ReplayFailure)
    /// Replaying the match takes so long that others couldn't read the message; a sentence for the person.
    case tooSlow(String)
    /// It can't be done now; a sentence for the person.
    case request(String)
}

extension SessionError: CustomStringConvertible {
    /// A sentence for the person.
    public var description: String {
        switch self {
        case .game(let error): "\(error)"
        case .wire(let error): "\(error)"
        case .replay(let failure): "\(failure)"
        case .tooSlow(let sentence), .request(let sentence): sentence
        }
    }
}

/// Carries out what throws one error, and says it as another: the typed one of the floor above.
///
/// ```swift
/// let url = try saying(SessionError.wire) { () throws(WireError) in try carrier.url(of: envelope) }
/// ```
package func saying<R, Cause: Error, Failure: Error>(
    _ make: (Cause) -> Failure, _ body: () throws(Cause) -> R
) throws(Failure) -> R {
    do { return try body() } catch { throw make(error) }
}
