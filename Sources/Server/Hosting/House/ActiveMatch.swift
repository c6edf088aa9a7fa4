import GameRules
import LuaRuntime
import Scenes
import Synchronization
import Values

/// One match in the memory of a service. Requests to it run one after the other.
///
/// No server owns a match, so another server may serve the same match. If two servers append an
/// entry with the same number, the log stores only one of the entries. The other server reads the
/// new entries and decides again.
final class ActiveMatch: Sendable {
    let id: HostedMatchID
    let house: MatchDependencies
    let turnstile = AsyncMutex()
    /// The match after the entries that were read from the log. Used only inside the mutex.
    private let folded = Mutex<Handed<HostedMatch>?>(nil)
    /// The number of the last known entry, readable outside the mutex.
    private let newest = Mutex(0)
    private let drawn = Mutex<[DrawnKey: Encoded]>([:])
    /// The cached failures to draw a view, by seat; the key nil is for a spectator. `number` is the
    /// number of the last entry at the time of the failure.
    private let undrawn = Mutex<[Int?: (number: Int, until: Timestamp, error: HostingError)]>([:])
    /// The seconds for which a failure to draw is cached. A later attempt can succeed, for example
    /// if the memory that all matches share was short only for a while.
    private static let undrawnFor = 10
    /// The cached updates for readers; see ``news(after:for:theme:atLeast:)``.
    /// The time of moves since the last checkpoint.
    private let unsaved = Mutex(Duration.zero)
    private let told = Mutex<[NewsKey: UpdateBatch]>([:])
    let watchers = Broadcast.ofNumbers()
    let attendant = DeadlineScheduler()
    /// The time of the last request.
    let lastUse: Mutex<Timestamp>

    private struct DrawnKey: Hashable {
        let seat: Int?
        let theme: Theme
        /// Whether free seats are reserved. This value can change without a new entry.
        let keepsFreeSeats: Bool
    }

    private struct NewsKey: Hashable {
        let token: SeatToken?
        let theme: Theme
        let after: Int
    }

    /// A view as bytes, and the number of the last entry when it was drawn.
    struct Encoded: Sendable {
        let number: Int
        let view: SeatView
        let json: [UInt8]
        /// `written` is the deadline of the turn as it follows from the entries alone. `end` is the
        /// actual deadline, which is later if the log was unreachable.
        let deadline: (written: Timestamp, end: Timestamp)?
    }

    init(_ id: HostedMatchID, _ house: MatchDependencies) {
        (self.id, self.house) = (id, house)
        lastUse = Mutex(.now)
    }

    // MARK: The match in memory

    private let queuedAt = Mutex(Timestamp(milliseconds: 0))

    /// Returns whether the match was used since the last call of this function.
    func wasUsedSinceQueued() -> Bool {
        let use = lastUse.withLock { $0 }
        return queuedAt.withLock { queuedAt in
            defer { queuedAt = use }
            return use > queuedAt
        }
    }

    /// Whether the match and its Lua state are in memory.
    var isLoaded: Bool { folded.withLock { $0 != nil } }

    /// Unloads the match. The next request reads it from the log again.
    func forget() {
        folded.withLock { $0 = nil }
        newest.withLock { $0 = 0 }
        drawn.withLock { $0 = [:] }
        told.withLock { $0 = [:] }
    }

    /// The id of the game; nil if the match isn't in memory.
    var game: String? { folded.withLock { $0?.value.script.id } }

    /// The number of the last known entry; 0 if the match isn't in memory.
    var knownNumber: Int { newest.withLock { $0 } }

    /// Runs `body` on the match, on a thread for scripts. Call it inside the mutex.
    private func look<R>(
        _ match: HostedMatch, _ body: @escaping @Sendable (HostedMatch) throws(HostingError) -> R
    ) async throws(HostingError) -> sending R {
        let held = Handed(value: match)
        return try await house.room.run(of: match.script.id, within: .init(house.settings.requestTime)) {
            () throws(HostingError) in try body(held.value)
        }
    }

