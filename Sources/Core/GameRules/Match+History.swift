import Values

/// What was played, in words.
extension Match {
    /// The log with the text of every move. Texts that nobody asked for before are worked out by playing the log again.
    public func history() throws(GameError) -> [LogEntry] {
        try findTexts(from: 0)
        return log
    }

    /// Works out the texts that are missing from a place in the log on, by playing it again as far as that takes.
    ///
    /// Moves are listed only where a text is wanted: that costs far more than to play one by its place in the list.
    func findTexts(from first: Int) throws(GameError) {
        guard let last = entries[first...].lastIndex(where: \.lacksText) else { return }
        let replica = try Match(
            of: script, seats: seats, options: options, seed: seed, keys: keys, limits: limits, pool: pool, witness: nil
        )
        for index in 0...last {
            WorkCounter.add(.pliesReplayed)
            let entry = entries[index]
            let isWanted = index >= first && entry.lacksText
            switch entry.choice {
            case .sealed: try replica.seal(seat: entry.seat)
            case .leave(let why): try replica.leave(seat: entry.seat, why: why)
            case .move(.typed(let name, let argument)):
                try replica.play(name: name, argument: argument, seat: entry.seat)
            case .move(.index(let number)) where !isWanted:
                try replica.play(index: number, seat: entry.seat)
            case .move(.index(let number)):
                guard let move = try replica.legalMoves(for: entry.seat).first(where: { $0.index == number }) else {
                    // sealed by a seat of which other seals aren't known: only its own device has the list
                    try replica.play(index: number, seat: entry.seat)
                    break
                }
                try replica.play(name: move.name, argument: move.argument, seat: entry.seat)
            }
            guard isWanted else { continue }
            if let last = replica.entries.last(where: { $0.seat == entry.seat }), last.choice == entry.choice {
                entries[index] = last
            }
        }
    }
}
