import Crypto
import Values

/// What a hosted match begins with: its first entry.
public struct MatchOpening: Hashable, Sendable {
    /// The game's id.
    public var game: String
    /// The digest of its rules: the match ends under the rules it began with.
    public var script: [UInt8]
    /// How many seats.
    public var seats: Int
    /// All options, defaults included.
    public var options: [String: Value]
    /// Keys the draws, the deal among them. It never leaves the server.
    public var seed: UInt64
    /// How many seconds a seat has for its turn; nil for as long as it likes.
    public var turnLimit: Int?
    /// Does the lobby show it?
    public var isPublic: Bool
    /// The match that this one is the rematch of.
    public var follows: HostedMatchID?

    /// What a match begins with, all of it.
    package init(
        game: String, script: [UInt8], seats: Int, options: [String: Value], seed: UInt64, turnLimit: Int?,
        isPublic: Bool, follows: HostedMatchID?
    ) {
        (self.game, self.script, self.seats, self.options, self.seed) = (game, script, seats, options, seed)
        (self.turnLimit, self.isPublic, self.follows) = (turnLimit, isPublic, follows)
    }
}
