import Hosting
import Synchronization

/// A log in memory that counts how often it is read, can be away when a number is to be appended, and have a match that is damaged.
final class ProbedMatchLog: MatchLog {
    private let real = MemoryMatchLog()
    private let state = Mutex((reads: 0, refused: 0, times: 0, refusal: Instant.now))

    private let damaged = Mutex<HostedMatchID?>(nil)

    /// A match can't be read from now on.
    func damage(_ match: HostedMatchID) { damaged.withLock { $0 = match } }

    /// How often entries were read.
    var reads: Int { state.withLock { $0.reads } }

    /// When an append was refused last.
    var lastRefusal: Instant { state.withLock { $0.refusal } }

    /// Whoever appends this number finds the log away, so many times.
    func refuse(_ number: Int, times: Int) { state.withLock { ($0.refused, $0.times) = (number, times) } }

    func append(_ entry: LoggedEntry, to match: HostedMatchID) throws(MatchLogError) -> Appended {
        let isAway = state.withLock { state in
            guard entry.number == state.refused, state.times > 0 else { return false }
            (state.times, state.refusal) = (state.times - 1, .now)
            return true
        }
        if isAway { throw .unavailable("the test says so") }
        return try real.append(entry, to: match)
    }

    private let blames = Mutex(false)

    /// Reading takes a while from now on, and whoever is cancelled meanwhile finds the log away: no engine should be like that.
    func blameCancelledReaders() { blames.withLock { $0 = true } }

    /// How many entries a match has.
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