    /// Returns the match with all entries that the log has now. Call it inside the mutex.
    ///
    /// - Throws: ``HostingError/unknownMatch``, and the error for a damaged log.
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
        house.loaded.makeRoom(in: house.shelf.pool(of: script.id), of: script.id)
        let begun = ContinuousClock.now
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
        await noteTime(ContinuousClock.now - begun, of: loaded.value)
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

    /// Wakes the watchers, and plans the next deadline.
    private func changed(_ match: Handed<HostedMatch>) {
        newest.withLock { $0 = match.value.number }
        watchers.send(match.value.number)
        house.attend(self, match.value)
    }

    // MARK: Reading

    /// Runs `body` on the match with all entries that the log has now.
    func ask<R: Sendable>(
        _ body: @escaping @Sendable (HostedMatch) throws(HostingError) -> R
    ) async throws(HostingError) -> R {
        try await turnstile.pass { () async throws(HostingError) in
            try await look(current().value, body)
        }
    }

    /// Returns the view of the token's seat as bytes. The view is drawn once for all viewers with
    /// the same seat and theme; all spectators count as one seat.
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
        // a scene that fails or runs out of time would fail again for every further viewer
        if let failed = undrawn.withLock({ $0[seat] }), failed.number == match.number, Timestamp.now < failed.until {
            throw failed.error
        }
        let images = house.shelf.images(of: match.script)
        var view: SeatView
        var deadline: (written: Timestamp, end: Timestamp)?
        do throws(HostingError) {
            let written: Timestamp?
            (view, written) = try await look(match) { match throws(HostingError) in
                (try match.view(for: seat, theme: theme, images: images.forDrawing), try match.deadline())
            }
            deadline = written.map { ($0, house.end(of: $0, turnLimit: limit)) }
            view.deadline = deadline?.end.text
        } catch {
            if case .scriptFailed = error {
                undrawn.withLock { $0[seat] = (match.number, Timestamp.now.adding(seconds: Self.undrawnFor), error) }
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

    /// Returns the lines after an entry, and the view after the last of these lines. The result is
    /// cached for all readers with the same `number`, token and theme.
    ///
    /// `atLeast`: The number of the entry that woke the reader. A cached result must include that
    /// entry. If `atLeast` is nil, the log is read.
    func news(
        after number: Int, for token: SeatToken?, theme: Theme, atLeast woken: Int?
    ) async throws(HostingError) -> UpdateBatch {
        let key = NewsKey(token: token, theme: theme, after: number)
        if let news = known(key, atLeast: woken) { return news }
        return try await turnstile.pass { () async throws(HostingError) in
            // if many readers wake at once, the first one reads the log, and the others use its
            // result
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

    /// The most cached updates of a match. Few are needed, because most readers know the same
    /// entries. Only a reader that has just connected knows fewer.
    private static let mostTold = 64

    private func known(_ key: NewsKey, atLeast woken: Int?) -> UpdateBatch? {
        guard let woken, let news = told.withLock({ $0[key] }), news.number >= woken else { return nil }
        return news
    }

    // MARK: Writing

    /// The most attempts of a request. An attempt fails if another server appends an entry with the
    /// same number first.
    private static let mostTries = 20

    /// Calls `decide`, and appends the event that `decide` returns. If the log already has an entry
    /// of this request, nothing is decided or written.
    ///
    /// - Parameter decide: Returns the event for the current match, or nil for none. If the event
    ///   concerns the rules, `decide` also plays it on the match.
    /// - Returns: The number of the request's entry; nil if `decide` returned nil.
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
                let begun = ContinuousClock.now
                let event: HostedEntry.Event?
                do throws(HostingError) {
                    event = try await look(match, decide)
                } catch {
                    if match.match.log.count != before { forget() }
                    throw error
                }
                guard let event else { return nil }
                let elapsed = ContinuousClock.now - begun
                let last = match.entries.last?.at ?? .now
                let read = HostedEntry(at: max(.now, last), event)
                switch try await append(read, nonce, at: match.number + 1, hasPlayed: event.isPlay) {
                case .stored(let entry):
                    match.take(decided: entry, read)
                    changed(held)
                    if event.isPlay { await noteTime(elapsed, of: match) }
                    return entry.number
                case .taken: continue
                }
            }
            throw .unavailable("another server was quicker \(Self.mostTries) times")
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
            if hasPlayed { forget() }  // the match in memory has played a move that isn't in the log
            return .taken
        } catch {
            forget()
            throw house.failure(error)
        }
    }
}

extension HostedEntry.Event {
    /// Whether the event concerns the rules. Deciding such an event changes the match.
    fileprivate var isPlay: Bool {
        switch self {
        case .ply, .leave, .timeout: true
        default: false
        }
    }
}

// Checkpoints of a match. They are stored beside its log, so that loading the match needn't replay
// the whole log.
extension ActiveMatch {
    /// The fewest entries of an idle match that gets a checkpoint. Replaying a shorter match is as
    /// quick as loading a checkpoint, unless its moves are slow.
    static let leastEntries = 40

