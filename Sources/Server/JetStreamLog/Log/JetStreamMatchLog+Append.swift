import Hosting

extension JetStreamMatchLog {
    public func append(_ entry: LoggedEntry, to match: HostedMatchID) async throws(MatchLogError) -> Appended {
        try entry.check()
        var gaps = 0
        return try await patience.tried { before throws(MatchLogError) in
            // the first attempt trusts what this process has seen; whatever fails, the leader is asked
            let hint = before == 0 ? places[match] ?? (entry.number == 1 ? .start : nil) : nil
            let newest: StoredEntry?
            let place: StoredEntry.Place
            if let hint, hint.number == entry.number - 1 {
                (newest, place) = (nil, hint)
            } else {
                newest = try await self.newest(of: match, attempt: before)
                place = newest?.place ?? .start
            }
            if place.number >= entry.number { return try await judge(entry, match, newest: newest, attempt: before) }
            guard place.number == entry.number - 1 else {
                // a leader that was just deposed may not know the last entries: a gap has to be seen twice
                gaps += 1
                if gaps > 1 { throw .gap(entry.number, behind: place.number) }
                return nil
            }
            let message = NatsMessage(
                subject: layout.entries(of: match), headers: StoredEntry.headers(of: entry), payload: entry.bytes)
            let published = try await stream.publish(
                message, to: layout.log(of: match), after: place.sequence, id: "\(match)/\(entry.number)")
            guard case .stored(let sequence) = published else {
                places.forget(match)
                return nil
            }
            places.see(.init(number: entry.number, sequence: sequence), of: match)
            return .stored
        }
    }

    /// Whose entry has the number; nil where it can't be read yet.
    private func judge(
        _ entry: LoggedEntry, _ match: HostedMatchID, newest: StoredEntry?, attempt: Int
    ) async throws(MatchLogError) -> Appended? {
        var there = newest?.entry
        if there?.number != entry.number {
            there = try await contiguous(match, from: entry.number, through: newest, attempt: attempt, gaps: 0)?.first
        }
        guard let there else { return nil }
        return there == entry ? .stored : .taken(there)
    }

    /// How many attempts may find a leader that knows less than this process has seen, before what was seen is forgotten.
    private static let mostDoubts = 10

    /// The last entry of a match, as the leader knows it.
    ///
    /// A leader that was halted and goes on doesn't know at once that there is another one, and what that one has taken. So it is asked
    /// again where this process has seen more. (Not for ever: streams may have been restored from a backup.)
    func newest(of match: HostedMatchID, attempt: Int) async throws(MatchLogError) -> StoredEntry? {
        let query = JetStream.MessageQuery(last_by_subj: layout.entries(of: match))
        let message = try await stream.message(query, of: layout.log(of: match))
        let stored: StoredEntry? = if let message { try StoredEntry(message) } else { nil }
        if let seen = places[match], seen.number > stored?.entry.number ?? 0 {
            guard attempt >= Self.mostDoubts else {
                throw .unavailable(
                    "the leader of \(layout.log(of: match)) doesn't know entry \(seen.number) of \(match) yet")
            }
            places.forget(match)
        }
        if let stored { places.see(stored.place, of: match) }
        return stored
    }
}
