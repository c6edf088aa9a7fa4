import Hosting
import Synchronization

/// A log in memory that counts its reads. It can also be unreachable for appends of a certain number, and have a damaged match.
final class ProbedMatchLog: MatchLog {
    private let real = MemoryMatchLog()
    private let state = Mutex((reads: 0, refused: 0, times: 0, refusal: Timestamp.now))

    private let damaged = Mutex<HostedMatchID?>(nil)

    /// Makes a match unreadable from now on.
    func damage(_ match: HostedMatchID) { damaged.withLock { $0 = match } }

    /// The number of times entries were read.
    var reads: Int { state.withLock { $0.reads } }

    /// The time at which an append was last refused.
    var lastRefusal: Timestamp { state.withLock { $0.refusal } }

    /// Makes the log unreachable for the next `times` appends with this number.
    func refuse(_ number: Int, times: Int) { state.withLock { ($0.refused, $0.times) = (number, times) } }

    func append(_ entry: LoggedEntry, to match: HostedMatchID) throws(MatchLogError) -> AppendResult {
        let isAway = state.withLock { state in
            guard entry.number == state.refused, state.times > 0 else { return false }
            (state.times, state.refusal) = (state.times - 1, .now)
            return true
        }
        if isAway { throw .unavailable("the test says so") }
        return try real.append(entry, to: match)
    }

    private let blames = Mutex(false)

    /// Makes reading slow from now on. A reader that is cancelled meanwhile gets the error `unavailable`, which a correct engine
    /// never throws for that reason.
    func blameCancelledReaders() { blames.withLock { $0 = true } }

    /// Returns the number of entries of a match.
    func entries(of match: HostedMatchID) throws(MatchLogError) -> Int { try real.read(match, from: 1).count }

    func read(_ match: HostedMatchID, from number: Int) async throws(MatchLogError) -> [LoggedEntry] {
        if blames.withLock({ $0 }) {
            guard (try? await Task.sleep(for: .milliseconds(5))) != nil else { throw .unavailable("cancelled") }
        }
        return try entries(match, from: number)
    }

    private func entries(_ match: HostedMatchID, from number: Int) throws(MatchLogError) -> [LoggedEntry] {
        state.withLock { $0.reads += 1 }
        if damaged.withLock({ $0 == match }) { throw .damaged("by the test") }
        return try real.read(match, from: number)
    }

    func matches() throws(MatchLogError) -> [HostedMatchID] { try real.matches() }
    func arrivals() throws(MatchLogError) -> AsyncStream<Arrival> { try real.arrivals() }
    func archive(_ match: HostedMatchID) throws(MatchLogError) { try real.archive(match) }
    func note(_ kind: MatchNote, _ bytes: [UInt8]?, on match: HostedMatchID) throws(MatchLogError) {
        try real.note(kind, bytes, on: match)
    }
    func note(_ kind: MatchNote, on match: HostedMatchID) throws(MatchLogError) -> [UInt8]? {
        try real.note(kind, on: match)
    }
    func matches(
        with kind: MatchNote, limit: Int
    ) throws(MatchLogError) -> [(match: HostedMatchID, note: [UInt8])] {
        try real.matches(with: kind, limit: limit)
    }
    func close() { real.close() }
}
