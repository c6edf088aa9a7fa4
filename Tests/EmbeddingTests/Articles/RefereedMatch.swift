import Hosting
import Parlor

/// Lets Ann and Bob play a hand that a server deals. Returns Bob's view.
func refereedMatch(of game: String) async throws -> SeatView {
    let catalog = try GameCatalog(home: ParlorHome.find())
    let shelf = GameRegistry(try catalog.ids.map(catalog.script), library: catalog.library)
    let house = MatchService(log: MemoryMatchLog(), shelf: shelf, secret: .random())
    try await house.begin()

    let ann = try await house.open(MatchRequest(game: game, name: "Ann"), nonce: .random())
    let bob = try await house.join(ann.match, name: "Bob", nonce: .random())
    let moves = try await house.view(of: ann.match, token: ann.token).moves
    if let move = moves.first {
        try await house.play(move.text, in: ann.match, token: ann.token, nonce: .random())
    }
    return try await house.view(of: ann.match, token: bob.token)
}
