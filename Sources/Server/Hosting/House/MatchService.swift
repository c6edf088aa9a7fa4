import Foundation
import GameRules
import Scenes
import Synchronization
import Values

/// Serves hosted matches: opens them, seats players, judges moves, shows each seat what it may see.
///
/// ```swift
/// let house = MatchService(log: MemoryMatchLog(), shelf: GameRegistry(games, library: catalog.library), secret: .random())
/// let ann = try await house.open(MatchRequest(game: "tic-tac-toe", name: "Ann"), nonce: .random())
/// let bob = try await house.join(ann.match, name: "Bob", nonce: .random())
/// let number = try await house.play("b2", in: ann.match, token: ann.token, nonce: .random())
/// ```
///
/// All that it knows stands in the log. Any number of houses may serve the same matches over one log, with one secret; one that is
/// ended at any moment loses nothing that it has answered. What was begun is finished, also where the task that asked for it is
/// cancelled meanwhile.
public final class MatchService: Sendable {
    let parts: MatchDependencies
    private struct Tables {
        var all: [HostedMatchID: ActiveMatch] = [:]
        var isClosed = false
    }
    private let tables = Mutex(Tables())
    private let tasks = Mutex<[Task<Void, Never>]>([])

    /// A house that nobody has entered yet.
    ///
    /// `report`: Hears of what players aren't told: scripts that fail, a log that can't be reached. On any thread.
    public init(
        log: any MatchLog, shelf: GameRegistry, secret: ServerSecret,
        settings: MatchServiceSettings = MatchServiceSettings(),
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        parts = MatchDependencies(log, shelf, secret, settings, report)
    }

    /// The games that can be played.
    public var games: [GameScript] { parts.shelf.games }

    /// Keeps the rules in the log, and begins to hear what other houses append.
    ///
    /// - Throws: ``HostingError/unavailable(_:)``.
    public func begin() async throws(HostingError) {
        do throws(MatchLogError) {
            try await parts.shelf.keep(in: parts.log)
            let arrivals = try await parts.log.arrivals()
            let hearing = Task { [weak self] in
                for await arrival in arrivals { await self?.heard(arrival) }
            }
            let tidying = Task { [weak self] in
                while !Task.isCancelled {
                    try? await Task.sleep(for: Self.tidyEvery)
                    await self?.tidy()
                }
            }
            tasks.withLock { $0 += [hearing, tidying] }
        } catch {
            throw HostingError(error)
        }
    }

    /// Ends what goes on in the background, and every stream. The log stays open.
    public func end() async {
        for task in tasks.withLock({ tasks in
            defer { tasks = [] }
            return tasks
        }) {
            task.cancel()
        }
        let all = tables.withLock { tables in
            tables.isClosed = true
            return Array(tables.all.values)
        }
        for table in all {
            table.attendant.rest()
            table.watchers.finish()
        }
    }

    // MARK: Tables

    func table(_ id: HostedMatchID) -> ActiveMatch { tables.withLock { Self.table(id, &$0, parts) } }

    /// A table, and a stream that says when something happens there. It is never one that is being put away.
    func watched(_ id: HostedMatchID) -> (table: ActiveMatch, wakes: AsyncStream<Int>) {
        tables.withLock { tables in
            let table = Self.table(id, &tables, parts)
            return (table, table.watchers.stream())
        }
    }

    private static func table(_ id: HostedMatchID, _ tables: inout Tables, _ parts: MatchDependencies) -> ActiveMatch {
        if let table = tables.all[id] { return table }
        let table = ActiveMatch(id, parts)
        if tables.isClosed {
            table.watchers.finish()
        } else {
            tables.all[id] = table
        }
        return table
    }

    private var allTables: [ActiveMatch] { tables.withLock { Array($0.all.values) } }

    /// How many tables are kept, with matches in memory or without.
    package var tableCount: Int { tables.withLock { $0.all.count } }

    /// How many matches are in memory, and how many streams watch them.
    public var load: (tables: Int, watchers: Int) {
        let tables = allTables
        return (tables.count { $0.isLoaded }, tables.reduce(0) { $0 + $1.watchers.count })
    }

    /// Another house may have appended: a match that is in memory here reads on.
    private func heard(_ arrival: Arrival) async {
        guard let table = tables.withLock({ $0.all[arrival.match] }), arrival.entry.number > table.knownNumber,
            table.isLoaded || table.watchers.count > 0
        else { return }
        await readOn(table)
    }

    private func readOn(_ table: ActiveMatch) async {
        do throws(HostingError) {
            try await table.ask { _ in }
        } catch {
            parts.report("\(table.id): \(error.forTheServer ?? error.message)")
        }
    }

    private static let tidyEvery = Duration.seconds(10)
    /// A question to a table takes no longer than so many seconds.
    private static let mostAsked = 60

    /// Looks after what hints have missed, and lets go of what nobody asks for.
    func tidy(at now: Instant = .now) async {
        var tables = allTables.map { (table: $0, use: $0.lastUse.withLock { $0 }) }
        for (table, _) in tables where table.watchers.count > 0 { await readOn(table) }
        tables.sort { $0.use > $1.use }
        // ids that somebody has made up, and matches that failed
        for (table, use) in tables where !table.isLoaded && use.adding(seconds: Self.mostAsked) < now { drop(table) }
        let loaded = tables.filter { $0.table.isLoaded }
        let idle = loaded.enumerated().filter { place, entry in
            entry.table.watchers.count == 0
                && (place >= max(1, parts.settings.mostTables)
                    || entry.use.adding(seconds: parts.settings.idleSeconds) < now)
        }
        for (_, entry) in idle { await putAway(entry.table) }
        for entry in loaded.dropFirst(max(1, parts.settings.mostTables)) { entry.table.forget() }
    }

    /// A match that nobody asks for leaves the memory, and its log goes where it costs least.
    func putAway(_ table: ActiveMatch) async {
        do {
            try await table.keepSnapshot()
            try await parts.log.archive(table.id)
        } catch {
            parts.report("\(table.id) can't be put away: \(error)")
        }
        table.attendant.rest()
        table.forget()
        drop(table)
    }

    /// Forgets a table that has nothing to keep. Whoever asks there still isn't disturbed: the log is the truth.
    private func drop(_ table: ActiveMatch) {
        tables.withLock { tables in
            if table.watchers.count == 0, !table.isLoaded { tables.all[table.id] = nil }
        }
    }
}
