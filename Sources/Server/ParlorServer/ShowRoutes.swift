import Hosting
import Hummingbird
import Parlor

/// Draws what the url of a message holds. Nothing is kept of it.
struct ShowRoutes {
    let house: MatchHouse

    /// A url of a message, and its JSON.
    private static let mostBytes = 64 << 10

    func add(to router: Router<ServerContext>) {
        router.post("/show") { request, _ in try await show(request) }
    }

    private func show(_ request: Request) async throws -> Response {
        let fields = try await RequestFields(request, atMost: Self.mostBytes)
        try fields.allow("url", "game", "payload", "theme")
        let theme = try fields.text("theme").flatMap { Theme(rawValue: $0) } ?? .light
        // whatever site it is of: which app carries a message doesn't matter to what it holds
        let url: String
        if let whole = try fields.text("url") {
            guard let hash = whole.firstIndex(of: "#"), let slash = whole[..<hash].lastIndex(of: "/") else {
                throw ServerError.badRequest("Expected the url of a message as \"url\": https://…/<game>#…")
            }
            url = Carrier.defaultBase + whole[whole.index(after: slash)...]
        } else if let game = try fields.text("game"), let payload = try fields.text("payload") {
            url = "\(Carrier.defaultBase)\(game)#\(payload)"
        } else {
            throw ServerError.badRequest("Expected \"url\", or \"game\" and \"payload\".")
        }
        return Answer.json(await house.show(message: url, theme: theme))
    }
}
