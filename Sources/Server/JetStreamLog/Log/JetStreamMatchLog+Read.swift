import Hosting

extension JetStreamMatchLog {
    public func read(_ match: HostedMatchID, from number: Int) async throws(MatchLogError) -> [LoggedEntry] {
        var gaps = 0
        return try await patience.tried { before throws(MatchLogError) in
            let seen = places[match]
            guard let newest = try await newest(of: match, attempt: before), newest.entry.number >= number else {
                return []
            }
            let entries = try await contiguous(
                match, from: max(1, number), through: newest, behind: before == 0 ? seen : nil, attempt: before,
                gaps: gaps)
            if entries == nil { gaps += 1 }
            return entries
        }
    }

    /// The last entry of every match stands in a log, also of those that are archived.
    public func matches() async throws(MatchLogError) -> [HostedMatchID] {
        var matches: [HostedMatchID] = []
        for part in 0..<StreamLayout.parts {
            let subjects = try await patience.tried { _ throws(MatchLogError) -> [String]? in
                try await stream.subjects(layout.allEntries(part), of: layout.log(part))
            }
            matches += subjects.compactMap(StreamLayout.match)
        }
        return matches
    }

    /// How many attempts may find a gap before it counts as one: by then the leader has answered most of them.
    static let mostGaps = 12

    /// The entries from a number through the newest one; nil where some of them can't be seen yet: a replica may be behind, and
    /// entries may just be moving into the archive.
    ///
    /// - Parameters:
    ///   - seen: An entry before those, whose place is known: the reading starts behind it.
    ///   - attempt: How many went before: the first ones ask any replica.
    ///   - gaps: How many of them found a gap. What couldn't be asked is none.
    func contiguous(
        _ match: HostedMatchID, from number: Int, through newest: StoredEntry?, behind seen: StoredEntry.Place? = nil,
        attempt: Int, gaps: Int
    ) async throws(MatchLogError) -> [LoggedEntry]? {
        guard let newest else { return nil }
        if newest.entry.number == number { return [newest.entry] }
        let subject = layout.entries(of: match)
        let log = layout.log(of: match)
        let start = seen.map { $0.number < number ? $0.sequence + 1 : 1 } ?? 1
        let messages =
            isBatched && attempt < 2
            ? try await stream.batch(on: subject, of: log, from: start, through: newest.sequence)
            : try await stream.messages(on: subject, of: log, from: start, through: newest.sequence)
        var entries: [LoggedEntry] = []
        for message in messages {
            let entry = try StoredEntry(message).entry
            if entry.number >= number { entries.append(entry) }
        }
        if let first = entries.first?.number, first > number {
            // what isn't in the log was archived before it went
            let archived = try await archive(of: match).entries.filter { (number..<first).contains($0.number) }
            entries = archived + entries
        }
        let isWhole = entries.map(\.number) == Array(number...newest.entry.number)
        if !isWhole, gaps >= Self.mostGaps {
            throw .damaged(
                "entries \(number) to \(newest.entry.number) of \(match) aren't all there: found \(entries.count)")
        }
        return isWhole ? entries : nil
    }
}
