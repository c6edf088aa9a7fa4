import GameRules
import LuaRuntime
import Scenes
import Synchronization
import Values

/// One match in the memory of a house: whatever is asked of it comes one after the other.
///
/// It owns nothing. Another server may serve the same match: whoever loses the race for a number reads on and decides again.
final class ActiveMatch: Sendable {
    let id: HostedMatchID
    let house: MatchDependencies
    let turnstile = AsyncMutex()
    /// The match as far as the log was read; used inside the turnstile alone.
    private let folded = Mutex<Handed<HostedMatch>?>(nil)
    /// The number of its last entry, for those outside.
    private let newest = Mutex(0)
    private let drawn = Mutex<[DrawnKey: Encoded]>([:])
    /// For whom the script failed to draw, and behind which entry.
    private let undrawn = Mutex<[Int?: (number: Int, until: Instant, error: HostingError)]>([:])
    /// For how many seconds that is believed: it may have been the memory of all matches that was short.
    private static let undrawnFor = 10
    /// What readers were told last.
    private let told = Mutex<[NewsKey: UpdateBatch]>([:])
    let watchers = Broadcast.ofNumbers()
    let attendant = DeadlineScheduler()
    /// When somebody asked for it last.
    let lastUse: Mutex<Instant>

    private struct DrawnKey: Hashable {
        let seat: Int?
        let theme: Theme
        /// This ends without an entry.
        let keepsFreeSeats: Bool
    }

    private struct NewsKey: Hashable {
        let token: SeatToken?
        let theme: Theme
        let after: Int
    }

    /// A view as bytes, and the number of the entry behind which it was drawn.
    struct Encoded: Sendable {
        let number: Int
        let view: SeatView
        let json: [UInt8]
        /// When the turn ends by the entries alone, and when it ends in fact: the log may have been away.
        let deadline: (written: Instant, end: Instant)?
    }

    init(_ id: HostedMatchID, _ house: MatchDependencies) {
        (self.id, self.house) = (id, house)
        lastUse = Mutex(.now)
    }

    // MARK: The match in memory

    private let queuedAt = Mutex(Instant(milliseconds: 0))

    /// Did somebody ask for it since this was asked last?
    func wasUsedSinceQueued() -> Bool {
        let use = lastUse.withLock { $0 }
        return queuedAt.withLock { queuedAt in
            defer { queuedAt = use }
            return use > queuedAt
        }
    }

    /// Is a Lua state held?
    var isLoaded: Bool { folded.withLock { $0 != nil } }

    /// Lets go of the match; it is read from the log when somebody asks for it again.
    func forget() {
        folded.withLock { $0 = nil }
        newest.withLock { $0 = 0 }
        drawn.withLock { $0 = [:] }
        told.withLock { $0 = [:] }
    }

    /// The number of the last entry that is known; 0 where the match isn't in memory.
    var knownNumber: Int { newest.withLock { $0 } }

    /// Runs `body` on the match, where scripts may run. Inside the turnstile.
    private func look<R>(
        _ match: HostedMatch, _ body: @escaping @Sendable (HostedMatch) throws(HostingError) -> R
    ) async throws(HostingError) -> sending R {
        let held = Handed(value: match)
        return try await house.room.run(of: match.script.id, within: .init(house.settings.requestTime)) {
            () throws(HostingError) in try body(held.value)
        }
    }

    /// The match as the log has it now. Inside the turnstile.
    ///
    /// - Throws: ``HostingError/unknownMatch``, and whatever a damaged log comes to.
    func current() async throws(HostingError) -> Handed<HostedMatch> {
        lastUse.withLock { $0 = .now }
        if let known = folded.withLock({ $0 }) {
            let new = try await read(from: known.value.number + 1)
            if new.isEmpty { return known }
            try await take(new, known)
            return known
        }
        let entries = try await read(from: 1)
        guard let first = entries.first else { throw .unknownMatch }
        let opening = try HostedMatch.opening(of: first).opening
        let script = try await house.shelf.script(opening.game, opening.script, log: house.log)
        let stand = await snapshot(of: entries)
        let loaded = try await house.room.run(of: script.id, within: .init(house.settings.loadTime)) {
            [id, pool = house.shelf.pool(of: script.id)] () throws(HostingError) in
            if let stand, let match = try? HostedMatch(id, entries, at: stand, script: script, pool: pool) {
                return Handed(value: match)
            }
            return Handed(value: try HostedMatch(id, entries, script: script, pool: pool))
        }
        folded.withLock { $0 = loaded }
        house.loaded.add(self)
        changed(loaded)
        return loaded
    }

