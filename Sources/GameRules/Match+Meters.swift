import LuaRuntime

/// The Lua state that holds a match: its figures, what it printed, and its end.
extension Match {
    /// Figures of the Lua state that holds the match now.
    public var meters: LuaMeters? { live?.state.meters }

    /// Did the script draw anything in the Lua state that holds the match now?
    package var hasDrawn: Bool { live?.draws.wereUsed ?? false }

    /// For tests: lets requests for memory fail. See `LuaState.injectFault`.
    package func injectFault(at: UInt64, count: UInt64 = 1) { live?.state.injectFault(at: at, count: count) }

    /// What the script printed in the last call.
    public var printed: String { live?.state.printed ?? "" }

    /// What the script has printed since this was last asked, as far as it is kept. What it printed in a call that failed
    /// stands in the failure: ``ScriptFailure/printed``.
    package func takePrinted() -> String { live?.takePrinted() ?? "" }

    /// The same, with what was asked of the script when it printed: `setup`, `choices`, `play`, `view`, `scene`, …
    package func takePrintouts() -> [RulesPrintout] { live?.takePrintouts() ?? [] }

    /// Lets the collector run.
    public func collect() { live?.state.collect() }

    /// Builds the Lua state that holds the match, if there is none: nothing was asked of it yet, or a failure threw it away.
    package func wake() throws(GameError) { try attempt { referee throws(GameError) in _ = referee } }

    /// Throws the Lua state away; the next call builds it anew from the log.
    package func forget() { live = nil }

    /// About what the log holds in memory, with what was undone, in bytes: all that is left of a match that forgot its Lua state.
    package var logWeight: Int { entries.weight + undone.reduce(0) { $0 + $1.weight } }
}
