import LuaRuntime
import Values

/// The loader of a match's Lua states: those in which the rules run, and those of viewers. It also
/// has the objects and settings that all of these states share.
final class RefereeLoader {
    let setup: MatchSetup
    /// The limits of each Lua state: the script's, tightened by those given for the match.
    let limits: LuaLimits
    let pool: MemoryPool?
    /// The observer of the failures in the match, or nil. It receives each failure, whether or not
    /// the caller shows the error.
    let witness: ScriptObserver?
    /// The printed output of all Lua states of the match.
    let output = RulesOutput()
    /// The Lua state that was called last.
    weak var latest: Referee?
    /// Whether each call of the rules gets a Lua state of its own; see ``MemoryRoom``.
    private(set) var isolatesCalls = false
    /// The lines that ran in discarded Lua states.
    private(set) var earlierLines: [String: Set<Int>] = [:]

    // MARK: Options of new states

    /// See `LuaStates.isWatchful`.
    var isWatchful = false
    /// See `LuaStates.failsBoundPlies`.
    var failsBoundPlies = false
    /// See `LuaStates.playsRoughly`.
    var playsRoughly = false
    /// See `LuaStates.countsInstructions`.
    var countsInstructions = false
    /// See `LuaStates.coversLines`.
    var coversLines = false
    /// Whether a test makes requests for memory fail. If so, a call that failed isn't repeated.
    var injectsFaults = false

    /// - Parameter limits: Limits that are tighter than the script's; looser ones have no effect.
    init(_ setup: MatchSetup, limits: LuaLimits?, pool: MemoryPool?, witness: ScriptObserver? = nil) {
        self.setup = setup
        self.limits = limits.map { setup.script.limits.tightened(by: $0) } ?? setup.script.limits
        self.pool = pool
        self.witness = witness
    }

    /// Creates the loader of a match that is at the position of another one.
    ///
    /// - Parameter limits: The limits of each Lua state.
    init(copying other: RefereeLoader, limits: LuaLimits) {
        (setup, pool) = (other.setup, other.pool)
        (self.limits, witness) = (limits, nil)
        failsBoundPlies = other.failsBoundPlies
    }

    /// Isolates the calls from now on, if `error` is a limit of memory that a call reached in a Lua state
    /// with a past.
    ///
    /// - Returns: Whether the call has to be repeated.
    func isolates(after error: GameError) -> Bool {
        guard !isolatesCalls, !injectsFaults, case .failed(let failure) = error, MemoryRoom.isExceeded(failure.error)
        else { return false }
        isolatesCalls = true
        return true
    }

    /// The limits of the next Lua state.
    var limitsOfState: LuaLimits {
        let room = MemoryRoom(limits, hidesParts: setup.script.guardsParts)
        return isolatesCalls ? room.isolated : room.shared
    }

    /// Returns a Lua state with the game loaded and no match.
    ///
    /// - Parameter limits: Its limits; nil for those of the rules.
    func loaded(within limits: LuaLimits? = nil) throws(GameError) -> Referee {
        let referee = try Referee(
            setup.script, limits: limits ?? limitsOfState, pool: pool, coversLines: coversLines, output: output)
        if countsInstructions {
            try referee.loadAll()
            referee.state.countInstructions(true)
            referee.countsInstructions = true
        }
        if isWatchful { try referee.watch() }
        if playsRoughly { _ = try referee.call("allow_rough", results: 0) }
        referee.keepsAll = witness != nil
        return referee
    }

    /// The deadline of a replayed call. A call that was within its limits may take longer when it
    /// is repeated.
    var patience: Duration { min(min(limits.deadline, LuaLimits.hardDeadline) * 4, LuaLimits.hardDeadline) }

    /// Passes the printed output to the observer.
    func reportOutput() { witness?.note(output.take()) }

    /// Records the lines that ran in a Lua state that is about to be discarded.
    func keepCoveredLines(of referee: Referee) {
        let lines = referee.state.coveredLines
        if !lines.isEmpty { earlierLines = earlierLines.merging(lines) { $0.union($1) } }
    }
}
