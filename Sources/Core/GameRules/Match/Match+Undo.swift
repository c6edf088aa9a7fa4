import Values

/// Steps through the plies of a match. A round is one step: nobody sees half of one.
extension Match {
    /// Goes back to a ply, or forward to one that was undone. Moves of a round under way are dropped.
    ///
    /// - Throws: ``GameError/request(_:)`` for a ply that was never reached.
    public func go(to ply: Int) throws(GameError) {
        guard ply >= 0 else {
            throw .request("There is no ply \(ply): plies are counted from 0, the beginning.")
        }
        // entries that wait are part of what was undone, if anything was
        let played = Array(entries.dropLast(undone.isEmpty ? pending : 0)) + undone
        guard ply <= played.count else {
            throw .request("There is no ply \(ply): the match has \(played.count).")
        }
        let kept = (entries, undone, pending)
        (entries, undone, pending) = (CompactLog(played.prefix(ply)), Array(played.dropFirst(ply)), 0)
        (positionAtEnd, positionBeforeSealed, lastPosition) = (nil, nil, nil)
        live = nil
        known = nil
        do throws(GameError) {
            try attempt { referee throws(GameError) in _ = referee }
            pending = ply - (try status.ply)  // a ply in the middle of a round: what was entered up to there waits
        } catch {
            (entries, undone, pending) = kept
            throw error
        }
    }

    /// Takes back the moves of a round under way; otherwise the last ply, or all of the last round.
    ///
    /// - Returns: false at the beginning, where there is nothing to take back.
    @discardableResult
    public func undo() throws(GameError) -> Bool {
        let played = try status.ply
        if log.count > played {
            try go(to: played)
            return true
        }
        guard played > 0 else { return false }
        try go(to: played - 1)
        let begun = try status.ply
        if begun < played - 1 { try go(to: begun) }
        return true
    }

    /// Plays what ``undo()`` took back.
    ///
    /// - Returns: false if there is nothing to play again.
    @discardableResult
    public func redo() throws(GameError) -> Bool {
        guard redoable > 0 else { return false }
        var ply = try status.ply
        repeat {
            ply += 1
            try go(to: ply)
        } while try status.ply < ply && redoable > 0
        return true
    }

    // MARK: Chance

    /// The last ply that drew by chance, from 1; 0 where none did, whatever `setup` drew.
    ///
    /// - Throws: ``GameError/failed(_:)`` if the script fails where plies have to be played again to know it.
    package func lastDraw() throws(GameError) -> Int {
        guard script.chance != .none, !awaitsSetup else { return 0 }
        if live?.draws.hasGap == true { live = nil }
        return try attempt { referee throws(GameError) in referee.draws.lastPly }
    }

    /// As ``undo()``, but what was drawn stays: whoever saw a card and took it back would have looked for nothing.
    ///
    /// - Returns: nil where the last ply, or one of the last round, drew; the match is what it was.
    package func undoKeepingDraws() throws(GameError) -> Bool? {
        let drawn = try lastDraw()
        guard try undo() else { return false }
        guard try status.ply < drawn else { return true }
        try redo()
        return nil
    }
}

/// A match played over under another text of its script.
extension Match {
    /// Plays this match's moves, by their texts, under another version of the script: with the same seats, options and seed.
    ///
    /// Options that the other version doesn't know are left out.
    ///
    /// - Throws: ``GameError/request(_:)`` with the first move that isn't legal there; or what the script fails with.
    public func replayed(under script: GameScript) throws(GameError) -> Match {
        let history = try history()
        let known = Set(script.options.map(\.name))
        let match = try Match(
            of: script, seats: seats, options: options.filter { known.contains($0.key) }, draws: keptDraws)
        for (index, entry) in history.enumerated() {
            WorkCounter.add(.pliesReplayed)
            do throws(GameError) {
                if entry.choice == .sealed {
                    try match.seal(seat: entry.seat)
                } else if let why = entry.leaving {
                    try match.leave(seat: entry.seat, why: why)
                } else {
                    try match.play(entry.text ?? "", seat: entry.seat)
                }
            } catch {
                guard case .rejected(let rejection) = error else { throw error }
                let move = "'\(entry.text ?? "sealed")' of seat \(entry.seat)"
                throw .request("Ply \(index + 1), \(move), isn't legal under the new rules: \(rejection.message)")
            }
        }
        return match
    }
}
