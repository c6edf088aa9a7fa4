import Synchronization

/// A log in memory, for tests and for matches that may be lost when the process ends.
public final class MemoryMatchLog: MatchLog {
    private struct Kept {
        var entries: [HostedMatchID: [LoggedEntry]] = [:]
        var notes: [MatchNote: [HostedMatchID: (turn: Int, bytes: [UInt8])]] = [:]
        var noted = 0
        var isClosed = false
    }

    private let kept = Mutex(Kept())
    private let followers = Broadcast.ofArrivals()

    /// An empty log.
    public init() {}

    public func append(_ entry: LoggedEntry, to match: HostedMatchID) throws(MatchLogError) -> AppendResult {
        try entry.check()
        let outcome = kept.withLock { kept -> Result<AppendResult, MatchLogError> in
            guard !kept.isClosed else { return .failure(.closed) }
            let entries = kept.entries[match, default: []]
            if entry.number <= entries.count {
                let there = entries[entry.number - 1]
                return .success(there == entry ? .stored : .taken(there))
            }
            guard entry.number == entries.count + 1 else {
                return .failure(.gap(entry.number, behind: entries.count))
            }
            kept.entries[match, default: []].append(entry)
            followers.send(Arrival(match: match, entry: entry))
            return .success(.stored)
        }
        return try outcome.get()
    }

    public func read(_ match: HostedMatchID, from number: Int) throws(MatchLogError) -> [LoggedEntry] {
        try whileOpen { Array($0.entries[match, default: []].dropFirst(max(1, number) - 1)) }
    }

    public func matches() throws(MatchLogError) -> [HostedMatchID] { try whileOpen { Array($0.entries.keys) } }

    public func arrivals() throws(MatchLogError) -> AsyncStream<Arrival> {
        try whileOpen { _ in }
        return followers.stream()
    }

    /// Does nothing, because this log has no cheaper storage than memory.
    public func archive(_ match: HostedMatchID) throws(MatchLogError) { try whileOpen { _ in } }

    public func note(_ kind: MatchNote, _ bytes: [UInt8]?, on match: HostedMatchID) throws(MatchLogError) {
        try MatchNote.check(bytes)
        try whileOpen { kept in
            kept.noted += 1
            kept.notes[kind, default: [:]][match] = bytes.map { (kept.noted, $0) }
        }
    }

    public func note(_ kind: MatchNote, on match: HostedMatchID) throws(MatchLogError) -> [UInt8]? {
        try whileOpen { $0.notes[kind]?[match]?.bytes }
    }

    public func matches(
        with kind: MatchNote, limit: Int
    ) throws(MatchLogError) -> [(match: HostedMatchID, note: [UInt8])] {
        try whileOpen { kept in
            (kept.notes[kind] ?? [:]).sorted { $0.value.turn > $1.value.turn }.prefix(max(0, limit))
                .map { ($0.key, $0.value.bytes) }
        }
    }

    public func close() {
        kept.withLock { $0 = Kept(isClosed: true) }
        followers.finish()
    }

    private func whileOpen<R>(_ body: (inout Kept) -> R) throws(MatchLogError) -> R {
        let result = kept.withLock { kept -> R? in kept.isClosed ? nil : body(&kept) }
        guard let result else { throw .closed }
        return result
    }
}
