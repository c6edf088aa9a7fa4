import Values

/// The log in words.
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

/// What a match's log tells a seat.
extension Match {
    /// The log as a seat may read it: an entry's ``LogEntry/text`` is nil where the move is still sealed to it, and its
    /// ``LogEntry/choice`` is ``LogEntry/Choice/sealed``. Where the host deals, another seat's open move has the index 0 instead of
    /// its place in the list: that would tell of the cards before it.
    ///
    /// A move of a round is sealed until the round is complete; a secret move until the match is over, or until the move
    /// that opens it is played. One's own moves are always readable.
    ///
    /// - Parameter seat: nil for a spectator.
    public func history(for seat: Int?) throws(GameError) -> [LogEntry] {
        if let seat { try check(seat: seat) }
        return try visibleEntries(from: 0, for: seat)
    }

    /// The last ply of a seat as a reader may see it: what ``history(for:)`` has of it, without the texts of what was played
    /// before.
    ///
    /// - Parameter reader: nil for a spectator.
    package func lastEntry(of seat: Int, for reader: Int?) throws(GameError) -> LogEntry? {
        guard let index = entries.lastIndex(where: { $0.seat == seat }) else { return nil }
        return try visibleEntries(from: index, for: reader).first
    }

    /// The last ply as a reader may see it: what ``history(for:)`` has of it, without the texts of what was played before. Moves of
    /// a round under way are no plies yet.
    ///
    /// - Parameter reader: nil for a spectator.
    package func lastPly(for reader: Int?) throws(GameError) -> LogEntry? {
        let ply = try status.ply
        return ply > 0 ? try visibleEntries(from: ply - 1, for: reader).first : nil
    }

    /// The end of the log as a seat may read it.
    private func visibleEntries(from first: Int, for seat: Int?) throws(GameError) -> [LogEntry] {
        let status = try status
        try findTexts(from: first)
        let numbered = zip(entries.indices, entries).dropFirst(first)
        // what opens an entry stands behind it
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

// A saved match has its moves by their places in lists: their texts would be worked out by playing it again. Who keeps matches to go
// on with them at once keeps the texts, too.
extension Match {
    /// The texts of all plies, as far as they are known: a list of `[text, name, until when it is sealed]`, or null.
    package var keptTexts: Value {
        .array(
            entries.map { entry in
                guard let text = entry.text else { return .null }
                let secrecy = entry.secrecy.map { Value.string($0.word) } ?? .null
                return [.string(text), entry.name.map(Value.string) ?? .null, secrecy]
            })
    }

    /// Takes over texts that were kept of the same match. Whatever doesn't fit its log is worked out when somebody asks.
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
