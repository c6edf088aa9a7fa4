import Conversations
import Testing

@Suite struct LifecycleArrivalTests {
    @Test(arguments: [HostProfile.documented, .modern])
    func s10TellsOfAnotherSessionOnce(profile: HostProfile) throws {
        var bench = Bench(profile)
        try bench.run(.openFromDrawer())
        #expect(try bench.arrival(.sample("m1", session: .one)) == ["main1 compact - did_receive m1"])
        #expect(try bench.arrival(.sample("m2")) == ["main1 compact - did_receive m2"])
        let item = bench.received(.sample("m3", session: .one))
        try bench.run(.tapBubble(item))
        #expect(try bench.arrival(.sample("m4", session: .two)) == ["main1 expanded m3 did_receive m4"])
        #expect(try bench.arrival(.sample("m5")) == ["main1 expanded m3 did_receive m5"])
    }

    @Test func s10HasNoSessionToShareWithoutOne() throws {
        var bench = Bench(.modern)
        try bench.run(.tapBubble(bench.received(.sample("m1"))))
        #expect(try bench.arrival(.sample("m2")) == ["main1 expanded m1 did_receive m2"])
    }

    @Test(arguments: [HostProfile.documented, .modern])
    func s11IsSilentAndNeverReplayed(profile: HostProfile) throws {
        var bench = Bench(profile)
        #expect(try bench.arrival(.sample("m1")) == ["- - - ~ arrival while inactive m1"])
        #expect(try bench.run(.openFromDrawer()).count == 5)
        var other = Chat.sample("work")
        let reaction = try bench.life.handle(
            .arrival(Delivery(.message(.sample("m2")), game: Bench.game), from: .bob), in: &other)
        #expect(reaction.entries.map(\.description) == ["- - - ~ arrival while inactive m2"])
        #expect(bench.life.main?.chat == bench.chat.id)
        #expect(other.transcript.items.count == 1)
        try bench.run(.close)
        #expect(try bench.arrival(.sample("m3")) == ["- - - ~ arrival while inactive m3"])
        let place = try #require(bench.chat.transcript.items.last?.id)
        #expect(try bench.run(.tapBubble(place)).first == "main2 expanded m3 load -")
    }

    @Test func s11CountsABubbleAsInactive() throws {
        var bench = Bench(.modern)
        try bench.run(.bubbleAppears(bench.received(.sample("m1", isLive: true))))
        #expect(try bench.arrival(.sample("m2")) == ["- - - ~ arrival while inactive m2"])
    }

    @Test func s12KeepsTheSelectionWhenFixed() throws {
        var bench = Bench(.documented)
        try bench.run(.tapBubble(bench.received(.sample("m1", session: .one))))
        #expect(try bench.arrival(.sample("m2", session: .one)) == ["main1 expanded m1 did_receive m2"])
        #expect(bench.life.main?.selectedMessage?.id == "m1")
    }

