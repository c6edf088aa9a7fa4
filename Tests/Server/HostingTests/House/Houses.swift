import Foundation
import GameRules
import Hosting
import Testing

/// Match services with the bundled games, for tests.
enum Houses {
    static let home = Result { try ParlorHome.find() }
    private static let loaded = Result {
        let catalog = try GameCatalog(home: home.get())
        return (try catalog.ids.map(catalog.script), catalog.library)
    }
    /// The secret that all services of one run share.
    static let secret = ServerSecret.random()

    static func one(
        log: any MatchLog = MemoryMatchLog(), settings: MatchServiceSettings = quick, games: [GameScript] = [],
        report: @escaping @Sendable (String) -> Void = { Issue.record("the house reports: \($0)") }
    ) async throws -> MatchService {
        let (scripts, library) = try loaded.get()
        let house = MatchService(
            log: log, shelf: GameRegistry(scripts + games, library: library, poolBytes: settings.poolBytes),
            secret: secret, settings: settings,
            report: report)
        try await house.begin()
        return house
    }

    /// Settings with bots that move without a pause.
    static var quick: MatchServiceSettings {
        var settings = MatchServiceSettings()
        settings.botPause = .zero
        return settings
    }

    /// Returns a game with this source text.
    static func game(_ id: String, _ source: String) throws -> GameScript {
        try GameScript(GameFolder(id: id, game: source), library: loaded.get().1)
    }

    /// Returns the error that `body` throws; nil if it throws none.
    static func refusal<R>(_ body: () async throws -> R) async -> HostingError? {
        do {
            _ = try await body()
            return nil
        } catch {
            return error as? HostingError
        }
    }
}
