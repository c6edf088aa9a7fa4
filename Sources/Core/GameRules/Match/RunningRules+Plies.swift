import LuaRuntime
import Values

// How the rules play one ply: as a new ply, or again from a log.
extension RunningRules {
    // MARK: New plies

    /// Makes a call that plays a ply of a seat, as `attempt(for:calling:_:)` does.
    ///
    /// The rules try a ply before it counts. Three things are known only after the trial: the other
    /// entries of the round, the seals that the ply opens, and the numbers that it draws. A ply that may
    /// depend on one of these is *bound*. If the script refuses a bound ply, or fails in it, the match
    /// ends as a tie. Otherwise a seat could try one ply after another and learn from the refusals, and a
    /// match could stop at a ply that nobody can replace.
    ///
    /// A limit of time ends nothing, because other devices may be faster.
    ///
    /// - Parameters:
    ///   - entry: The ply as its log entry, as far as it is known.
    ///   - isRefused: Whether a result of `call` means that the ply was refused.
    ///   - body: Reads the result. It throws for a refused ply.
    /// - Returns: The result of `body`; nil if the ply has ended the match as a tie. In that case the
    ///   caller must record the ply with ``voided``.
    func attemptPly<T, R>(
        _ entry: LogEntry, calling call: (Referee) throws(GameError) -> T, isRefused: (T) -> Bool,
        _ body: (Referee, T) throws(GameError) -> R
    ) throws(GameError) -> R? {
        var isBound = false
        let watched = { (referee: Referee) throws(GameError) -> T in
            try self.comparing(&isBound, entry, on: referee, isRefused: isRefused) { () throws(GameError) in
                try call(referee)
            }
        }
        (lastProblem, lastFailure) = (nil, nil)
        do throws(GameError) {
            return try attempt(for: entry.seat, calling: watched, body)
        } catch {
            guard isBound, !loader.failsBoundPlies else { throw error }
            lastProblem = "\(error)"
            switch error {
            case .failed(let failure): lastFailure = failure
            case .rejected(let rejection):
                let sentence = "it refused what can't be taken back any more: \(rejection.message)"
                let failure = ScriptFailure(of: script, hook: "play", sentence)
                loader.witness?.note(failure)
                lastFailure = failure
            case .invalid, .request: break
            }
            drop()
        }
        try endAsTie(by: entry.seat)
        return nil
    }

    /// Ends the match as a tie by a ply of this seat, and sets ``voided``.
    private func endAsTie(by seat: Int) throws(GameError) {
        voided = try attempt { referee throws(GameError) in
            (PackedPly(try referee.quick("void", Int64(seat))), MatchStatus(try referee.value("status")))
        }
    }

    // MARK: Plies of a log

    /// Plays a ply of a log again, as `replay` does.
    ///
    /// - Returns: The result of `replay`; nil if the script refused a bound ply or failed in it. See
    ///   `attemptPly`.
    func replayBound(_ entry: LogEntry, on referee: Referee) throws(GameError) -> Int64? {
        var isBound = false
        do throws(GameError) {
            let result = try replay(entry, on: referee, isBound: &isBound)
            return isBound && !loader.failsBoundPlies ? nil : result
        } catch {
            // a call that exceeded the memory of a shared state is repeated in a state of its own
            let isRepeated =
                if case .failed(let failure) = error {
                    !loader.isolatesCalls && MemoryRoom.isExceeded(failure.error)
                } else { false }
            guard isBound, !isRepeated, !loader.failsBoundPlies else { throw error }
            return nil
        }
    }

    /// Plays a ply of a log again.
    ///
    /// - Returns: The packed result of the ply; less than 0 if the rules refused it, and less than
    ///   -1 if it opens seals that aren't known here.
    func replay(_ entry: LogEntry, on referee: Referee) throws(GameError) -> Int64 {
        var isBound = false
        return try replay(entry, on: referee, isBound: &isBound)
    }

    private func replay(
        _ entry: LogEntry, on referee: Referee, isBound: inout Bool
    ) throws(GameError) -> Int64 {
        WorkCounter.add(.pliesReplayed)
        var wasBound = false
        defer { isBound = wasBound }
        let call = { (referee: Referee) throws(GameError) -> Int64 in
            try self.watching(&wasBound, on: referee, isRefused: { $0 == -1 }) { () throws(GameError) in
                try self.call(entry, on: referee)
            }
        }
        try tryKnowingOnly(entry.seat, of: referee, call)
        return try call(referee)
    }

    /// Makes a call that plays a ply. Sets `isBound` to whether the ply was bound and the script refused
    /// it or failed in it.
    private func watching<T>(
        _ isBound: inout Bool, on referee: Referee, isRefused: (T) -> Bool, _ call: () throws(GameError) -> T
    ) throws(GameError) -> T {
        isBound = false
        do throws(GameError) {
            let result = try call()
            if isRefused(result) { isBound = referee.isBound }
            return result
        } catch {
            isBound = error.isOfScript && referee.isBound
            throw error
        }
    }