    @Test func s12MovesTheSelectionWhenItFollows() throws {
        var bench = Bench(.modern)
        try bench.run(.tapBubble(bench.received(.sample("m1", session: .one))))
        let entries = try bench.arrival(.sample("m2", session: .one))
        #expect(
            entries == [
                "main1 expanded m1 will_select m2", "main1 expanded m2 did_select m2",
                "main1 expanded m2 did_receive m2",
            ])
        // the same message arrives again: it equals the selected message, so nothing is selected
        #expect(try bench.arrival(.sample("m2", session: .one)) == ["main1 expanded m2 did_receive m2"])
    }

    @Test func hidesTheTextsOfWhatArrives() throws {
        for sanitises in [true, false] {
            var profile = HostProfile.documented
            profile.sanitisesReceived = sanitises
            var bench = Bench(profile)
            try bench.run(.openFromDrawer())
            let delivery = Delivery(.message(.sample("m1", session: .one, summary: "A move")), game: Bench.game)
            let event = try #require(try bench.events(.arrival(delivery, from: .bob)).last)
            #expect(event.message?.summaryText == (sanitises ? nil : "A move"))
            #expect(event.message?.layout?.template.caption == (sanitises ? nil : "caption of m1"))
            #expect(event.message?.url == "?move=m1" && event.message?.senderParticipant == .bob)
            #expect(event.message?.isPending == false)
            #expect(bench.chat.transcript.items.last?.bubble?.message.summaryText == "A move")
        }
    }

    @Test func tellsNothingOfTextAndOtherGames() throws {
        var bench = Bench()
        try bench.run(.openFromDrawer())
        #expect(try bench.run(.arrival(Delivery(.text("hello")), from: .bob)).isEmpty)
        #expect(try bench.run(.arrival(Delivery(.sticker(Samples.sticker())), from: .bob)).isEmpty)
        let foreign = Stimulus.arrival(Delivery(.message(.sample("m1")), game: "go"), from: .bob)
        #expect(bench.refusal(foreign) == .otherGame(expected: "chess", found: "go"))
        #expect(bench.chat.transcript.items.count == 2)
    }

    @Test func endsTheLiveBubbleThatIsTaken() throws {
        var bench = Bench()
        try bench.run(.bubbleAppears(bench.received(.sample("m1", session: .one, isLive: true))))
        let lines = try bench.arrival(.sample("m2", session: .one, isLive: true))
        #expect(lines.count == 5)
        #expect(lines[at: 3] == "bubble1 transcript m1 did_resign_active -")
        #expect(lines[at: 4] == "- - - ~ arrival while inactive m2")
    }

    @Test func whatIsToExpireGoesAWhileAfterItWasOpened() throws {
        var bench = Bench()
        var message = Message.sample("m1", isLive: true)
        message.shouldExpire = true
        let item = bench.received(message)
        let kept = bench.received(.sample("m2"))
        try bench.run(.bubbleAppears(item))
        let opening = try bench.life.handle(.tapBubble(item), in: &bench.chat)
        #expect(opening.later.map(\.delay) == [HostProfile.expiry])
        #expect(try bench.life.handle(.tapBubble(kept), in: &bench.chat).later.isEmpty)
        try bench.run(.tapBubble(item))
        let later = try #require(opening.later.first).stimulus
        #expect(try bench.run(later).last == "bubble1 transcript m1 did_resign_active -")
        #expect(bench.chat.transcript.items.map(\.id) == [kept])
        #expect(bench.life.main?.selectedMessage?.id == "m1")
        #expect(bench.refusal(later) == .noBubble(item))
        #expect(bench.refusal(.expiry(kept)) == .noBubble(kept))
        #expect(bench.received(.sample("m3")).number == 3, "its place isn't given to another")
    }

    @Test func everybodyHearsThatMemoryRunsShort() throws {
        var bench = Bench()
        #expect(try bench.run(.memoryWarning).isEmpty)
        try bench.run(.openFromDrawer())
        try bench.run(.bubbleAppears(bench.received(.sample("m1", isLive: true))))
        #expect(
            try bench.run(.memoryWarning) == [
                "bubble2 transcript m1 did_receive_memory_warning -", "main1 compact - did_receive_memory_warning -",
            ])
    }

    @Test func failsWithoutACallback() throws {
        var bench = Bench()
        try bench.run(.openFromDrawer())
        try bench.run(.touch(bench.mainID))
        try bench.run(.send(Request(1, from: bench.mainID), .message(.sample("m1", isLive: true))))
        let item = try #require(bench.outgoing.first?.item)
        try bench.run(.tapBubble(item))
        try bench.run(.bubbleAppears(item))
        let error = MessageError.unknown("the network gave up")
        #expect(try bench.run(.failure(item, error)).isEmpty)
        #expect(bench.chat.transcript[item]?.bubble?.message.error == error)
        #expect(bench.life.main?.selectedMessage?.error == error)
        #expect(bench.life.bubbles.first?.selectedMessage?.error == error)
        let theirs = bench.received(.sample("m2"))
        #expect(bench.refusal(.failure(theirs, error)) == .noBubble(theirs))
        #expect(bench.chat.transcript[theirs]?.bubble?.message.error == nil)
    }
}
