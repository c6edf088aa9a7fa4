/// What was played, in words.
extension Match {
    /// The log with the text of every move. Texts that nobody asked for before are worked out by playing the log again.
    public func history() throws(GameError) -> [LogEntry] {
        guard entries.contains(where: { $0.text == nil }) else { return log }
        let replica = try Match(of: script, seats: seats, options: options, seed: seed, limits: limits, pool: pool)
        for index in entries.indices {
            let entry = entries[index]
            switch entry.choice {
            case .leave(let why): try replica.leave(seat: entry.seat, why: why)
            case .move(.typed(let name, let argument)):
                try replica.play(name: name, argument: argument, seat: entry.seat)
            case .move(.index(let number)):
                guard let move = try replica.legalMoves(for: entry.seat).first(where: { $0.index == number }) else {
                    break
                }
                try replica.play(name: move.name, argument: move.argument, seat: entry.seat)
            }
            if let last = replica.entries.last(where: { $0.seat == entry.seat }), last.choice == entry.choice {
                entries[index] = last
            }
        }
        return log
    }
}
