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
    static let secret = ServerSecret.random()

    static func one(
        log: any MatchLog = MemoryMatchLog(), settings: MatchServiceSettings = quick, games: [GameScript] = [],
        report: @escaping @Sendable (String) -> Void = { Issue.record("the house reports: \($0)") }
    ) async throws -> MatchService {
        let (scripts, library) = try loaded.get()
        let house = MatchService(
            log: log, shelf: GameRegistry(scripts + games, library: library), secret: secret, settings: settings,
            report: report)
        try await house.begin()
        return house
    }

    /// Bots that don't wait.
    static var quick: MatchServiceSettings {
        var settings = MatchServiceSettings()
        settings.botPause = .zero
        return settings
    }

    /// A game of a test.
    static func game(_ id: String, _ source: String) throws -> GameScript {
        try GameScript(GameFolder(id: id, game: source), library: loaded.get().1)
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
