/// A log whose calls continue when the waiting task is cancelled.
///
/// Clients cancel their requests. A cancelled request must not end a call to the log: other
/// requests wait for the same match, and after the log seemed unreachable, turns last longer.
struct UncancelledLog: MatchLog {
    private let log: any MatchLog

    init(_ log: any MatchLog) { self.log = log }

    /// Runs `body` as a separate task, with the caller's task-local values.
    private func whole<R: Sendable>(
        _ body: @escaping @Sendable (any MatchLog) async throws(MatchLogError) -> R
    ) async throws(MatchLogError) -> R {
        let task = Task { [log] () -> Result<R, MatchLogError> in
            do throws(MatchLogError) { return .success(try await body(log)) } catch { return .failure(error) }
        }
        return try await task.value.get()
    }

    func append(_ entry: LoggedEntry, to match: HostedMatchID) async throws(MatchLogError) -> AppendResult {
        try await whole { log throws(MatchLogError) in try await log.append(entry, to: match) }
    }

    func read(_ match: HostedMatchID, from number: Int) async throws(MatchLogError) -> [LoggedEntry] {
        try await whole { log throws(MatchLogError) in try await log.read(match, from: number) }
    }

    func matches() async throws(MatchLogError) -> [HostedMatchID] {
        try await whole { log throws(MatchLogError) in try await log.matches() }
    }

    func arrivals() async throws(MatchLogError) -> AsyncStream<Arrival> {
        try await whole { log throws(MatchLogError) in try await log.arrivals() }
    }

    func archive(_ match: HostedMatchID) async throws(MatchLogError) {
        try await whole { log throws(MatchLogError) in try await log.archive(match) }
    }

    func note(_ kind: MatchNote, _ bytes: [UInt8]?, on match: HostedMatchID) async throws(MatchLogError) {
        try await whole { log throws(MatchLogError) in try await log.note(kind, bytes, on: match) }
    }

    func note(_ kind: MatchNote, on match: HostedMatchID) async throws(MatchLogError) -> [UInt8]? {
        try await whole { log throws(MatchLogError) in try await log.note(kind, on: match) }
    }

    func matches(
        with kind: MatchNote, limit: Int
    ) async throws(MatchLogError) -> [(match: HostedMatchID, note: [UInt8])] {
        try await whole { log throws(MatchLogError) in try await log.matches(with: kind, limit: limit) }
    }

    func close() async { await log.close() }
}
