import LuaRuntime

/// The Lua states that hold a match: their meters, their printed output, and their end.
extension Match {
    /// All Lua states that hold the match now: of the rules and of the viewers.
    var states: [Referee] { (live.map { [$0] } ?? []) + viewerStates.all.values.map(\.referee) }

    /// The sum of the meters of all Lua states that hold the match now, or nil if there is none.
    /// `granted` is that of the last call, and `limit` that of a single state.
    public var meters: LuaMeters? {
        let all = states.map(\.state.meters)
        guard var sum = all.first else { return nil }
        for meters in all.dropFirst() { sum.add(meters) }
        if let latest { sum.granted = latest.state.meters.granted }
        return sum
    }

    /// The number of memory requests of each Lua state.
    package var allocations: [UInt64] { states.map(\.state.meters.allocations) }

    /// The meters of the Lua state that was called last.
    package var latestMeters: LuaMeters? { latest?.state.meters }

    /// Whether the script has drawn anything in the Lua state that holds the match now.
    package var hasDrawn: Bool { live?.draws.wereUsed ?? false }

    /// For tests: makes requests for memory fail in each existing Lua state. See
    /// `LuaState.injectFault`.
    package func injectFault(at: UInt64, count: UInt64 = 1) {
        for referee in states { referee.state.injectFault(at: at, count: count) }
    }

    /// The text that the script printed in the last call.
    public var printed: String { latest?.state.printed ?? "" }

    /// Returns what the script has printed since the last call of this function, within a limit.
    /// The output of a failed call is in the failure: ``ScriptFailure/printed``.
    package func takePrinted() -> String { takePrintouts().map(\.text).joined() }

    /// Returns the same output with the request during which it was printed: `setup`, `choices`,
    /// `play`, `view`, `scene`, …
    package func takePrintouts() -> [RulesPrintout] { output.take() }

    /// Returns which variable of the script a function has changed, in words; nil if none has. What is
    /// kept there is lost: see `Sources/Core/CLuaBoundary/turns/locals.c`.
    package func changedVariable() throws(GameError) -> String? {
        for referee in states {
            if let changed = try LuaThread.run({ () throws(GameError) in try referee.call("changed") }).first?.text {
                return changed
            }
        }
        return nil
    }

    /// Runs the garbage collector of each Lua state.
    public func collect() {
        for referee in states { referee.state.collect() }
    }

    /// Builds the Lua state of the rules if there is none, because nothing needed it yet or a
    /// failure discarded it.
    package func wake() throws(GameError) { try attempt { referee throws(GameError) in _ = referee } }

    /// Discards the Lua states. The next call builds them from the log.
    package func forget() {
        live = nil
        forgetViewerStates()
    }

    /// The approximate memory of the log and of what was undone, in bytes: all that remains of a
    /// match without Lua states.
    package var logWeight: Int { entries.weight + undone.reduce(0) { $0 + $1.weight } }
}

/// The lines of a game's files that ran in a match.
extension Match {
    /// The lines that ran while `coversLines` was on, by file. They include lines from Lua states
    /// that a failure or an undo discarded.
    ///
    /// ```swift
    /// match.coversLines = true
    /// try match.play("b2", seat: 1)
    /// let executable = try match.script.executableLines()["game.lua"] ?? []
    /// let never = executable.subtracting(match.coveredLines["game.lua"] ?? [])
    /// ```
    package var coveredLines: [String: Set<Int>] {
        states.reduce(earlierLines) { Self.merged($0, $1.state.coveredLines) }
    }

    /// Records what ran in a Lua state that is about to be discarded.
    func keepCoveredLines(of referee: Referee) {
        let lines = referee.state.coveredLines
        if !lines.isEmpty { earlierLines = Self.merged(earlierLines, lines) }
    }

    private static func merged(_ one: [String: Set<Int>], _ other: [String: Set<Int>]) -> [String: Set<Int>] {
        one.merging(other) { $0.union($1) }
    }
}

extension GameScript {
    /// Returns the lines of the game's files that can run, by file, without running any.
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
