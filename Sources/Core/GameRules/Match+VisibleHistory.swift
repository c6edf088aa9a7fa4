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
