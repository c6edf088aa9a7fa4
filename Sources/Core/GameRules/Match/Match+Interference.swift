import LuaRuntime
import Values

// A sealed move must not interfere with what others see ("noninterference", Goguen and Meseguer
// 1982). A host that knows everything runs all rules in one Lua state, so a script's local could
// carry a sealed move from one hook into the next. Therefore the result of each ply is compared
// with the result on devices that don't know the sealed moves, before anything is shown.
extension Match {
    /// Runs `body`, which plays, and makes two comparisons. The public position must equal that of
    /// a device that knows no sealed move. Each seat's secret part must equal that on its own
    /// device, which knows no sealed move of others.
    ///
    /// - Throws: As `body`; ``GameError/failed(_:)`` if they differ. The match is unchanged in
    ///   either case.
    package func withoutInterference<R>(_ body: () throws(GameError) -> R) throws(GameError) -> R {
        guard !script.sealing.isEmpty, !awaitsSetup else { return try withoutTrace(body) }
        let before = try snapshot()
        let closed = try attempt { referee throws(GameError) in try referee.quick("closed", 0) }
        let kept = (entries, known, undone, pending)
        let result = try withoutTrace(body)
        // a move that waits for what it draws has changed nothing
        guard entries.count != before.entries.count || pending != before.pending else { return result }
        do throws(GameError) {
            try LuaThread.run { () throws(GameError) in try checkInterference(since: before, closed: closed) }
        } catch {
            (entries, known, undone, pending) = kept
            outsider = nil
            live = nil  // it is after the ply; the next request rebuilds it
            throw dropped(error)
        }
        return result
    }

    /// Runs `body`, which plays. A move that waits for the others of its round must leave the state
    /// unchanged. Otherwise the state would reveal it.
    package func withoutTrace<R>(_ body: () throws(GameError) -> R) throws(GameError) -> R {
        guard script.secretive, !awaitsSetup, try rulesStatus.isRound else { return try body() }
        let (before, waiting, kept) = (try stateBytes(), pending, (entries, known, undone, pending))
        let result = try body()
        guard pending > waiting, try stateBytes() != before else { return result }
        (entries, known, undone, pending) = kept
        live = nil
        let message =
            "a move that waits for the others of its round has changed the state: `when`, `choices`, `legal`, `forced` and "
            + "`format` may only look at it"
        throw dropped(.failed(ScriptFailure(of: script, hook: "legal", message)))
    }

    /// - Parameter closed: The seats with unopened seals, a bit for each.
    private func checkInterference(since before: MatchSnapshot, closed: Int64) throws(GameError) {
        try findTexts(from: before.entries.count - before.pending)
        guard let entry = lastEntry(since: before) else { return }
        let isSeal = seals(entry)
        let told = isSeal ? LogEntry(seat: entry.seat, choice: .sealed) : entry
        let opens = entry.name.map(script.opening.contains) ?? false
        let other = try playedApart(told, after: before, hiding: opens ? 0 : closed, in: outsider)
        outsider = other
        try compare("standing_bytes", 0, with: other)
        // a seal counts when its round is complete
        guard pending == 0, entry.leaving == nil else { return }
        for own in entries.suffix(before.pending + 1) where seals(own) {
            let isLast = own.seat == entry.seat
            let owner = try playedApart(
                isLast ? entry : told, after: before, hiding: closed & ~(1 << Int64(own.seat - 1)), in: nil)
            try compare("part_bytes", Int64(own.seat), with: owner)
        }
    }

    private func seals(_ entry: LogEntry) -> Bool { entry.name.map(script.sealing.contains) ?? false }

    /// Returns the entry that was added. In a complete round it needn't be the last, because those
    /// are sorted by seat.
    private func lastEntry(since before: MatchSnapshot) -> LogEntry? {
        let waiting = Set(before.entries.suffix(before.pending).map(\.seat))
        let added = entries.suffix(before.pending + 1)
        return added.last { $0.leaving != nil || !waiting.contains($0.seat) } ?? entries.last
    }

    /// Plays an entry in a Lua state that doesn't know the seals of some seats.
    ///
    /// - Parameter known: The Lua state; nil for a new one.
    private func playedApart(
        _ entry: LogEntry, after before: MatchSnapshot, hiding hidden: Int64, in known: Referee?
    ) throws(GameError) -> Referee {
        let referee = if let known { known } else { try Referee(script, limits: limits, pool: pool) }
        var position = before
        position.hidden = hidden
        try restore(position, on: referee)
        guard try replay(entry, on: referee) >= 0 else {
            throw interference("the move of seat \(entry.seat) is refused")
        }
        return referee
    }

    /// Compares the result of a function of `host.saving` with its result in another Lua state.
    private func compare(_ function: String, _ argument: Int64, with other: Referee) throws(GameError) {
        let here = try attempt { referee throws(GameError) in try referee.bytes(function, .integer(argument)) }
        let there = try other.bytes(function, .integer(argument))
        guard here != there else { return }
        // name no deeper place: a key of the state may contain what was sealed
        var place = argument == 0 ? "state" : "state.secret[\(argument)]"
        if argument == 0, let here = try? Value(canonicalBytes: here), let there = try? Value(canonicalBytes: there) {
            place = ["outcome", "turn", "round", "only"].first { here[$0] != there[$0] } ?? place
        }
        throw interference("`\(place)` comes out otherwise")
    }

    /// The error for a script that lets others see what was sealed.
    package func interference(_ what: String) -> GameError {
        .failed(
            ScriptFailure(
                of: script, hook: "play",
                "on a device that doesn't know what others have sealed \(what): keep nothing of a sealed move but in "
                    + "`state.secret[seat]`"))
    }
}
