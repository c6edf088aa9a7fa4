import Hosting
import Hummingbird
import Parlor

/// The games, and the matches that are open to all.
struct LobbyRoutes {
    let house: MatchHouse

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
