import Conversations
import GameRules
import MatchSessions
import MessageWire

/// One line that the host shows to the person of a device.
public struct Notice: Hashable, Sendable {
    /// The conversation that it belongs to.
    public let chat: Chat.ID
    /// The id of the game that it speaks of.
    public let game: String
    /// What the person reads.
    public let text: String
    /// What couldn't be done, where the line says that; nil for news.
    public var error: AppError?
    /// What failed, if it was a hook of a script: for its author.
    public var failure: ScriptFailure? {
        if case .game(.failed(let failure)) = error { failure } else { nil }
    }
    /// Where the match stood that it speaks of, if it holds only as long as that stands there: see `GameApp.holds`.
    var position: Position?

    struct Position: Hashable, Sendable {
        let match: MatchID
        let head: Head
    }
}
