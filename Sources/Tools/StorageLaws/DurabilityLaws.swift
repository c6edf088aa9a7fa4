import Hosting

/// The laws for what a log stores and reports.
enum DurabilityLaws {
    static let all: [(name: String, law: MatchLogLaws.Law)] = [
        ("archive", archive), ("notes", notes), ("matches", matches), ("arrivals", arrivals),
        ("arrivals of others", arrivalsOfOthers),
        ("lasting", lasting), ("closed", closed),
    ]

    /// An archived match can be read, and further entries can be appended, as before.
    private static let archive: MatchLogLaws.Law = { trial in
        var (id, entries) = try await trial.match(6)
        for _ in 1...3 {
            try await trial.log.archive(id)
            for from in [1, 4, entries.count, entries.count + 1] {
                try await trial.expect(
                    trial.log.read(id, from: from), Array(entries.dropFirst(from - 1)), "reading from \(from), archived"
                )
            }
            try await trial.expect(trial.log.append(entries[1], to: id), .stored, "entry 2 again, archived")
            try await trial.expect(
                trial.log.append(trial.entry(3), to: id), .taken(entries[2]), "another entry 3, archived")
            try await trial.expectRefusal("a gap behind what is archived") {
                _ = try await trial.log.append(trial.entry(entries.count + 2), to: id)
            }
            let next = trial.entry(entries.count + 1)
            try await trial.expect(trial.log.append(next, to: id), .stored, "the next entry")
            entries.append(next)
            try await trial.expect(trial.log.read(id, from: 1), entries, "reading behind it")
        }
        try await trial.log.archive(id)
        try await trial.log.archive(id)
        try await trial.expect(trial.log.read(id, from: 1), entries, "archived twice")
        try await trial.log.archive(.random())
    }

    /// A new note replaces the old one, and lists have the newest notes first.
    private static let notes: MatchLogLaws.Law = { trial in
        let ids = (0..<5).map { _ in HostedMatchID.random() }
        try await trial.expect(trial.log.note(.listing, on: ids[0]), nil, "a note that there isn't")
        for (index, id) in ids.enumerated() { try await trial.log.note(.listing, [UInt8(index)], on: id) }
        try await trial.log.note(.snapshot, [7, 7], on: ids[1])
        try await trial.log.note(.listing, [42], on: ids[1])
        try await trial.log.note(.listing, nil, on: ids[3])
        try await trial.log.note(.listing, nil, on: .random())
        try await trial.expect(trial.log.note(.listing, on: ids[1]), [42], "the note behind another")
        try await trial.expect(trial.log.note(.snapshot, on: ids[1]), [7, 7], "a note of another kind")
        try await trial.expect(trial.log.note(.listing, on: ids[3]), nil, "a note that was taken away")
        let listed = try await trial.log.matches(with: .listing, limit: 10_000).filter { ids.contains($0.match) }
        try trial.expect(listed.map(\.match), [ids[1], ids[4], ids[2], ids[0]], "matches with notes, the newest first")
        try trial.expect(listed.map(\.note), [[42], [4], [2], [0]], "their notes")
        try await trial.expect(trial.log.matches(with: .listing, limit: 2).count, 2, "at most two of them")
        for id in ids { try await trial.log.note(.listing, nil, on: id) }
        let large = [UInt8](repeating: 3, count: MatchNote.mostBytes)
        try await trial.log.note(.snapshot, large, on: ids[2])
        try await trial.expect(trial.log.note(.snapshot, on: ids[2]) == large, "a large note comes back otherwise")
    }