    /// Makes a call that plays a new ply, and compares its result in a ``SealTrial``. Sets `isBound` as
    /// `watching` does, and also if the result depends on what other seats have sealed.
    private func comparing<T>(
        _ isBound: inout Bool, _ entry: LogEntry, on referee: Referee, isRefused: (T) -> Bool,
        _ call: () throws(GameError) -> T
    ) throws(GameError) -> T {
        let trial = comparesSeals && referee === live ? try SealTrial(entry, of: self, on: referee) : nil
        let outcome = Result { () throws(GameError) -> T in
            try watching(&isBound, on: referee, isRefused: isRefused, call)
        }
        guard let trial, !isBound, !referee.draws.lackedKey else { return try outcome.get() }
        let result: SealTrial.Result?
        switch outcome {
        case .success(let returned): result = isRefused(returned) ? .refused : nil
        case .failure(let error):
            // a call that exceeded the memory of a shared state is repeated in a state of its own
            let isExceeded =
                if case .failed(let failure) = error { MemoryRoom.isExceeded(failure.error) } else { false }
            let isCompared = isExceeded ? loader.isolatesCalls && !loader.injectsFaults : SealTrial.isFailure(error)
            guard isCompared else { throw error }
            result = .failed
        }
        if let fault = try trial.fault(result, on: referee) {
            isBound = fault.isOfOthers
            throw .failed(fault.failure)
        }
        return try outcome.get()
    }

    func call(_ entry: LogEntry, on referee: Referee) throws(GameError) -> Int64 {
        let seat = LuaValue.integer(Int64(entry.seat))
        let results: [LuaValue]
        switch entry.choice {
        case .move(.index(let index)):
            return try referee.quick(referee.replay, Int64(index) << 8 | Int64(entry.seat), deadline: loader.patience)
        case .move(.typed(let name, let argument)):
            let arguments = [seat, .text(name), .crossing(argument)]
            results = try referee.call("play_logged", arguments, results: 4, deadline: loader.patience)
        case .sealed:
            results = try referee.call("seal", [seat], results: 4, deadline: loader.patience)
        case .leave(let why):
            _ = try leave(entry.seat, why, on: referee)
            return 0
        }
        return results[0].integer ?? -1 - (results[3].integer ?? 0)
    }

    // MARK: Leaving

    /// The most VM instructions and loop steps while a seat leaves.
    private static let mostStepsOfLeaving: UInt64 = 1_000_000
    /// The most processor time of a seat's leaving. A few steps can take long, such as comparing long texts.
    private static let mostTimeOfLeaving = Duration.milliseconds(250)

    private static func endsByLimit(_ failure: ScriptFailure) -> Bool {
        guard let limit = failure.error.limit else { return false }
        return limit.dependsOnPosition || limit == .time || limit == .table
    }

    /// Removes a seat from the match in a Lua state. If the script's functions exceed a limit while the
    /// seat leaves, the match is over and the other seats have won.
    ///
    /// A player must always be able to leave, and all devices must agree on what follows. So the call is
    /// first made in a new Lua state that knows nobody's seals, with a limit of steps, which needs no
    /// clock. Only a script whose steps take much longer than usual meets the limit of time. If the call then
    /// exceeds a limit in the match's own Lua state, or comes to something else there, the match is a tie.
    ///
    /// - Returns: The results of `leave` of `sdk/host/turns.lua`.
    func leave(_ seat: Int, _ why: LeaveReason, on referee: Referee) throws(GameError) -> [LuaValue] {
        let arguments: [LuaValue] = [.integer(Int64(seat)), .text(why.word)]
        let position = try snapshot(of: referee, hiding: Set(1...setup.seats))
        let printed = loader.output.printouts.count
        let isCompared = comparesSeals && script.guardsParts && positionBeforeSealed == nil
        var exceeded: ScriptFailure?
        var shown: [UInt8]?
        do throws(GameError) {
            let trial = try loader.loaded(within: loader.limits)
            try restore(position, on: trial)
            trial.state.countInstructions(true, limit: Self.mostStepsOfLeaving)
            _ = try trial.call("leave", arguments, deadline: min(loader.limits.deadline, Self.mostTimeOfLeaving))
            trial.state.countInstructions(false)
            if isCompared { shown = try trial.bytes("standing_bytes") }
        } catch {
            guard case .failed(let failure) = error, Self.endsByLimit(failure) else { throw error }
            exceeded = failure
        }
        loader.output.drop(after: printed)
        var ending = LuaValue.boolean(true)  // the other seats have won
        if exceeded == nil {
            let before = script.guardsParts ? try snapshot(of: referee) : position
            do throws(GameError) {
                referee.state.countInstructions(true, limit: Self.mostStepsOfLeaving * 4)
                defer { referee.state.countInstructions(loader.countsInstructions) }
                let results = try referee.call("leave", arguments, results: 3, deadline: Self.mostTimeOfLeaving * 4)
                // what a device with all seals comes to is compared, as in `SealTrial`
                guard isCompared, try referee.bytes("standing_bytes") != shown else { return results }
                let sentence =
                    "on a device that doesn't know what other seats have chosen, the match continues differently"
                exceeded = ScriptFailure(of: script, hook: "leave", sentence)
            } catch {
                // a call that exceeded the memory of a shared state is repeated in a state of its own
                guard case .failed(let failure) = error, Self.endsByLimit(failure),
                    !MemoryRoom.isExceeded(failure.error) || loader.isolatesCalls && !loader.injectsFaults
                else { throw error }
                exceeded = failure
            }
            try restore(before, on: referee)
            ending = .text("tie")
        }
        _ = try referee.call("leave", arguments + [ending], deadline: loader.patience)
        return [.nil, .text(exceeded.map { "\($0.error)" } ?? ""), .text("leave")]
    }
}
