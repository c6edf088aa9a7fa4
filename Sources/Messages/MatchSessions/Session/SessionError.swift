import GameRules
import MessageProtocol
import Values

/// The reason that something can't be done in a match. The match is unchanged.
public enum SessionError: Error, Hashable, Sendable {
    /// The rules reject the act, or the script fails.
    case game(GameError)
    /// The result doesn't fit into a message.
    case wire(WireError)
    /// The match can't be replayed to the required position.
    case replay(ReplayFailure)
    /// Replaying the match takes so long that others couldn't read the message. The text is a
    /// sentence for the person.
    case tooSlow(String)
    /// The act isn't possible now.
    case request(RequestProblem)
}

extension SessionError: CustomStringConvertible {
    /// The error as a sentence for the person.
    public var description: String {
        switch self {
        case .game(let error): "\(error)"
        case .wire(let error): "\(error)"
        case .replay(let failure): "\(failure)"
        case .tooSlow(let sentence): sentence
        case .request(let problem): problem.description
        }
    }
}

/// Runs `body` and converts its error into the caller's typed error.
///
/// ```swift
/// let url = try saying(SessionError.wire) { () throws(WireError) in
///     try carrier.url(of: envelope)
/// }
/// ```
package func saying<R, Cause: Error, Failure: Error>(
    _ make: (Cause) -> Failure, _ body: () throws(Cause) -> R
) throws(Failure) -> R {
    do { return try body() } catch { throw make(error) }
}
