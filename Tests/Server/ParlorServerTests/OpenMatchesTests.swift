import Hosting
import Parlor
import Testing

@testable import ParlorServer

struct OpenMatchesTests {
    @Test func soManyOfOneAddressAndNoMore() async throws {
        let catalog = try GameCatalog(home: ParlorHome.find())
        let house = MatchService(
            log: MemoryMatchLog(), shelf: GameRegistry([try catalog.script("tic-tac-toe")], library: catalog.library),
            secret: .random())
        let open = OpenMatches(most: 2)
        let (one, two, three) = (HostedMatchID.random(), HostedMatchID.random(), HostedMatchID.random())
        for match in [one, two, one, two] { try await open.admit(match, from: "a", house) }
        await #expect(throws: HostingError.self) { try await open.admit(three, from: "a", house) }
        try await open.admit(three, from: "b", house)
    }

    /// A match that has begun doesn't count any more, so the address may open another one at once.
    @Test func whatBeganDoesntCount() async throws {
        let catalog = try GameCatalog(home: ParlorHome.find())
        let house = MatchService(
            log: MemoryMatchLog(), shelf: GameRegistry([try catalog.script("tic-tac-toe")], library: catalog.library),
            secret: .random())
        let open = OpenMatches(most: 1)
        var request = MatchRequest(game: "tic-tac-toe", name: "Ann")
        request.isPublic = true
        let (nonce, other) = (Nonce.random(), HostedMatchID.random())
        try await open.admit(house.match(openedBy: nonce), from: "a", house)
        let ann = try await house.open(request, nonce: nonce)
        await #expect(throws: HostingError.self) { try await open.admit(other, from: "a", house) }
        _ = try await house.join(ann.match, name: "Bob", nonce: .random())
        try await open.admit(other, from: "a", house)
    }
}
