import Conversations
import Testing

@Suite struct LifecycleLogTests {
    @Test func readsAsOneLinePerEntry() throws {
        var bench = Bench(.documented)
        let item = bench.received(.sample("m1", session: .one))
        try bench.run(.arrival(Delivery(.message(.sample("m2")), game: Bench.game), from: .bob))
        try bench.run(.tapBubble(item))
        try bench.run(.touch(bench.mainID))
        try bench.run(.send(Request(1, from: bench.mainID), .message(.sample("m3", session: .one))))
        try bench.run(.dismiss(bench.mainID))
        #expect(
            bench.log.text() == """
                - - - ~ arrival while inactive m2
                main1 expanded m1 load -
                main1 expanded m1 will_become_active -
                main1 expanded m1 did_become_active -
                main1 expanded m1 view_will_appear -
                main1 expanded m1 view_did_appear -
                main1 expanded m1 completion(1) -
                main1 expanded m1 did_start_sending m3
                main1 expanded m1 view_will_disappear -
                main1 expanded m1 view_did_disappear -
                main1 expanded m1 will_resign_active -
                main1 expanded m1 did_resign_active -
                """)
    }

    @Test func namesTheGamesOnlyWhereThereAreSeveral() throws {
        var chat = Chat.sample()
        var log = LifecycleLog()
        for game in ["chess", "go"] {
            var life = Lifecycle(game: game, profile: .documented)
            let reaction = try life.handle(
                .arrival(Delivery(.message(.sample("m1")), game: game), from: .bob), in: &chat)
            log.append(contentsOf: reaction.entries)
        }
        #expect(log.text() == "chess/- - - ~ arrival while inactive m1\ngo/- - - ~ arrival while inactive m1")
        #expect(log.text(of: "go") == "- - - ~ arrival while inactive m1")
        #expect(log.text(of: "checkers").isEmpty)
        #expect(log.entries.map(\.silentCase) == [.arrivalWhileInactive, .arrivalWhileInactive])
    }
}
