import Hosting
import Testing

/// More matches are open than are kept in memory.
@Suite struct CrowdedHouseTests {
    /// A match that isn't used is unloaded at once, not only when the service tidies up next. Every match can continue.
    @Test func matchesMakeRoomForEachOther() async throws {
        var settings = Houses.quick
        settings.mostTables = 3
        let house = try await Houses.one(settings: settings)
        var open: [(ann: SeatGrant, bob: SeatGrant)] = []
        for _ in 0..<30 {
            let ann = try await house.open(MatchRequest(game: "tic-tac-toe"), nonce: .random())
            open.append((ann, try await house.join(ann.match, name: nil, nonce: .random())))
            #expect(house.load.tables <= 4)
        }
        for (ann, bob) in open {
            try await house.play("a1", in: ann.match, token: ann.token, nonce: .random())
            try await house.play("b2", in: ann.match, token: bob.token, nonce: .random())
        }
        for (ann, _) in open { #expect(try await house.view(of: ann.match, token: nil).ply == 2) }
        #expect(house.load.tables <= 4)
    }

    /// Whoever opens many matches doesn't keep others from looking at theirs, moving and leaving.
    @Test func aFullPoolMakesRoom() async throws {
        var settings = Houses.quick
        settings.poolBytes = 24 << 20
        let house = try await Houses.one(settings: settings)
        var open: [(ann: SeatGrant, bob: SeatGrant)] = []
        for _ in 0..<40 {
            let ann = try await house.open(MatchRequest(game: "battleship"), nonce: .random())
            open.append((ann, try await house.join(ann.match, name: nil, nonce: .random())))
            _ = try await house.view(of: ann.match, token: ann.token)
        }
        #expect(house.load.tables < 40, "the pool had room for all, so nothing was tried")
        for (ann, bob) in open {
            #expect(try await house.view(of: ann.match, token: bob.token).ply == 0)
            try await house.leave(ann.match, token: bob.token, nonce: .random())
        }
    }
}
