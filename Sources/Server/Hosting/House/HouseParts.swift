import GameRules
import Synchronization
import Values

/// What the tables of a house share.
final class HouseParts: Sendable {
    let log: any MatchLog
    let shelf: GameShelf
    let secret: HouseSecret
    let settings: HouseSettings
    let room = LuaRoom()
    /// Who looks for a match of a game, one after the other: two who come at once shall meet.
    let seekers: [String: Turnstile]
    let loaded: LoadedTables
    /// When the log was found away last; in the beginning, when the house began.
    private let lastAway = Mutex(Instant.now)
    /// Hears of what players aren't told.
    let report: @Sendable (String) -> Void

    init(
        _ log: any MatchLog, _ shelf: GameShelf, _ secret: HouseSecret, _ settings: HouseSettings,
        _ report: @escaping @Sendable (String) -> Void
    ) {
        (self.log, self.shelf, self.secret) = (UncancelledLog(log), shelf, secret)
        (self.settings, self.report) = (settings, report)
        loaded = LoadedTables(most: settings.mostTables)
        seekers = Dictionary(uniqueKeysWithValues: Set(shelf.games.map(\.id) + [""]).map { ($0, Turnstile()) })
    }

    /// An error of the log, as whoever asks is told of it.
    func failure(_ error: MatchLogError) -> HostingError {
        if case .unavailable = error { lastAway.withLock { $0 = .now } }
        return HostingError(error)
    }

    /// When a turn of a match ends by itself: not while nobody can move because the server or its log is away, and for a while
    /// behind that.
    func end(of deadline: Instant, turnLimit: Int) -> Instant {
        max(deadline, lastAway.withLock { $0 }.adding(seconds: min(turnLimit, settings.graceSeconds)))
    }
}
