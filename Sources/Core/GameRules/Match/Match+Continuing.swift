import LuaRuntime
import Values

// A ply counts for people only if the match can go on from there: what breaks with the next question is a mistake that its
// author should read now, and not after a message has left that nobody can answer.
extension Match {
    /// Plays a move by its text, and looks where it leads; see `checkGoesOn`.
    ///
    /// - Throws: As `play` and `checkGoesOn`. The match is what it was in either case.
    @discardableResult
    package func playGoingOn(_ text: String, seat: Int) throws(GameError) -> MatchStatus {
        try goingOn { () throws(GameError) in try play(text, seat: seat) }
    }

    /// Plays a move by its name and argument, and looks where it leads. See `playGoingOn`.
    @discardableResult
    package func playGoingOn(name: String, argument: Value, seat: Int) throws(GameError) -> MatchStatus {
        try goingOn { () throws(GameError) in try play(name: name, argument: argument, seat: seat) }
    }

    /// Can the match be kept as it stands, and does everybody who is to move have a move?
    ///
    /// What it asks of the script is kept until the next ply, which would ask for it.
    ///
    /// - Throws: ``GameError/failed(_:)`` for a state that can't be saved, an error in `when`, `choices`, `forced` or `format`,
    ///   and for a seat that is to move and has no legal move.
    package func checkGoesOn() throws(GameError) {
        if awaitsSetup || waitsFor != nil { return }
        _ = try stateBytes()
        let status = try status
        guard status.outcome == nil else { return }
        for seat in status.turn where try countMoves(of: seat) == 0 {
            let message =
                "seat \(seat) is to move and has no legal move: let `outcome` or `stuck` end the match, "
                + "or `turn` pass it on"
            let failure = ScriptFailure(of: script, hook: "choices", message, printed: takePrinted())
            witness?.note(failure)
            throw .failed(failure)
        }
    }

    /// Plays by `body`, and looks where it leads: see ``checkGoesOn()``.
    ///
    /// - Parameter isOnePly: Whether `body` plays one ply, which is compared as `withoutInterference` says.
    /// - Throws: As `body` and ``checkGoesOn()``. The match is what it was in either case.
    @discardableResult
    package func goingOn<R>(isOnePly: Bool = true, _ body: () throws(GameError) -> R) throws(GameError) -> R {
        let before = (entries, known, undone, pending)
        let result = try isOnePly ? withoutInterference(body) : body()
        do throws(GameError) {
            try checkGoesOn()
        } catch {
            (entries, known, undone, pending) = before
            live = nil  // it stands behind the ply; the next question builds it anew
            throw error
        }
        return result
    }
}
