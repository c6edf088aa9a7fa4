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
    let loaded: LoadedTables
    /// Hears of what players aren't told.
    let report: @Sendable (String) -> Void

    init(
        _ log: any MatchLog, _ shelf: GameShelf, _ secret: HouseSecret, _ settings: HouseSettings,
        _ report: @escaping @Sendable (String) -> Void
    ) {
        (self.log, self.shelf, self.secret, self.settings, self.report) = (log, shelf, secret, settings, report)
        loaded = LoadedTables(most: settings.mostTables)
    }
}