    /// Every match is listed once, whether its entries are archived or not. An id that has only
    /// notes isn't listed.
    private static let matches: MatchLogLaws.Law = { trial in
        let ids = try await [trial.match(1).0, trial.match(5).0, trial.match(3).0]
        let noted = HostedMatchID.random()
        try await trial.log.note(.listing, [1], on: noted)
        try await trial.log.archive(ids[0])
        try await trial.log.archive(ids[1])
        try await trial.expect(trial.log.append(trial.entry(6), to: ids[1]), .stored, "behind what is archived")
        let wanted = Set(ids + [noted])
        let named = try await trial.log.matches().filter(wanted.contains)
        try trial.expect(named.map(\.text).sorted(), ids.map(\.text).sorted(), "the matches that have entries")
        try await trial.log.note(.listing, nil, on: noted)
    }

    /// Appended entries arrive, in order within each match.
    private static let arrivals: MatchLogLaws.Law = { trial in
        try await arrivals(trial, to: trial.log, from: trial.log)
    }

    /// The same law for entries that are appended through another open log, as in another process.
    private static let arrivalsOfOthers: MatchLogLaws.Law = { trial in
        guard trial.isLasting else { return }
        let other = try await trial.open()
        do {
            try await arrivals(trial, to: trial.log, from: other)
        } catch {
            await other.close()
            throw error
        }
        await other.close()
    }

    private static func arrivals(_ trial: Trial, to log: any MatchLog, from writer: any MatchLog) async throws {
        let stream = try await log.arrivals()
        let ids = (0..<3).map { _ in HostedMatchID.random() }
        let wanted = 10
        let collected = Task { () -> [HostedMatchID: [LoggedEntry]] in
            var found: [HostedMatchID: [LoggedEntry]] = [:]
            for await arrival in stream where ids.contains(arrival.match) {
                // the same entry may arrive twice
                if found[arrival.match]?.contains(arrival.entry) != true {
                    found[arrival.match, default: []].append(arrival.entry)
                }
                if found.values.reduce(0, { $0 + $1.count }) == wanted * ids.count { break }
            }
            return found
        }
        let patience = Task {
            try? await Task.sleep(for: trial.effort.patience)
            collected.cancel()
        }
        var sent: [HostedMatchID: [LoggedEntry]] = [:]
        for number in 1...wanted {
            for id in ids {
                let entry = trial.entry(number)
                try await trial.expect(writer.append(entry, to: id), .stored, "appending")
                sent[id, default: []].append(entry)
            }
        }
        let found = await collected.value
        patience.cancel()
        for id in ids { try trial.expect(found[id] ?? [], sent[id] ?? [], "what arrives of a match") }
    }

    /// All stored entries can still be read when the log is opened again.
    private static let lasting: MatchLogLaws.Law = { trial in
        guard trial.isLasting else { return }
        let (id, entries) = try await trial.match(5)
        let (archived, others) = try await trial.match(3)
        try await trial.log.archive(archived)
        try await trial.log.note(.listing, [5], on: id)
        await trial.log.close()
        let again = try await trial.open()
        do {
            try await trial.expect(again.read(id, from: 1), entries, "reading in a log that was opened again")
            try await trial.expect(again.read(archived, from: 1), others, "reading an archived match there")
            try await trial.expect(again.note(.listing, on: id), [5], "a note there")
            try await trial.expect(again.append(trial.entry(6), to: id), .stored, "appending there")
            try await again.note(.listing, nil, on: id)
        } catch {
            await again.close()
            throw error
        }
        await again.close()
    }

    /// A closed log throws `unavailable`, and ends its streams.
    private static let closed: MatchLogLaws.Law = { trial in
        let (id, _) = try await trial.match(1)
        let stream = try await trial.log.arrivals()
        await trial.log.close()
        let end = Task { for await _ in stream {} }
        let patience = Task {
            try await Task.sleep(for: trial.effort.patience)
            end.cancel()
        }
        await end.value
        patience.cancel()
        try trial.expect(!end.isCancelled, "a stream of arrivals goes on")
        do {
            _ = try await trial.log.append(trial.entry(2), to: id)
        } catch MatchLogError.unavailable {
            return
        } catch {
            throw Broken(what: "appending to a closed log: expected `unavailable`, found \(error)")
        }
        throw Broken(what: "a closed log takes entries")
    }
}
