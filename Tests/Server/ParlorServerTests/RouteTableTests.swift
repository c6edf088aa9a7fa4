import Foundation
import Hosting
import Logging
import Parlor
import Testing

@testable import ParlorServer

/// The routes of a server agree with the document that describes them.
struct RouteTableTests {
    private func routes() throws -> [(method: String, path: String)] {
        let settings = try ServerSettings.parse(["--web", Self.web.path])
        let (log, gate) = (MemoryMatchLog(), StreamGate(most: 1, mostOfOne: 1))
        let house = MatchService(
            log: log, shelf: GameRegistry([], library: try GameCatalog(home: ParlorHome.find()).library),
            secret: .random())
        let router = try Server(settings).router(house, log, gate, PrometheusMetrics(), Logger(label: "test"))
        return router.routes.map { ($0.method.rawValue, $0.path.description) }
    }

    private static let web = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../server/web").standardizedFileURL

    /// Returns a route without the names of its parameters: `GET /matches/{}`.
    private static func name(_ method: String, _ path: String) -> String {
        let parts = path.split(separator: "/").map { part in
            part.hasPrefix(":") || part.hasPrefix("{") || part == "**" ? "{}" : String(part)
        }
        return "\(method.uppercased()) /\(parts.joined(separator: "/"))"
    }

    @Test func theDocumentHasEveryRouteAndNoOther() throws {
        let data = try Data(contentsOf: Self.web.appending(path: "openapi.json"))
        let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let paths = try #require(document["paths"] as? [String: [String: Any]])
        let written = paths.flatMap { path, operations in operations.keys.map { Self.name($0, path) } }
        let known = try routes().filter { $0.method != "HEAD" }.map { Self.name($0.method, $0.path) }
        #expect(Set(written) == Set(known))
        #expect(known.count > 20)
    }

    @Test func methodsOfAPath() throws {
        let table = RouteTable()
        let settings = try ServerSettings.parse(["--web", Self.web.path])
        let house = MatchService(
            log: MemoryMatchLog(), shelf: GameRegistry([], library: try GameCatalog(home: ParlorHome.find()).library),
            secret: .random())
        let router = try Server(settings).router(
            house, MemoryMatchLog(), StreamGate(most: 1, mostOfOne: 1), PrometheusMetrics(), Logger(label: "test"))
        table.learn(router.routes)
        #expect(table.methods(of: "/matches") == ["POST"])
        #expect(table.methods(of: "/lobby") == ["GET", "HEAD"])
        #expect(table.methods(of: "/matches/x/moves") == ["POST"])
        #expect(table.methods(of: "/some-game") == ["GET", "HEAD"])
        #expect(table.methods(of: "/web/js/a.js") == ["GET", "HEAD"])
        #expect(table.methods(of: "/no/such/path").isEmpty)
    }
}
