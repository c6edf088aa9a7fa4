import Values

/// The texts of the log's moves.
extension Match {
    /// Returns the log with the text of every move. Finds missing texts by playing the log again.
    public func history() throws(GameError) -> [LogEntry] {
        try findTexts(from: 0)
        return log
    }

    /// The known texts of all entries: `[text, name, secrecy]` for each, or null for an entry
    /// without a text.
    package var keptTexts: Value { rules.log.texts }

    /// Adds texts that were stored for the same match. A text that doesn't fit the log is
    /// ignored; a replay finds the right text when it is needed.
    package func take(texts: Value) { rules.log.take(texts: texts) }

    /// Finds the texts that are missing from `first` on, by playing the log again up to the last
    /// missing text.
    ///
    /// Lists moves only where a text is missing, because listing moves costs far more than playing a move
    /// by its place.
    private func findTexts(from first: Int) throws(GameError) {
        let log = rules.log
        guard let last = log.entries[first...].lastIndex(where: \.lacksText) else { return }
        let replica = try Match(
            of: script, seats: seats, options: options, seed: seed, keys: rules.draws.keys, limits: limits,
            pool: rules.loader.pool, witness: nil)
        for index in 0...last {
            WorkCounter.add(.pliesReplayed)
            let entry = log.entries[index]
            let isWanted = index >= first && entry.lacksText
            switch entry.choice {
            case .sealed: try replica.sealedMoves.seal(seat: entry.seat)
            case .leave(let why): try replica.leave(seat: entry.seat, why: why)
            case .move(.typed(let name, let argument)):
                try replica.play(name: name, argument: argument, seat: entry.seat)
            case .move(.index(let number)) where !isWanted:
                try replica.play(index: number, seat: entry.seat)
            case .move(.index(let number)):
                guard let move = try replica.legalMoves(for: entry.seat).first(where: { $0.index == number }) else {
                    // this seat has seals that aren't known here, so only its own device can list
                    // its moves
                    try replica.play(index: number, seat: entry.seat)
                    break
                }
                try replica.play(name: move.name, argument: move.argument, seat: entry.seat)
            }
            guard isWanted else { continue }
            if let last = replica.rules.log.entries.last(where: { $0.seat == entry.seat }), last.choice == entry.choice
            {
                log.entries[index] = last
            }
        }
    }
}

/// The part of a match's log that a seat may read.
extension Match {
    /// Returns the log as a seat may read it. If a move is still sealed to the seat, its
    /// ``LogEntry/text`` is nil and its ``LogEntry/choice`` is ``LogEntry/Choice/sealed``. If the
    /// host deals, another seat's open move has the index 0, because its place in the list would
    /// reveal earlier cards.
    ///
    /// A move of a round is sealed until the round is complete. A secret move is sealed until the
    /// match is over or the move that opens it is played. A seat can always read its own moves.
    ///
    /// - Parameter seat: nil for a spectator.
    public func history(for seat: Int?) throws(GameError) -> [LogEntry] {
        if let seat { try rules.setup.check(seat: seat) }
        return try visibleEntries(from: 0, for: seat)
    }

    /// Returns the last ply of a seat in the same form as ``history(for:)``, without finding the texts of
    /// earlier plies.
    ///
    /// - Parameter reader: nil for a spectator.
    package func lastEntry(of seat: Int, for reader: Int?) throws(GameError) -> LogEntry? {
        guard let index = rules.log.entries.lastIndex(where: { $0.seat == seat }) else { return nil }
        return try visibleEntries(from: index, for: reader).first
    }

    /// Returns the last ply in the same form as ``history(for:)``, without finding the texts of earlier
    /// plies. Moves of an unfinished round aren't plies yet.
    ///
    /// - Parameter reader: nil for a spectator.
    package func lastPly(for reader: Int?) throws(GameError) -> LogEntry? {
        let ply = try status.ply
        return ply > 0 ? try visibleEntries(from: ply - 1, for: reader).first : nil
    }

    /// Returns the log from `first` on as a seat may read it.
    private func visibleEntries(from first: Int, for seat: Int?) throws(GameError) -> [LogEntry] {
        let status = try status
        try findTexts(from: first)
        return rules.log.entries(from: first, readableBy: seat, in: status, dealt: script.dealt)
    }
}
