import Hosting
import Hummingbird
import Parlor

/// The routes of the games and the public matches.
struct LobbyRoutes {
    let house: MatchService

    func add(to router: Router<ServerContext>) {
        router.get("/games") { _, _ in Answer.json(Games(games: house.listings, phrases: Self.phrases)) }
        router.get("/lobby") { _, _ in
            let lobby = try await house.lobby()
            return Answer.json(
                LobbyAnswer(matches: lobby.matches, watchable: lobby.watchable, running: lobby.watchable.count))
        }
        router.get("/games/:id/picture.svg") { request, context in
            let theme = request.uri.queryParameters["theme"].flatMap { Theme(rawValue: String($0)) } ?? .light
            let picture = try await house.picture(of: context.parameters.get("id") ?? "", theme: theme)
            return Answer.text(picture, type: "image/svg+xml", keptFor: 3600)
        }
    }

    private struct Games: Encodable {
        let games: [GameListing]
        let phrases: [String: String]
    }

    private struct LobbyAnswer: Encodable {
        let matches, watchable: [LobbyMatch]
        let running: Int
    }

    private static let phrases = Dictionary(uniqueKeysWithValues: Phrase.allCases.map { ($0.rawValue, $0.text) })
}

/// The route that draws the content of a message url. Nothing is stored.
struct ShowRoutes {
    let house: MatchService

    /// The size limit of a message url and its JSON.
    private static let mostBytes = 64 << 10

    func add(to router: Router<ServerContext>) {
        router.post("/show") { request, _ in try await show(request) }
    }

    private func show(_ request: Request) async throws -> Response {
        let fields = try await RequestFields(request, atMost: Self.mostBytes)
        try fields.allow("url", "game", "payload", "theme")
        let theme = try fields.text("theme").flatMap { Theme(rawValue: $0) } ?? .light
        // accept a url of any site, because the content of a message doesn't depend on its site
        let url: String
        if let whole = try fields.text("url") {
            guard let hash = whole.firstIndex(of: "#"), let slash = whole[..<hash].lastIndex(of: "/") else {
                throw ServerError.badRequest("Expected the url of a message as \"url\": https://…/<game>#…")
            }
            url = MessageURLCoder.defaultBase + whole[whole.index(after: slash)...]
        } else if let game = try fields.text("game"), let payload = try fields.text("payload") {
            url = "\(MessageURLCoder.defaultBase)\(game)#\(payload)"
        } else {
            throw ServerError.badRequest("Expected \"url\", or \"game\" and \"payload\".")
        }
        return Answer.json(await house.show(message: url, theme: theme))
    }
}

/// The routes that report whether the server runs, whether it can serve, and its metrics.
struct StatusRoutes {
    let house: MatchService
    let log: any MatchLog
    let gate: StreamGate
    let metrics: PrometheusMetrics

    private struct Status: Encodable {
        let status: String
        var reason: String?
    }

    func add(to router: Router<ServerContext>) {
        router.get("/health") { _, _ in Answer.json(Status(status: "ok")) }
        router.get("/ready") { _, _ in await ready() }
        router.get("/metrics") { _, _ in
            let load = house.load
            metrics.set("parlor_matches_in_memory", to: Double(load.tables))
            metrics.set("parlor_event_streams", to: Double(gate.count))
            return Answer.text(metrics.text, type: "text/plain; version=0.0.4")
        }
    }

    /// Answers whether the log can be read.
    private func ready() async -> Response {
        do {
            _ = try await log.note(.rules, on: HostedMatchID(digest: []))
            return Answer.json(Status(status: "ready"))
        } catch {
            return Answer.json(
                Status(status: "not ready", reason: "the log can't be reached"), status: .serviceUnavailable)
        }
    }
}
