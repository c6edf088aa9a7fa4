import Hosting
import Hummingbird
import Parlor

/// Draws what the url of a message holds. Nothing is kept of it.
struct ShowRoutes {
    let house: MatchHouse
    /// What the urls of messages begin with, as the apps of this house write them.
    let base: String

    /// A url of a message, and its JSON.
    private static let mostBytes = 64 << 10

    func add(to router: Router<ServerContext>) {
        router.post("/show") { request, _ in try await show(request) }
    }

    private func show(_ request: Request) async throws -> Response {
        let fields = try await RequestFields(request, atMost: Self.mostBytes)
        try fields.allow("url", "game", "payload", "theme")
        let theme = try fields.text("theme").flatMap { Theme(rawValue: $0) } ?? .light
        let url: String
        var base = base
        if let whole = try fields.text("url") {
            url = whole
            // a message of another house is read as well: what stands in front of its game is its base
            if let end = whole.firstIndex(of: "#"), let slash = whole[..<end].lastIndex(of: "/") {
                base = String(whole[..<slash])
            }
        } else if let game = try fields.text("game"), let payload = try fields.text("payload") {
            url = "\(base)/\(game)#\(payload)"
        } else {
            throw ServerError.badRequest("Expected \"url\", or \"game\" and \"payload\".")
        }
        return Answer.json(await house.show(message: url, base: base, theme: theme))
    }
}
