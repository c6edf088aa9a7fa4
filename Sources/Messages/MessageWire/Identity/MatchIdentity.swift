/// What makes a match the match it is. Two messages belong to one match only if all of it agrees.
public struct MatchIdentity: Hashable, Sendable {
    /// The game that is played.
    public let game: GameID
    /// The very script: with another one, it is another match.
    public let script: ScriptDigest
    /// What the device that invites drew for it.
    public let id: MatchID
    /// What the inviter fixed.
    public let setup: Setup

    /// The identity of a new match, or of one that was read; its ``Head`` is the first of the chain.
    public init(game: GameID, script: ScriptDigest, id: MatchID, setup: Setup) {
        self.game = game
        self.script = script
        self.id = id
        self.setup = setup
    }

    /// Do seats draw together? Then each has a chain of links, whose anchor stands in its entry.
    package var isChained: Bool { setup.inviter.anchor != nil }
}
