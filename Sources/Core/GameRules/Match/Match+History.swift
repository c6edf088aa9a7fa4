import Values

/// The texts of the log's moves.
extension Match {
    /// Returns the log with the text of every move. Finds missing texts by playing the log again.
    public func history() throws(GameError) -> [LogEntry] {
        try findTexts(from: 0)
        return log
    }

    /// Finds the texts that are missing from `first` on, by playing the log again up to the last of
    /// them.
    ///
    /// Lists moves only where a text is missing, because that costs far more than playing a move by
    /// its place.
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
                    // other seals of this seat aren't known: only its own device has the list
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
        if let seat { try check(seat: seat) }
        return try visibleEntries(from: 0, for: seat)
    }

    /// Returns the last ply of a seat as ``history(for:)`` does, without finding the texts of
    /// earlier plies.
    ///
    /// - Parameter reader: nil for a spectator.
    package func lastEntry(of seat: Int, for reader: Int?) throws(GameError) -> LogEntry? {
        guard let index = entries.lastIndex(where: { $0.seat == seat }) else { return nil }
        return try visibleEntries(from: index, for: reader).first
    }

    /// Returns the last ply as ``history(for:)`` has it, without finding the texts of earlier
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
        let numbered = zip(entries.indices, entries).dropFirst(first)
        // the move that opens an entry comes after it
        let lastPlayed = Dictionary(
            numbered.compactMap { index, entry in entry.name.map { ($0, index) } }, uniquingKeysWith: max)
        return numbered.map { index, entry in
            var entry = entry
            let isOpen =
                switch entry.secrecy {
                case nil, .round: index < status.ply
                case .match: false
                case .move(let opener): lastPlayed[opener, default: -1] > index
                }
            guard entry.seat != seat, status.outcome == nil else { return entry }
            if !isOpen {
                (entry.text, entry.name, entry.choice) = (nil, nil, .sealed)
            } else if script.dealt, case .move(.index) = entry.choice {
                entry.choice = .move(.index(0))
            }
            return entry
        }
    }
}

// A saved match stores moves by their places in lists, and needs a replay for their texts. A caller
// that stores matches to continue them at once stores the texts, too.
extension Match {
    /// The known texts of all entries: `[text, name, secrecy]` for each, or null for an entry
    /// without a text.
    package var keptTexts: Value {
        .array(
            entries.map { entry in
                guard let text = entry.text else { return .null }
                let secrecy = entry.secrecy.map { Value.string($0.word) } ?? .null
                return [.string(text), entry.name.map(Value.string) ?? .null, secrecy]
            })
    }

    /// Adds texts that were stored for the same match. A text that doesn't fit the log is found on
    /// request instead.
    package func take(texts: Value) {
        guard let list = texts.arrayValue, list.count == entries.count else { return }
        for (index, kept) in list.enumerated() {
            var entry = entries[index]
            guard entry.lacksText, let parts = kept.arrayValue, parts.count == 3, let text = parts[0].stringValue else {
                continue
            }
            (entry.text, entry.name) = (text, parts[1].stringValue)
            entry.secrecy = LogEntry.Secrecy(parts[2].stringValue)
            entries[index] = entry
        }
    }
}

extension LogEntry.Secrecy {
    /// The word that ``init(_:)`` reads.
    fileprivate var word: String {
        switch self {
        case .round: "round"
        case .match: "match"
        case .move(let name): name
        }
    }
}