    /// Stores a checkpoint of the match, if the match is in memory, under way and long enough.
    ///
    /// A match with sealed moves always gets one. If its script computes addresses, playing its log again
    /// can come to another result.
    func keepSnapshot() async throws(HostingError) {
        guard isLoaded else { return }
        let isLong = knownNumber >= Self.leastEntries
        let bytes = try await ask { match throws(HostingError) in
            isLong || match.script.secretive ? try Self.checkpoint(of: match) : nil
        }
        try await store(bytes)
    }

    private static func checkpoint(of match: HostedMatch) throws(HostingError) -> [UInt8]? {
        try match.phase() == .playing || match.hasFailed ? try MatchCheckpoint(match).bytes : nil
    }

    private func store(_ bytes: [UInt8]?) async throws(HostingError) {
        guard let bytes else { return }
        do throws(MatchLogError) {
            try await house.log.note(.snapshot, bytes, on: id)
        } catch {
            throw HostingError(error)
        }
    }

    /// Counts the time of moves that were played. If they have taken long since the last checkpoint, or the
    /// match has ended because its script failed, stores one. A failure is reported: without the checkpoint, loading the match takes longer.
    ///
    /// Call it inside the mutex.
    private func noteTime(_ elapsed: Duration, of match: HostedMatch) async {
        let isDue = unsaved.withLock { unsaved in
            unsaved += elapsed
            return unsaved > house.settings.unsavedTime || match.hasFailed
        }
        guard isDue else { return }
        do throws(HostingError) {
            try await store(look(match) { match throws(HostingError) in try Self.checkpoint(of: match) })
            unsaved.withLock { $0 = .zero }
        } catch {
            house.report("\(id): no checkpoint can be stored: \(error)")
        }
    }

    /// Returns the stored checkpoint of the match; nil for none.
    func snapshot(of entries: [LoggedEntry]) async -> MatchCheckpoint? {
        guard entries.count > 2 else { return nil }
        return (try? await house.log.note(.snapshot, on: id)).flatMap { $0 }.flatMap(MatchCheckpoint.init)
    }
}

/// The matches that hold a Lua state, in the order in which they were loaded, at most `most`.
final class MatchCache: Sendable {
    private let most: Int
    private let queue = Mutex<[ActiveMatch]>([])

    init(most: Int) { self.most = max(1, most) }

    /// Adds a match that was loaded. If there are too many matches now, unloads others, first those
    /// that weren't used since they were queued.
    func add(_ table: ActiveMatch) {
        let crowded = queue.withLock { queue -> [ActiveMatch] in
            queue.append(table)
            var crowded: [ActiveMatch] = []
            // a match that was used since it was queued moves to the end; `chances` bounds the loop
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

    /// Unloads matches of a game, first those that were loaded first, until at least a quarter of its pool
    /// is free. Otherwise nobody could look at a match, move or leave once the pool is full.
    func makeRoom(in pool: MemoryPool?, of game: String) {
        guard let pool else { return }
        var tries = Self.mostUnloaded
        while tries > 0, pool.leased > pool.limit / 4 * 3 {
            tries -= 1
            let oldest = queue.withLock { queue in
                queue.firstIndex { $0.game == game }.map { queue.remove(at: $0) }
            }
            guard let oldest else { return }
            oldest.forget()
        }
    }

    /// The most matches that one request unloads.
    private static let mostUnloaded = 64
}
