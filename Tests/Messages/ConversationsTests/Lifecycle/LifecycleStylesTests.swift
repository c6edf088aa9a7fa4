import Conversations
import Testing

@Suite struct LifecycleStylesTests {
    /// Returns a compact main instance with m1 selected, and the ids of m1 and m2.
    private func opened(_ profile: HostProfile) throws -> (Bench, TranscriptItem.ID, TranscriptItem.ID) {
        var bench = Bench(profile)
        let first = bench.received(.sample("m1", isLive: true))
        let second = bench.received(.sample("m2", isLive: true))
        try bench.run(.tapBubble(first))
        try bench.run(.collapse)
        return (bench, first, second)
    }

    @Test func s3SelectsInsideTheTransition() throws {
        var (bench, _, second) = try opened(.documented)
        #expect(
            try bench.run(.tapBubble(second)) == [
                "main1 compact m1 will_transition(expanded) -", "main1 compact m1 will_select m2",
                "main1 compact m2 did_select m2", "main1 expanded m2 did_transition(expanded) -",
            ])
    }

    @Test func s3SelectsBeforeTheTransition() throws {
        var (bench, _, second) = try opened(.modern)
        #expect(
            try bench.run(.tapBubble(second)) == [
                "main1 compact m1 will_select m2", "main1 compact m2 did_select m2",
                "main1 compact m2 will_transition(expanded) -", "main1 expanded m2 did_transition(expanded) -",
            ])
    }

    @Test(arguments: [HostProfile.documented, .modern])
    func s3bSelectsNothingAgain(profile: HostProfile) throws {
        var (bench, first, _) = try opened(profile)
        let transition = [
            "main1 compact m1 will_transition(expanded) -", "main1 expanded m1 did_transition(expanded) -",
        ]
        #expect(try bench.run(.tapBubble(first)) == transition)
        #expect(try bench.run(.tapBubble(first)).isEmpty)
        // a tap on another bubble with an equal message selects nothing; a different message is
        // selected
        var twin = Message(id: "m9", url: "?move=m1", layout: Message.sample("m1", isLive: true).layout)
        let place = bench.received(twin)
        try bench.run(.collapse)
        #expect(try bench.run(.tapBubble(place)) == transition)
        twin.setURL("?move=other")
        #expect(try bench.run(.tapBubble(bench.received(twin))).count == 2)
    }

    @Test(arguments: [HostProfile.documented, .modern])
    func s4TransitionsForThePersonAndTheScript(profile: HostProfile) throws {
        var bench = Bench(profile)
        try bench.run(.openFromDrawer())
        let expanding = [
            "main1 compact - will_transition(expanded) -", "main1 expanded - did_transition(expanded) -",
        ]
        let collapsing = [
            "main1 expanded - will_transition(compact) -", "main1 compact - did_transition(compact) -",
        ]
        #expect(try bench.run(.expand) == expanding)
        #expect(try bench.run(.expand).isEmpty)
        #expect(try bench.run(.requestStyle(bench.mainID, .compact)) == collapsing)
        #expect(try bench.run(.requestStyle(bench.mainID, .expanded)) == expanding)
        // the person overrules the request
        #expect(try bench.run(.collapse) == collapsing)
        #expect(try bench.run(.requestStyle(bench.mainID, .compact)) == ["main1 compact - ~ style unchanged -"])
    }

    @Test func s14OpensTheGameForALiveBubble() throws {
        var bench = Bench()
        let item = bench.received(.sample("m1", isLive: true))
        try bench.run(.bubbleAppears(item))
        let lines = try bench.run(.requestStyle(.made(.bubble, 1), .expanded))
        #expect(lines.count == 5)
        #expect(lines.first == "main2 expanded m1 load -")
        #expect(bench.life.bubbles.map(\.id) == [.made(.bubble, 1)])
    }

    @Test(arguments: [HostProfile.documented, .modern])
    func s14SelectsInTheOpenGame(profile: HostProfile) throws {
        var (bench, _, second) = try opened(profile)
        try bench.run(.bubbleAppears(second))
        var tapped = bench
        let lines = try bench.run(.requestStyle(.made(.bubble, 2), .expanded))
        #expect(try lines == tapped.run(.tapBubble(second)))
        #expect(lines.count == 4)
        #expect(bench.life.bubbles.count == 1)
        #expect(
            try bench.run(.requestStyle(.made(.bubble, 2), .compact)) == ["bubble2 transcript m2 ~ style unchanged -"])
    }

    /// S14 for the live draft: a request for expanded style works as in a bubble, whether the game
    /// is open or not.
    @Test func aLiveDraftMayAskForExpanded() throws {
        var bench = Bench()
        try bench.run(.openFromDrawer())
        try bench.run(.insert(Request(1, from: bench.mainID), .message(.sample("m1", isLive: true))))
        #expect(
            try bench.run(.requestStyle(.made(.draft, 2), .compact)) == ["draft2 transcript m1 ~ style unchanged -"])
        #expect(
            try bench.run(.requestStyle(.made(.draft, 2), .expanded)) == [
                "main1 compact - will_transition(expanded) -", "main1 compact - will_select m1",
                "main1 compact m1 did_select m1", "main1 expanded m1 did_transition(expanded) -",
            ])
        try bench.run(.close)
        let lines = try bench.run(.requestStyle(.made(.draft, 2), .expanded))
        #expect(lines.first == "main3 expanded m1 load -" && lines.count == 5)
        #expect(bench.life.bubbles.map(\.id) == [.made(.draft, 2)])
    }

    @Test func tapsInACallOpenTheGameAnew() throws {
        var bench = Bench()
        let item = bench.received(.sample("m1"))
        try bench.run(.openFromDrawer(.media))
        let lines = try bench.run(.tapBubble(item))
        #expect(lines[at: 3] == "main1 compact - did_resign_active -")
        #expect(lines[at: 4] == "main2 expanded m1 load -")
        #expect(bench.life.main?.context == .messages)
    }
}
