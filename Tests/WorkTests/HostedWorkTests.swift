import GameRules
import Hosting
import Testing
import Values

/// Whole hosted matches: no request costs a server more than ``WorkBounds`` allows, however long the match is.
@Suite(.serialized) struct HostedWorkTests {
    @Test(arguments: messageGames + ["crazy-eights"])
    func noRequestDependsOnTheLengthOfTheMatch(_ game: String) async throws {
        let ledger = WorkLedger("\(game), seed 1, the server")
        try await ledger.counter.count {
            let catalog = try GameCatalog(home: home)
            let house = MatchService(
                log: MemoryMatchLog(), shelf: GameRegistry([try catalog.script(game)], library: catalog.library),
                secret: .random(), report: { Issue.record("the server reports: \($0)") })
            try await house.begin()
            var play = HostedPlay(house: house, ledger: ledger, random: SplitMix64(seed: 1))
            // the server chooses the seed, and a hand of blackjack can be over at once
            repeat { try await play.toTheEnd(game) } while ledger.events <= 20
            await house.end()
        }
        #expect(ledger.events > 20, "\(game) compared too little")
    }
}

/// A match for two on one server.
private struct HostedPlay {
    let house: MatchService
    let ledger: WorkLedger
    var random: SplitMix64

    private func event<R>(
        _ name: String, _ news: WorkBounds.News, _ body: () async throws -> R
    ) async throws -> R {
        ledger.begin()
        let result = try await body()
        ledger.end(name, .ordinary, news)
        return result
    }

    mutating func toTheEnd(_ game: String) async throws {
        var request = MatchRequest(game: game, name: "Ann")
        request.seats = 2
        let ann = try await house.open(request, nonce: .random())
        let bob = try await house.join(ann.match, name: "Bob", nonce: .random())
        var stuck = 0
        for ply in 0..<2000 {
            for seated in [ann, bob] {
                var news = WorkBounds.News()
                (news.pictures, news.length) = (1, ply)
                let view = try await event("view at ply \(ply)", news) {
                    try await house.view(of: ann.match, token: seated.token)
                }
                if view.phase == "over" { return }
                guard let move = text(from: view) else {
                    stuck += 1
                    continue
                }
                stuck = 0
                _ = try await event("play at ply \(view.ply)", WorkBounds.News(plies: 1, length: ply)) {
                    try await house.play(move, in: ann.match, token: seated.token, nonce: .random())
                }
            }
            try #require(stuck < 8, "\(game): nobody can move at ply \(ply)")
        }
        Issue.record("\(game) doesn't end")
    }

    private mutating func text(from view: SeatView) -> String? {
        if let listed = view.moves.randomElement(using: &random) { return listed.text }
        return view.typed.first.map { "\($0.name) \($0.min ?? 1)" }
    }
}
