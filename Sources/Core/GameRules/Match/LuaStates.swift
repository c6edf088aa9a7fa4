import LuaRuntime

/// The Lua states that hold a match, for code that measures, watches or discards them: their
/// meters, their printed output, and the lines that ran.
package final class LuaStates {
    private let rules: RunningRules
    /// The states of the viewers.
    package let viewers: ViewerStates
    private var loader: RefereeLoader { rules.loader }

    init(_ rules: RunningRules, _ viewers: ViewerStates) { (self.rules, self.viewers) = (rules, viewers) }

    /// All Lua states that hold the match now: of the rules and of the viewers.
    private var all: [Referee] { (rules.live.map { [$0] } ?? []) + viewers.referees }

    // MARK: Options

    /// Whether a bound ply fails like any other ply, instead of ending the match as a tie. This option is
    /// for authors' tools, which look for mistakes of a script. See `RunningRules.attemptPly`.
    package var failsBoundPlies: Bool {
        get { loader.failsBoundPlies }
        set { loader.failsBoundPlies = newValue }
    }

    /// Whether the state is compared after every call that must not change it. A forbidden write then
    /// fails in the function that made it. Without the comparison, it fails only before the next move or
    /// view. This option is for authors and tests, because the comparison costs more than the calls
    /// themselves.
    package var isWatchful: Bool {
        get { loader.isWatchful }
        set {
            guard newValue != loader.isWatchful else { return }
            loader.isWatchful = newValue
            viewers.forgetAll()
            guard let referee = rules.live else { return }
            // hooks that ran after `setup` weren't watched: before the first ply, set the match up
            // again
            let isNew = rules.log.entries.isEmpty && rules.positionAtEnd == nil && !rules.draws.awaitsSetup
            if !newValue || isNew || (try? referee.watch()) == nil { rules.live = nil }
        }
    }

    /// Whether random moves are played without comparing the script's variables and the state. Only
    /// for measuring: such moves may depend on more than the position.
    package var playsRoughly: Bool {
        get { loader.playsRoughly }
        set {
            guard newValue != loader.playsRoughly else { return }
            loader.playsRoughly = newValue
            rules.live = nil
        }
    }

    /// Whether VM instructions are counted. See ``LuaState/countInstructions(_:limit:)``.
    package var countsInstructions: Bool {
        get { loader.countsInstructions }
        set {
            guard newValue != loader.countsInstructions else { return }
            loader.countsInstructions = newValue
            viewers.forgetAll()
            guard let referee = rules.live else { return }
            if newValue, (try? referee.loadAll()) == nil { rules.live = nil }
            referee.state.countInstructions(newValue)
            referee.countsInstructions = newValue
        }
    }

    /// Whether the lines of the script's files are recorded when they run. See `coveredLines`. The lines
    /// of earlier plies are recorded, too, because the next call makes a new Lua state and replays the
    /// log.
    package var coversLines: Bool {
        get { loader.coversLines }
        set {
            guard newValue != loader.coversLines else { return }
            loader.coversLines = newValue
            forget()
        }
    }

    // MARK: Meters

    /// The sum of the meters of all Lua states that hold the match now, or nil if there is none.
    /// `granted` is that of the last call, and `limit` that of a single state.
    var meters: LuaMeters? {
        let all = all.map(\.state.meters)
        guard var sum = all.first else { return nil }
        for meters in all.dropFirst() { sum.add(meters) }
        if let latest = loader.latest { sum.granted = latest.state.meters.granted }
        sum.limit = loader.limits.memory
        return sum
    }

    /// Whether each call has a Lua state of its own, because an earlier call reached the limit of memory;
    /// see ``MemoryRoom``.
    package var isolatesCalls: Bool { loader.isolatesCalls }

    /// The number of memory requests of each Lua state.
    package var allocations: [UInt64] { all.map(\.state.meters.allocations) }

    /// The meters of the Lua state that was called last.
    package var latestMeters: LuaMeters? { loader.latest?.state.meters }

    /// Whether the script has drawn anything in the Lua state that holds the match now.
    package var hasDrawn: Bool { rules.live?.draws.wereUsed ?? false }

    /// For tests: makes requests for memory fail in each existing Lua state. See
    /// `LuaState.injectFault`.
    package func injectFault(at: UInt64, count: UInt64 = 1) {
        loader.injectsFaults = at > 0
        for referee in all { referee.state.injectFault(at: at, count: count) }
    }

    /// Returns which variable of the script a function has changed, in words; nil if no variable
    /// has changed. Values that are stored in such a variable are lost: see
    /// `Sources/Core/CLuaBoundary/turns/locals.c`.
    package func changedVariable() throws(GameError) -> String? {
        for referee in all {
            if let changed = try LuaThread.run({ () throws(GameError) in try referee.call("changed") }).first?.text {
                return changed
            }
        }
        return nil
    }

    // MARK: Printed output

    /// The text that the script printed in the last call.
    var printed: String { loader.latest?.state.printed ?? "" }

    /// Returns what the script has printed since the last call of this function, within a limit.
    /// The output of a failed call is in the failure: ``ScriptFailure/printed``.
    package func takePrinted() -> String { takePrintouts().map(\.text).joined() }

    /// Returns the same output as ``takePrinted()``, with the request during which it was printed:
    /// `setup`, `choices`, `play`, `view`, `scene`, …
    package func takePrintouts() -> [RulesPrintout] { loader.output.take() }

    // MARK: Lines

    /// The lines that ran while `coversLines` was on, by file. They include lines from Lua states
    /// that a failure or an undo discarded.
    ///
    /// ```swift
    /// match.luaStates.coversLines = true
    /// try match.play("b2", seat: 1)
    /// let executable = try match.script.executableLines()["game.lua"] ?? []
    /// let never = executable.subtracting(match.luaStates.coveredLines["game.lua"] ?? [])
    /// ```
    package var coveredLines: [String: Set<Int>] {
        all.reduce(loader.earlierLines) { $0.merging($1.state.coveredLines) { $0.union($1) } }
    }

    // MARK: The end

    /// Runs the garbage collector of each Lua state.
    func collect() {
        for referee in all { referee.state.collect() }
    }

    /// Discards the Lua states. The next call builds them from the log.
    package func forget() {
        rules.live = nil
        viewers.forgetAll()
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
            throw .request(.noLines(of: id, error))
        }
        return result
    }
}
