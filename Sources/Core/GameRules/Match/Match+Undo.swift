import Values

/// Steps through the plies of a match. A round is one step, so nobody sees half of a round.
extension Match {
    /// The number of plies that can be redone.
    public var redoable: Int { rules.log.undone.count }

    /// Goes back to a ply, or forward to one that was undone. Drops the moves of an unfinished
    /// round.
    ///
    /// - Throws: ``GameError/request(_:)`` for a ply that was never reached.
    public func go(to ply: Int) throws(GameError) {
        let kept = rules.log.contents
        try rules.log.go(to: ply)
        rules.discardPosition()
        do throws(GameError) {
            try rules.wake()
            // within a round, the moves up to the ply are pending
            rules.log.pending = ply - (try status.ply)
        } catch {
            rules.log.contents = kept
            throw error
        }
    }

    /// Undoes the moves of an unfinished round. If there are none, undoes the last ply, or the
    /// whole round that the last ply belongs to.
    ///
    /// - Returns: False at the start of the match, where there is nothing to undo.
    @discardableResult
    public func undo() throws(GameError) -> Bool {
        let played = try status.ply
        if rules.log.entries.count > played {
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

    /// Undoes like ``undo()``, unless that would take back a random draw. Otherwise a player could look
    /// at a card and then take the move back.
    ///
    /// - Returns: Nil if the last ply, or a ply of the last round, drew. In that case the match is
    ///   unchanged.
    package func undoKeepingDraws() throws(GameError) -> Bool? {
        let drawn = try rules.lastDraw()
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
            of: script, seats: seats, options: options.filter { known.contains($0.key) }, draws: rules.draws.kept)
        for (index, entry) in history.enumerated() {
            WorkCounter.add(.pliesReplayed)
            do throws(GameError) {
                if entry.choice == .sealed {
                    try match.sealedMoves.seal(seat: entry.seat)
                } else if let why = entry.leaving {
                    try match.leave(seat: entry.seat, why: why)
                } else {
                    try match.play(entry.text ?? "", seat: entry.seat)
                }
            } catch {
                guard case .rejected(let rejection) = error else { throw error }
                let move = "'\(entry.text ?? "sealed")' of seat \(entry.seat)"
                throw .request(.illegalPly(index + 1, move, rejection.message))
            }
        }
        return match
    }
}
