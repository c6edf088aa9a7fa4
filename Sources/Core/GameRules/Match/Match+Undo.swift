import Values

/// Steps through the plies of a match. A round is one step: nobody sees half of one.
extension Match {
    /// Goes back to a ply, or forward to one that was undone. Drops the moves of an unfinished
    /// round.
    ///
    /// - Throws: ``GameError/request(_:)`` for a ply that was never reached.
    public func go(to ply: Int) throws(GameError) {
        guard ply >= 0 else {
            throw .request("There is no ply \(ply): plies are counted from 0, the beginning.")
        }
        // if plies were undone, the pending moves come before them and are kept
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
            pending = ply - (try status.ply)  // within a round, the moves up to the ply are pending
        } catch {
            (entries, undone, pending) = kept
            throw error
        }
    }

    /// Undoes the moves of an unfinished round; otherwise the last ply, or the whole last round.
    ///
    /// - Returns: False at the start of the match, where there is nothing to undo.
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

    /// Redoes what ``undo()`` undid.
    ///
    /// - Returns: False if there is nothing to redo.
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

    /// Returns the last ply that drew by chance, from 1; 0 if none did. Draws of `setup` don't
    /// count.
    ///
    /// - Throws: ``GameError/failed(_:)`` if the script fails while plies are played again to find
    ///   it.
    package func lastDraw() throws(GameError) -> Int {
        guard script.chance != .none, !awaitsSetup else { return 0 }
        if live?.draws.hasGap == true { live = nil }
        return try attempt { referee throws(GameError) in referee.draws.lastPly }
    }

    /// Undoes like ``undo()``, unless that would take back a random draw. Otherwise a player could
    /// look at a card and take the move back.
    ///
    /// - Returns: Nil if the last ply, or one of the last round, drew; the match is unchanged then.
    package func undoKeepingDraws() throws(GameError) -> Bool? {
        let drawn = try lastDraw()
        guard try undo() else { return false }
        guard try status.ply < drawn else { return true }
        try redo()
        return nil
    }
}

/// The replay of a match under another text of its script.
extension Match {
    /// Returns a match with this match's moves under another version of the script. It plays them
    /// by their texts, with the same seats, options and seed.
    ///
    /// Options that the other version doesn't have are left out.
    ///
    /// - Throws: ``GameError/request(_:)`` with the first move that isn't legal there, or the
    ///   failure of the script.
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
