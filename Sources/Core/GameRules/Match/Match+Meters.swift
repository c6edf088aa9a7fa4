import LuaRuntime

/// The Lua states that hold a match: their figures, what they printed, and their end.
extension Match {
    /// All Lua states that hold the match now: where the rules run, where it is looked at, and that of `withoutInterference`.
    var states: [Referee] { [live, outsider].compactMap(\.self) + viewerStates.all.values.map(\.referee) }

    /// Figures of the Lua states that hold the match now, added up, but for what the last call was `granted`, and the `limit` of each.
    /// Nil where there is none.
    public var meters: LuaMeters? {
        let all = states.map(\.state.meters)
        guard var sum = all.first else { return nil }
        for meters in all.dropFirst() { sum.add(meters) }
        if let latest { sum.granted = latest.state.meters.granted }
        return sum
    }

    /// How often each of the Lua states has asked for memory.
    package var allocations: [UInt64] { states.map(\.state.meters.allocations) }

    /// Figures of the Lua state that was asked last.
    package var latestMeters: LuaMeters? { latest?.state.meters }

    /// Did the script draw anything in the Lua state that holds the match now?
    package var hasDrawn: Bool { live?.draws.wereUsed ?? false }

    /// For tests: lets requests for memory fail, in each Lua state that there is. See `LuaState.injectFault`.
    package func injectFault(at: UInt64, count: UInt64 = 1) {
        for referee in states { referee.state.injectFault(at: at, count: count) }
    }

    /// What the script printed in the last call.
    public var printed: String { latest?.state.printed ?? "" }

    /// What the script has printed since this was last asked, as far as it is kept. What it printed in a call that failed
    /// stands in the failure: ``ScriptFailure/printed``.
    package func takePrinted() -> String { takePrintouts().map(\.text).joined() }

    /// The same, with what was asked of the script when it printed: `setup`, `choices`, `play`, `view`, `scene`, …
    package func takePrintouts() -> [RulesPrintout] { output.take() }

    /// Lets the collector run.
    public func collect() {
        for referee in states { referee.state.collect() }
    }

    /// Builds the Lua state of the rules, if there is none: nothing was asked of it yet, or a failure threw it away.
    package func wake() throws(GameError) { try attempt { referee throws(GameError) in _ = referee } }

    /// Throws the Lua states away; the next call builds them anew from the log.
    package func forget() {
        (live, outsider) = (nil, nil)
        forgetViewerStates()
    }

    /// About what the log holds in memory, with what was undone, in bytes: all that is left of a match that forgot its Lua states.
    package var logWeight: Int { entries.weight + undone.reduce(0) { $0 + $1.weight } }
}

/// Which lines of a game's files ran in a match.
extension Match {
    /// The lines that ran while `coversLines` was on, by file; also in Lua states that a failure or an undo threw away.
    ///
    /// ```swift
    /// match.coversLines = true
    /// try match.play("b2", seat: 1)
    /// let never = try match.script.executableLines()["game.lua"]?.subtracting(match.coveredLines["game.lua"] ?? [])
    /// ```
    package var coveredLines: [String: Set<Int>] {
        states.reduce(earlierLines) { Self.merged($0, $1.state.coveredLines) }
    }

    /// Notes what ran in a Lua state that is about to go.
    func keepCoveredLines(of referee: Referee) {
        let lines = referee.state.coveredLines
        if !lines.isEmpty { earlierLines = Self.merged(earlierLines, lines) }
    }

    private static func merged(_ one: [String: Set<Int>], _ other: [String: Set<Int>]) -> [String: Set<Int>] {
        one.merging(other) { $0.union($1) }
    }
}

extension GameScript {
    /// The lines of the game's files that can run, by file. None of them runs.
    ///
    /// - Throws: ``GameError/request(_:)`` for a file that can't be compiled, with the place.
    package func executableLines() throws(GameError) -> [String: Set<Int>] {
        var result: [String: Set<Int>] = [:]
        do throws(LuaError) {
            let state = try LuaState(limits: limits)
            for (file, source) in folder.files.sorted(by: { $0.key < $1.key }) {
                result[file] = try state.executableLines(of: source, name: file)
            }
        } catch {
            throw .request("The lines of \(id) can't be told: \(error)")
        }
        return result
    }
}