    private func read(from number: Int) async throws(HostingError) -> [LoggedEntry] {
        do throws(MatchLogError) {
            return try await house.log.read(id, from: number)
        } catch {
            throw house.failure(error)
        }
    }

    private func take(_ entries: [LoggedEntry], _ match: Handed<HostedMatch>) async throws(HostingError) {
        do throws(HostingError) {
            let game = match.value.script.id
            try await house.room.run(of: game, within: .init(house.settings.loadTime)) { () throws(HostingError) in
                for entry in entries { try match.value.take(entry) }
            }
        } catch {
            forget()
            throw error
        }
        changed(match)
    }

    /// Whoever watches is told, and what falls due is looked after.
    private func changed(_ match: Handed<HostedMatch>) {
        newest.withLock { $0 = match.value.number }
        watchers.send(match.value.number)
        house.attend(self, match.value)
    }

    // MARK: Asking

    /// Asks something of the match as the log has it now.
    func ask<R: Sendable>(
        _ body: @escaping @Sendable (HostedMatch) throws(HostingError) -> R
    ) async throws(HostingError) -> R {
        try await turnstile.pass { () async throws(HostingError) in
            try await look(current().value, body)
        }
    }

    /// What is shown to a seat, as bytes; drawn once for all that see the same.
    func encoded(for token: SeatToken?, theme: Theme) async throws(HostingError) -> Encoded {
        try await turnstile.pass { () async throws(HostingError) in
            let match = try await current().value
            return try await encoded(match, for: match.seat(of: token), theme: theme)
        }
    }

    private func encoded(_ match: HostedMatch, for seat: Int?, theme: Theme) async throws(HostingError) -> Encoded {
        let key = DrawnKey(seat: seat, theme: theme, keepsFreeSeats: match.keepsFreeSeats)
        let limit = match.opening.turnLimit ?? 0
        if let known = drawn.withLock({ $0[key] }), known.number == match.number,
            known.deadline.map({ house.end(of: $0.written, turnLimit: limit) == $0.end }) != false
        {
            return known
        }
        // a scene that fails, or takes its whole time, would do so for everybody who looks, again and again
        if let failed = undrawn.withLock({ $0[seat] }), failed.number == match.number, Instant.now < failed.until {
            throw failed.error
        }
        let images = house.shelf.images(of: match.script)
        var view: SeatView
        var deadline: (written: Instant, end: Instant)?
        do throws(HostingError) {
            let written: Instant?
            (view, written) = try await look(match) { match throws(HostingError) in
                (try match.view(for: seat, theme: theme, images: images.forDrawing), try match.deadline())
            }
            deadline = written.map { ($0, house.end(of: $0, turnLimit: limit)) }
            view.deadline = deadline?.end.text
        } catch {
            if case .scriptFailed = error {
                undrawn.withLock { $0[seat] = (match.number, Instant.now.adding(seconds: Self.undrawnFor), error) }
            }
            throw error
        }
        let made = Encoded(number: view.number, view: view, json: JSONBytes.of(view), deadline: deadline)
        drawn.withLock { drawn in
            drawn = drawn.filter { $0.value.number == made.number }
            drawn[key] = made
        }
        return made
    }

    /// The lines behind an entry, and what the match looks like behind the last of them: worked out once for all that know as much
    /// and see the same.
    ///
    /// `atLeast`: The entry that the reader was woken for; nil to look into the log.
    func news(
        after number: Int, for token: SeatToken?, theme: Theme, atLeast woken: Int?
    ) async throws(HostingError) -> UpdateBatch {
        let key = NewsKey(token: token, theme: theme, after: number)
        if let news = known(key, atLeast: woken) { return news }
        return try await turnstile.pass { () async throws(HostingError) in
            // of a thousand that were woken at once the first one asks, and the others have waited for its answer
            if let news = known(key, atLeast: woken) { return news }
            let match = try await current().value
            let seat = match.seat(of: token)
            let lines = try await look(match) { match throws(HostingError) in
                let phase = try match.phase()
                return try match.lines(after: number, for: phase == .waiting || phase == .closed ? nil : seat)
            }
            let news = UpdateBatch(lines, try await encoded(match, for: seat, theme: theme))
            told.withLock { told in
                told = told.filter { $0.value.number == news.number }
                if told.count < Self.mostTold { told[key] = news }
            }
            return news
        }
    }

    /// Readers at one table that know different numbers of entries are few: those who have just come.
    private static let mostTold = 64

