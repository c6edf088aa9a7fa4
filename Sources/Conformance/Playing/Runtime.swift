import GameRules

/// What the checks ask of Parlor itself. A test puts a broken one in its place, and sees the property fail.
struct Runtime: Sendable {
    /// Plays the log of a saved match anew, in a Lua state of its own.
    var replay: @Sendable (SavedMatch, GameScript) throws(GameError) -> Match = { saved, script throws(GameError) in
        try Match(replaying: saved, of: script)
    }
    /// Continues a saved match from its state, in a Lua state of its own.
    var load: @Sendable ([UInt8], GameScript) throws(GameError) -> Match = { bytes, script throws(GameError) in
        try Match(loading: bytes, of: script)
    }
    /// Goes back, or forward again.
    var go: @Sendable (Match, Int) throws(GameError) -> Void = { match, ply throws(GameError) in try match.go(to: ply) }
    /// Tries a move that may be illegal.
    var attempt: @Sendable (Match, Step) throws(GameError) -> Void = { match, step throws(GameError) in
        _ = try match.play(step)
    }
}
