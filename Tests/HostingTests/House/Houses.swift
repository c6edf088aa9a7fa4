import Foundation
import GameRules
import Hosting
import Testing

/// Houses with the bundled games, for tests.
enum Houses {
    static let home = Result { try ParlorHome.find() }
    private static let loaded = Result {
        let catalog = try Catalog(home: home.get())
        return (try catalog.ids.map(catalog.script), catalog.library)
    }
    /// The same for all houses of one run.
    static let secret = HouseSecret.random()

    static func one(
        log: any MatchLog = MemoryMatchLog(), settings: HouseSettings = quick, games: [GameScript] = []
    ) async throws -> MatchHouse {
        let (scripts, library) = try loaded.get()
        let house = MatchHouse(
            log: log, shelf: GameShelf(scripts + games, library: library), secret: secret, settings: settings
        ) { Issue.record("the house reports: \($0)") }
        try await house.begin()
        return house
    }

    /// Bots that don't wait.
    static var quick: HouseSettings {
        var settings = HouseSettings()
        settings.botPause = .zero
        return settings
    }

    /// What `body` is refused with; nil where it isn't.
    static func refusal<R>(_ body: () async throws -> R) async -> HostingError? {
        do {
            _ = try await body()
            return nil
        } catch {
            return error as? HostingError
        }
    }
}
