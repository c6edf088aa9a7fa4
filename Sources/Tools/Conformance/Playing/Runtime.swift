import GameRules
import Hosting
import Scenes

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
    /// Plays a step, which a match that knows everything has just played, in that of a phone; nil is a spectator's.
    var follow: @Sendable (Match, Step, Match, Int?) throws(GameError) -> Void = {
        match, step, whole, viewer throws(GameError) in
        try match.follow(step, in: whole, for: viewer)
    }
    /// Tries a move that may be illegal.
    var attempt: @Sendable (Match, Step) throws(GameError) -> Void = { match, step throws(GameError) in
        _ = try match.play(step)
    }
    /// What a server shows of a match, to a seat or to a visitor; see also ``HostedMatch/publicDigest()``.
    var visit: @Sendable (HostedMatch, Int?) throws(HostingError) -> SeatView = {
        match, viewer throws(HostingError) in
        try match.view(for: viewer, theme: .light)
    }
}
