import Conversations
import Testing

@Suite struct SilentNoOpTests {
    @Test func wrongURLScheme() {
        var message = Message(id: "m1", url: "https://parlor.games/chess")
        var log = LifecycleLog()
        if let silent = message.setURL("parlor://chess") {
            log.append(.silent(LifecycleLog.Silence(silent, game: "chess", message: message.id)))
        }
        #expect(message.url == "https://parlor.games/chess")
        #expect(log.text() == "- - - ~ wrong url scheme m1")
        #expect(message.setURL("http://parlor.games") == nil)
    }

    @Test func transcriptRequested() throws {
        var bench = Bench()
        try bench.run(.openFromDrawer())
        try bench.run(.bubbleAppears(bench.received(.sample("m1", isLive: true))))
        #expect(
            try bench.run(.requestStyle(bench.mainID, .transcript)) == ["main1 compact - ~ .transcript requested -"])
        #expect(
            try bench.run(.requestStyle(.made(.bubble, 2), .transcript)) == [
                "bubble2 transcript m1 ~ .transcript requested -"
            ])
        #expect(bench.life.main?.style == .compact)
    }

    @Test func dismissInTranscript() throws {
        var bench = Bench()
        try bench.run(.bubbleAppears(bench.received(.sample("m1", isLive: true))))
        #expect(
            try bench.run(.dismiss(.made(.bubble, 1))) == ["bubble1 transcript m1 ~ dismiss in transcript -"])
        #expect(bench.life.bubbles.count == 1)
    }

    @Test func arrivalWhileInactive() throws {
        var bench = Bench()
        #expect(try bench.arrival(.sample("m1")) == ["- - - ~ arrival while inactive m1"])
    }

    @Test func requestsOfAnInstanceThatIsGone() throws {
        var bench = Bench(.modern)
        try bench.run(.openFromDrawer())
        let id = bench.mainID
        try bench.run(.close)
        for stimulus in [
            Stimulus.requestStyle(id, .expanded), .dismiss(id), .insert(Request(1, from: id), .text("hi")),
            .send(Request(2, from: id), .text("hi")),
        ] {
            if case .insert = stimulus {
                #expect(try bench.run(stimulus) == ["main1 compact - ~ insert by a game that isn't presented -"])
            } else {
                #expect(try bench.run(stimulus) == ["main1 - - ~ instance gone -"])
            }
        }
        #expect(bench.chat.draft.isEmpty && bench.outgoing.isEmpty)
    }
}
