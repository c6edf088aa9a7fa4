import Foundation
import GameRules
import Scenes
import Synchronization
import Values

/// Serves hosted matches: opens them, seats players, judges moves, and shows each seat its view.
///
/// ```swift
/// let shelf = GameRegistry(games, library: catalog.library)
/// let house = MatchService(log: MemoryMatchLog(), shelf: shelf, secret: .random())
/// let ann = try await house.open(MatchRequest(game: "tic-tac-toe", name: "Ann"), nonce: .random())
/// let bob = try await house.join(ann.match, name: "Bob", nonce: .random())
/// let number = try await house.play("b2", in: ann.match, token: ann.token, nonce: .random())
/// ```
///
/// The log contains everything that the service knows. Any number of services with one secret may
/// serve the same matches over one log. If a service is killed at any moment, the log has every
/// change that the service has confirmed. An operation that has started is finished even if the
/// calling task is cancelled.
public final class MatchService: Sendable {
    let parts: MatchDependencies
    private struct Tables {
        var all: [HostedMatchID: ActiveMatch] = [:]
        var isClosed = false
    }
    private let tables = Mutex(Tables())
    private let tasks = Mutex<[Task<Void, Never>]>([])

    /// Creates a service without matches in memory.
    ///
    /// `report`: Receives the problems that players aren't told, on any thread: scripts that fail,
    /// a log that can't be reached.
    public init(
        log: any MatchLog, shelf: GameRegistry, secret: ServerSecret,
        settings: MatchServiceSettings = MatchServiceSettings(),
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        parts = MatchDependencies(log, shelf, secret, settings, report)
    }

    /// The games that can be played.
    public var games: [GameScript] { parts.shelf.games }

    /// Stores the rules in the log, and starts to follow what other services append.
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

    /// Stops the background tasks and ends every stream. The log stays open.
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

    // MARK: Active matches

    func table(_ id: HostedMatchID) -> ActiveMatch { tables.withLock { Self.table(id, &$0, parts) } }

    /// Returns an active match, and a stream that yields each new entry number. A watched match
    /// isn't dropped from the service.
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

    /// The number of active matches, loaded or not.
    package var tableCount: Int { tables.withLock { $0.all.count } }

    /// The number of matches in memory, and the number of streams that watch matches.
    public var load: (tables: Int, watchers: Int) {
        let tables = allTables
        return (tables.count { $0.isLoaded }, tables.reduce(0) { $0 + $1.watchers.count })
    }

    /// Reads a new entry that another service may have appended, if the match is in memory or
    /// watched.
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
    /// The seconds within which any request to a match has finished.
    private static let mostAsked = 60

    /// Reads missed entries of watched matches, and unloads matches that nobody uses.
    func tidy(at now: Timestamp = .now) async {
        var tables = allTables.map { (table: $0, use: $0.lastUse.withLock { $0 }) }
        for (table, _) in tables where table.watchers.count > 0 { await readOn(table) }
        tables.sort { $0.use > $1.use }
        // drop ids that somebody has made up, and matches that failed to load
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

    /// Stores a checkpoint of an idle match, archives its log and unloads it.
    func putAway(_ table: ActiveMatch) async {
        do {
            try await table.keepSnapshot()
            try await parts.log.archive(table.id)
        } catch {
            parts.report("\(table.id) can't be archived: \(error)")
        }
        table.attendant.rest()
        table.forget()
        drop(table)
    }

    /// Forgets an active match that is neither loaded nor watched. A request that still runs on the
    /// match isn't harmed, because every request reads the log.
    private func drop(_ table: ActiveMatch) {
        tables.withLock { tables in
            if table.watchers.count == 0, !table.isLoaded { tables.all[table.id] = nil }
        }
    }
}
