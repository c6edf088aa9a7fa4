import Hosting

/// The laws for appending one entry after the other.
enum AppendLaws {
    static let all: [(name: String, law: MatchLogLaws.Law)] = [
        ("order", order), ("bytes", bytes), ("gap", gap), ("again", again), ("taken", taken), ("size", size),
        ("apart", apart),
    ]

    /// Entries are read in order, from any number on.
    private static let order: MatchLogLaws.Law = { trial in
        let (id, entries) = try await trial.match(12)
        for from in [.min, -1, 0, 1, 2, 7, 12, 13, 100, .max] {
            let wanted = entries.filter { $0.number >= from }
            try await trial.expect(trial.log.read(id, from: from), wanted, "reading from \(from)")
        }
        try await trial.expect(trial.log.read(.random(), from: 1), [], "reading a match that there isn't")
    }

    /// Bytes come back unchanged.
    private static let bytes: MatchLogLaws.Law = { trial in
        let id = HostedMatchID.random()
        let all: [[UInt8]] = [
            [], [0], Array(0...255), Array("\r\n\r\nNATS/1.0 503\r\n".utf8),
            [UInt8](repeating: 0xff, count: LoggedEntry.mostBytes),
        ]
        for (index, bytes) in all.enumerated() {
            try await trial.expect(
                trial.log.append(trial.entry(index + 1, bytes), to: id), .stored, "\(bytes.count) bytes")
        }
        try await trial.expect(trial.log.read(id, from: 1).map(\.bytes), all, "reading them")
    }

    /// An entry after a gap, or with a number below 1, is refused.
    private static let gap: MatchLogLaws.Law = { trial in
        let (id, entries) = try await trial.match(3)
        for number in [-1, 0, 5, 1000] {
            try await trial.expectRefusal("entry \(number) behind 3") {
                _ = try await trial.log.append(trial.entry(number), to: id)
            }
        }
        try await trial.expectRefusal("entry 2 of a new match") {
            _ = try await trial.log.append(trial.entry(2), to: .random())
        }
        try await trial.expect(trial.log.read(id, from: 1), entries, "reading behind refusals")
    }

    /// Appending the same entry again returns `stored`, even if later entries follow it. The log
    /// has the entry only once.
    private static let again: MatchLogLaws.Law = { trial in
        let (id, entries) = try await trial.match(4)
        for entry in entries + entries {
            try await trial.expect(trial.log.append(entry, to: id), .stored, "entry \(entry.number) again")
        }
        try await trial.expect(trial.log.read(id, from: 1), entries, "reading behind repeated entries")
    }

    /// If another entry already has the number, the log returns that entry, even if both entries
    /// have the same nonce.
    private static let taken: MatchLogLaws.Law = { trial in
        let (id, entries) = try await trial.match(4)
        for there in entries {
            try await trial.expect(
                trial.log.append(trial.entry(there.number), to: id), .taken(there), "another entry \(there.number)")
            try await trial.expect(
                trial.log.append(trial.entry(there.number, [9, 9], nonce: there.nonce), to: id), .taken(there),
                "another entry \(there.number) with the same nonce")
        }
        try await trial.expect(trial.log.read(id, from: 1), entries, "reading behind them")
    }

    /// An entry or a note that is too large is refused.
    private static let size: MatchLogLaws.Law = { trial in
        let (id, entries) = try await trial.match(1)
        try await trial.expectRefusal("\(LoggedEntry.mostBytes + 1) bytes") {
            _ = try await trial.log.append(
                trial.entry(2, [UInt8](repeating: 1, count: LoggedEntry.mostBytes + 1)), to: id)
        }
        try await trial.expectRefusal("a note of \(MatchNote.mostBytes + 1) bytes") {
            try await trial.log.note(.snapshot, [UInt8](repeating: 1, count: MatchNote.mostBytes + 1), on: id)
        }
        try await trial.expect(trial.log.read(id, from: 1), entries, "reading behind refusals")
    }

    /// Matches are independent: the same nonce may be used in each of them.
    private static let apart: MatchLogLaws.Law = { trial in
        let nonce = Nonce.random()
        let ids = (0..<20).map { _ in HostedMatchID.random() }
        for (index, id) in ids.enumerated() {
            let entry = trial.entry(1, [UInt8(index)], nonce: nonce)
            try await trial.expect(trial.log.append(entry, to: id), .stored, "the same nonce in match \(index)")
        }
        for (index, id) in ids.enumerated() {
            try await trial.expect(trial.log.read(id, from: 1).map(\.bytes), [[UInt8(index)]], "reading match \(index)")
        }
    }
}