    private func known(_ key: NewsKey, atLeast woken: Int?) -> UpdateBatch? {
        guard let woken, let news = told.withLock({ $0[key] }), news.number >= woken else { return nil }
        return news
    }

    // MARK: Writing

    /// How often a race may be lost before the request fails.
    private static let mostTries = 20

    /// Decides, and appends what was decided. A request that was written already isn't written again.
    ///
    /// - Parameter decide: Judges the match as it is, and says what happens; nil for nothing. Where it plays a move, the match is
    ///   behind it then.
    /// - Returns: The number of the entry; nil where nothing happened.
    @discardableResult
    func write(
        _ nonce: Nonce, _ decide: @escaping @Sendable (HostedMatch) throws(HostingError) -> HostedEntry.Event?
    ) async throws(HostingError) -> Int? {
        try await turnstile.pass { () async throws(HostingError) in
            for _ in 1...Self.mostTries {
                let held = try await current()
                let match = held.value
                if let number = match.number(of: nonce) { return number }
                let before = match.match.log.count
                let event: HostedEntry.Event?
                do throws(HostingError) {
                    event = try await look(match, decide)
                } catch {
                    if match.match.log.count != before { forget() }
                    throw error
                }
                guard let event else { return nil }
                let last = match.entries.last?.at ?? .now
                let read = HostedEntry(at: max(.now, last), event)
                switch try await append(read, nonce, at: match.number + 1, hasPlayed: event.isPlay) {
                case .stored(let entry):
                    match.take(decided: entry, read)
                    changed(held)
                    return entry.number
                case .taken: continue
                }
            }
            throw .unavailable("\(Self.mostTries) times another server was quicker")
        }
    }

    private enum Written {
        case stored(LoggedEntry)
        case taken
    }

    private func append(
        _ read: HostedEntry, _ nonce: Nonce, at number: Int, hasPlayed: Bool
    ) async throws(HostingError) -> Written {
        let entry: LoggedEntry
        do throws(HostingError) {
            entry = LoggedEntry(number: number, nonce: nonce, bytes: try read.checkedBytes())
        } catch {
            if hasPlayed { forget() }
            throw error
        }
        do throws(MatchLogError) {
            if case .stored = try await house.log.append(entry, to: id) { return .stored(entry) }
            if hasPlayed { forget() }  // it stands behind a move that lost
            return .taken
        } catch {
            forget()
            throw house.failure(error)
        }
    }
}

extension HostedEntry.Event {
    /// Has deciding it changed the match by its rules?
    fileprivate var isPlay: Bool {
        switch self {
        case .ply, .leave, .timeout: true
        default: false
        }
    }
}

// Where a match stands, kept beside its log so that it needn't be played again.
extension ActiveMatch {
    /// Matches of fewer entries are as quickly played again.
    static let leastEntries = 40

    /// Notes where the match stands, if it is in memory and long enough.
    func keepSnapshot() async throws(HostingError) {
        guard isLoaded, knownNumber >= Self.leastEntries else { return }
        let bytes = try await ask { match throws(HostingError) in
            try match.phase() == .playing ? try MatchCheckpoint(match).bytes : nil
        }
        guard let bytes else { return }
        do throws(MatchLogError) {
            try await house.log.note(.snapshot, bytes, on: id)
        } catch {
            throw HostingError(error)
        }
    }

    /// What was noted of the match; nil for nothing.
    func snapshot(of entries: [LoggedEntry]) async -> MatchCheckpoint? {
        guard entries.count >= Self.leastEntries else { return nil }
        return (try? await house.log.note(.snapshot, on: id)).flatMap { $0 }.flatMap(MatchCheckpoint.init)
    }
}

/// The tables that hold a Lua state, in the order in which they were loaded: no more of them than there is room for.
final class MatchCache: Sendable {
    private let most: Int
    private let queue = Mutex<[ActiveMatch]>([])

    init(most: Int) { self.most = max(1, most) }

    /// A table was loaded: others let go of their matches if there are too many now, those that nobody has used meanwhile first.
    func add(_ table: ActiveMatch) {
        let crowded = queue.withLock { queue -> [ActiveMatch] in
            queue.append(table)
            var crowded: [ActiveMatch] = []
            // whoever was used since it was queued gets behind the others, but there has to be an end to that
            var chances = 16
            while queue.count > most, let first = queue.first {
                queue.removeFirst()
                if !first.isLoaded { continue }
                if chances > 0, first.wasUsedSinceQueued() {
                    chances -= 1
                    queue.append(first)
                } else {
                    crowded.append(first)
                }
            }
            return crowded
        }
        for table in crowded { table.forget() }
    }
}
