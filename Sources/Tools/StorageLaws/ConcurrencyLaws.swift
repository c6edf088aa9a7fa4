import Hosting

/// The laws for several writers at once.
enum ConcurrencyLaws {
    static let all: [(name: String, law: MatchLogLaws.Law)] = [
        ("race", race), ("race of two logs", raceOfTwo), ("race with the archive", archiving),
        ("cancelling", cancelling),
    ]

    /// If several writers append an entry with the same number, exactly one of them succeeds.
    private static let race: MatchLogLaws.Law = { trial in try await race(trial, logs: [trial.log]) }

    /// The same law for writers with two open logs, as in two processes.
    private static let raceOfTwo: MatchLogLaws.Law = { trial in
        guard trial.isLasting else { return }
        let other = try await trial.open()
        do {
            try await race(trial, logs: [trial.log, other])
        } catch {
            await other.close()
            throw error
        }
        await other.close()
    }

    private static func race(_ trial: Trial, logs: [any MatchLog]) async throws {
        let id = HostedMatchID.random()
        var winners: [LoggedEntry] = []
        for number in 1...trial.effort.rounds {
            let entries = (0..<trial.effort.writers).map { _ in trial.entry(number) }
            let outcomes = try await withThrowingTaskGroup(of: (LoggedEntry, AppendResult).self) { group in
                for (index, entry) in entries.enumerated() {
                    group.addTask { (entry, try await logs[index % logs.count].append(entry, to: id)) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let stored = outcomes.filter { $0.1 == .stored }.map(\.0)
            try trial.expect(stored.count == 1, "\(stored.count) of \(entries.count) writers have won number \(number)")
            for case (_, .taken(let there)) in outcomes {
                try trial.expect(there, stored[0], "what a loser of number \(number) is told")
            }
            winners += stored
        }
        for log in logs { try await trial.expect(log.read(id, from: 1), winners, "reading what has won") }
    }

    /// An entry that is appended while its match is being archived isn't lost.
    private static let archiving: MatchLogLaws.Law = { trial in
        let (id, begun) = try await trial.match(5)
        let count = 40
        let written = try await withThrowingTaskGroup(of: [LoggedEntry].self) { group in
            group.addTask {
                var entries: [LoggedEntry] = []
                for number in 6...(5 + count) {
                    let entry = trial.entry(number)
                    try await trial.expect(trial.log.append(entry, to: id), .stored, "entry \(number) beside archiving")
                    entries.append(entry)
                }
                return entries
            }
            for _ in 0..<2 {
                group.addTask {
                    for _ in 0..<10 {
                        try await trial.log.archive(id)
                        try await Task.sleep(for: .milliseconds(3))
                    }
                    return []
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        try await trial.expect(trial.log.read(id, from: 1), begun + written, "reading behind it")
    }

    /// An append that is cancelled stores its whole entry or nothing, and a repeated append shows
    /// whether the entry was stored. A cancelled caller never gets the error `unavailable`.
    private static let cancelling: MatchLogLaws.Law = { trial in
        let (id, begun) = try await trial.match(1)
        var entries = begun
        for number in 2...12 {
            let entry = trial.entry(number)
            let task = Task { try await trial.log.append(entry, to: id) }
            if number % 3 > 0 { try await Task.sleep(for: .microseconds(number % 3 * 150)) }
            task.cancel()
            try expectPatience(await task.result, trial, "entry \(number), cancelled")
            try await trial.expect(trial.log.append(entry, to: id), .stored, "entry \(number) again")
            entries.append(entry)
        }
        for number in 1...12 {
            let task = Task {
                _ = try await trial.log.read(id, from: 1)
                _ = try await trial.log.note(.listing, on: id)
                return try await trial.log.matches(with: .listing, limit: 1).count
            }
            if number % 3 > 0 { try await Task.sleep(for: .microseconds(number % 3 * 50)) }
            task.cancel()
            try expectPatience(await task.result, trial, "reading, cancelled")
        }
        try await trial.expect(trial.log.read(id, from: 1), entries, "reading behind it")
    }

    private static func expectPatience<R>(_ result: Result<R, any Error>, _ trial: Trial, _ doing: String) throws {
        guard case .failure(let error) = result else { return }
        try trial.expect(
            error as? MatchLogError == .cancelled, "\(doing): expected it done, or `cancelled`, found \(error)")
    }
}
