import LuaRuntime
import Values

// When people play, a ply is accepted only if the match can continue after it. If the next request
// would fail, the author should see the mistake now, before a message is sent that nobody can
// answer.
extension Match {
    /// Plays a move by its text, and checks that the match can continue; see `checkGoesOn`.
    ///
    /// - Throws: The errors of `play` and `checkGoesOn`. The match is unchanged in either case.
    @discardableResult
    package func playGoingOn(_ text: String, seat: Int) throws(GameError) -> MatchStatus {
        try goingOn(by: seat) { () throws(GameError) in try play(text, seat: seat) }
    }

    /// Plays a move by its name and argument, and checks that the match can continue. See
    /// `playGoingOn`.
    @discardableResult
    package func playGoingOn(name: String, argument: Value, seat: Int) throws(GameError) -> MatchStatus {
        try goingOn(by: seat) { () throws(GameError) in try play(name: name, argument: argument, seat: seat) }
    }

    /// Checks that the match can be saved, and that each seat in turn has a legal move.
    ///
    /// The answers of the script are cached until the next ply, which needs them.
    ///
    /// - Parameter mover: The seat that has moved; nil to check the moves of all seats. In a game with
    ///   sealed moves, only the moves of `mover` are checked, because those of other seats depend on
    ///   their secrets.
    /// - Throws: ``GameError/failed(_:)`` for a state that can't be saved, for an error in `when`,
    ///   `choices`, `forced` or `format`, and for a seat in turn without a legal move.
    package func checkGoesOn(after mover: Int? = nil) throws(GameError) {
        if awaitsSetup || rules.waitsFor != nil { return }
        _ = try stateBytes()
        let status = try status
        guard status.outcome == nil else { return }
        for seat in status.turn where mover == nil || seat == mover || !script.guardsParts {
            guard try views.countMoves(of: seat) == 0 else { continue }
            let message =
                "seat \(seat) is to move and has no legal move: let `outcome` or `stuck` end the match, "
                + "or `turn` pass it on"
            let failure = ScriptFailure(of: script, hook: "choices", message, printed: luaStates.takePrinted())
            rules.loader.witness?.note(failure)
            throw .failed(failure)
        }
    }

    /// Runs `body`, which plays a ply, and then checks that the match can continue: see
    /// ``checkGoesOn(after:)``. A bound ply counts even if the match can't continue; see
    /// `RunningRules.attemptPly`.
    ///
    /// - Throws: The errors of `body` and ``checkGoesOn(after:)``. The match is unchanged in either case.
    @discardableResult
    package func goingOn<R>(by mover: Int? = nil, _ body: () throws(GameError) -> R) throws(GameError) -> R {
        let (before, known, comparesSeals) = (rules.log.contents, rules.known, rules.comparesSeals)
        rules.comparesSeals = true
        defer { rules.comparesSeals = comparesSeals }
        let result = try body()
        do throws(GameError) {
            do throws(GameError) {
                try checkGoesOn(after: mover)
            } catch {
                // refusing a bound ply would tell its seat what it couldn't know before
                if !rules.lastPlyIsBound { throw error }
            }
            try rules.replaceState()
        } catch {
            (rules.log.contents, rules.known) = (before, known)
            rules.live = nil  // this state is after the ply; the next request builds a new one
            throw error
        }
        return result
    }
}
