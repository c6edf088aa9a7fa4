import Conversations
import Testing

@Suite struct LifecycleActivationTests {
    @Test(arguments: [HostProfile.documented, .modern])
    func s1OpensFromTheDrawer(profile: HostProfile) throws {
        var bench = Bench(profile)
        #expect(
            try bench.run(.openFromDrawer()) == [
                "main1 compact - load -", "main1 compact - will_become_active -",
                "main1 compact - did_become_active -", "main1 compact - view_will_appear -",
                "main1 compact - view_did_appear -",
            ])
        #expect(try bench.run(.openFromDrawer()).isEmpty)
    }

    @Test func s1HasNoConversationUntilItIsActive() throws {
        var bench = Bench()
        let events = try bench.events(.openFromDrawer())
        #expect(events.map(\.isActive) == [false, false, true, true, true])
        #expect(events.map { $0.activeConversation?.localParticipant } == [nil, nil, .alice, .alice, .alice])
        #expect(events.map(\.isVisible) == [false, false, false, false, true])
        #expect(events.allSatisfy { $0.conversation.remoteParticipants == [.bob] && $0.selectedMessage == nil })
    }

    @Test(arguments: [HostProfile.documented, .modern])
    func s2OpensWithTheTappedMessageAndSelectsNothing(profile: HostProfile) throws {
        var bench = Bench(profile)
        let item = bench.received(.sample("m1"))
        #expect(
            try bench.run(.tapBubble(item)) == [
                "main1 expanded m1 load -", "main1 expanded m1 will_become_active -",
                "main1 expanded m1 did_become_active -", "main1 expanded m1 view_will_appear -",
                "main1 expanded m1 view_did_appear -",
            ])
        #expect(bench.life.main?.selectedMessage?.summaryText == nil)
        #expect(bench.life.main?.selectedMessage?.senderParticipant == .bob)
    }

    @Test func s13RunsALiveBubble() throws {
        var bench = Bench()
        let item = bench.received(.sample("m1", isLive: true))
        #expect(
            try bench.run(.bubbleAppears(item)) == [
                "bubble1 transcript m1 load -", "bubble1 transcript m1 will_become_active -",
                "bubble1 transcript m1 did_become_active -", "bubble1 transcript m1 view_will_appear -",
                "bubble1 transcript m1 view_did_appear -", "bubble1 transcript m1 content_size_that_fits(320) -",
            ])
        #expect(try bench.run(.bubbleAppears(item)).isEmpty)
        #expect(bench.refusal(.bubbleAppears(bench.received(.sample("m2")))) == .notLive)
    }

    @Test(arguments: [
        DisplaySettings(maximumWidth: 280), DisplaySettings(textScale: 1.5), DisplaySettings(locale: "de_AT"),
    ])
    func s13AsksForTheSizeAgain(changed: DisplaySettings) throws {
        var bench = Bench()
        let item = bench.received(.sample("m1", isLive: true))
        try bench.run(.bubbleAppears(item))
        #expect(try bench.run(.surroundings(DisplaySettings())).isEmpty)
        let width = changed.maximumWidth
        #expect(
            try bench.run(.surroundings(changed)) == ["bubble1 transcript m1 content_size_that_fits(\(width)) -"])
        #expect(try bench.run(.surroundings(changed)).isEmpty)
        try bench.run(.bubbleDisappears(item))
        #expect(try bench.run(.surroundings(DisplaySettings())).isEmpty)
    }

    /// Bubbles aren't asked for their sizes again after a change that doesn't affect sizes. The
    /// text scale NaN becomes 1, so it isn't a change either.
    @Test(arguments: [
        DisplaySettings(isDark: true), DisplaySettings(width: 844, height: 390), DisplaySettings(safeArea: SafeArea()),
        DisplaySettings(textScale: .nan),
    ])
    func s13AsksForNoSizeWithoutNeed(changed: DisplaySettings) throws {
        var bench = Bench()
        let item = bench.received(.sample("m1", isLive: true))
        try bench.run(.bubbleAppears(item))
        for _ in 1...2 { #expect(try bench.run(.surroundings(changed)).isEmpty) }
        #expect(bench.life.surroundings == changed)
    }

    @Test func s13RunsTheStagedLiveDraft() throws {
        var bench = Bench()
        try bench.run(.openFromDrawer())
        let lines = try bench.run(.insert(Request(1, from: bench.mainID), .message(.sample("m1", isLive: true))))
        #expect(lines.first == "draft2 transcript m1 load -")
        #expect(lines.last == "main1 compact - completion(1) -")
        #expect(lines.count == 7)
        let replaced = try bench.run(.insert(Request(2, from: bench.mainID), .message(.sample("m2", isLive: true))))
        #expect(replaced.prefix(4).last == "draft2 transcript m1 did_resign_active -")
        #expect(replaced[at: 4] == "draft3 transcript m2 load -")
        try bench.run(.kill(.made(.draft, 3)))
        #expect(try bench.run(.draftAppears).first == "draft4 transcript m2 load -")
        #expect(try bench.run(.draftAppears).isEmpty)
        let gone = try bench.run(.userDeleteDraft)
        #expect(gone.map { String($0.prefix(6)) } == Array(repeating: "draft4", count: 4) + ["main1 "])
        #expect(bench.refusal(.draftAppears) == .noDraft)
        try bench.run(.insert(Request(3, from: bench.mainID), .message(.sample("m3"))))
        #expect(bench.refusal(.draftAppears) == .notLive)
    }

    @Test func s15ResignsWithTheConversationStillSet() throws {
        let end = ["view_will_disappear", "view_did_disappear", "will_resign_active", "did_resign_active"]
        for way in ["dismiss", "close", "leave", "switch"] {
            var bench = Bench()
            try bench.run(.openFromDrawer())
            let events =
                switch way {
                case "dismiss": try bench.events(.dismiss(bench.mainID))
                case "close": try bench.events(.close)
                case "leave": try bench.events(.leaveChat)
                default: try switched(&bench)
                }
            #expect(events.prefix(4).map(\.callback.name) == end, "\(way)")
            #expect(events.prefix(4).map(\.isActive) == [true, true, true, false], "\(way)")
            #expect(events.prefix(4).map(\.isVisible) == [true, false, false, false], "\(way)")
        }
    }

    private func switched(_ bench: inout Bench) throws -> [Event] {
        var other = Chat.sample("work")
        let events = try bench.life.handle(.openFromDrawer(), in: &other).events
        #expect(events.count == 9)
        #expect(events.last?.instance == .made(.main, 2))
        #expect(bench.life.main?.chat == other.id)
        return events
    }

    @Test func s15ClosesBubblesWithTheChat() throws {
        var bench = Bench()
        let item = bench.received(.sample("m1", isLive: true))
        try bench.run(.bubbleAppears(item))
        try bench.run(.openFromDrawer())
        let lines = try bench.run(.leaveChat)
        #expect(
            lines.map { String($0.prefix(7)) } == Array(repeating: "main2 c", count: 4)
                + Array(repeating: "bubble1", count: 4))
        #expect(bench.life.main == nil && bench.life.bubbles.isEmpty)
        #expect(try bench.run(.leaveChat).isEmpty)
    }

    @Test func s16GivesEveryActivationItsOwnInstance() throws {
        var bench = Bench()
        let item = bench.received(.sample("m1"))
        try bench.run(.tapBubble(item))
        try bench.run(.touch(bench.mainID))
        try bench.run(.close)
        let lines = try bench.run(.openFromDrawer())
        #expect(lines.first == "main2 compact - load -")
        #expect(bench.life.main?.selectedMessage == nil)
        #expect(bench.life.main?.touch.isUnused == false)
    }

    @Test func s17KillsWithoutAWord() throws {
        var bench = Bench()
        let item = bench.received(.sample("m1", isLive: true))
        try bench.run(.openFromDrawer())
        try bench.run(.bubbleAppears(item))
        #expect(try bench.run(.kill(.made(.main, 1))).isEmpty)
        #expect(try bench.run(.kill(.made(.bubble, 2))).isEmpty)
        #expect(bench.life.main == nil && bench.life.bubbles.isEmpty)
        #expect(try bench.run(.kill(.made(.main, 1))).isEmpty)
        #expect(try bench.run(.bubbleAppears(item)).first == "bubble3 transcript m1 load -")
        #expect(try bench.run(.openFromDrawer()).first == "main4 compact - load -")
        #expect(bench.refusal(.kill(.made(.main, 5))) == .noInstance(.made(.main, 5)))
        #expect(bench.refusal(.kill(.made(.main, 0))) == .noInstance(.made(.main, 0)))
    }

    @Test func opensAnewInAnotherPresentationContext() throws {
        var bench = Bench()
        try bench.run(.openFromDrawer(.media))
        let lines = try bench.run(.openFromDrawer())
        #expect(lines[at: 3] == "main1 compact - did_resign_active -")
        #expect(bench.life.main?.context == .messages)
    }
}
