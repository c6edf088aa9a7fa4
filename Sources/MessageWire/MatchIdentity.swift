/// What makes a match the match it is. Two messages belong to one match only if all of it agrees.
public struct MatchIdentity: Hashable, Sendable {
    public let game: GameID
    public let script: ScriptDigest
    public let id: MatchID
    public let setup: Setup

    public init(game: GameID, script: ScriptDigest, id: MatchID, setup: Setup) {
        self.game = game
        self.script = script
        self.id = id
        self.setup = setup
    }
}
