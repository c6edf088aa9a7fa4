import Conversations
import Testing

@Suite struct LifecycleSendingTests {
    private func opened(_ profile: HostProfile, touched: Bool = true) throws -> Bench {
        var bench = Bench(profile)
        try bench.run(.openFromDrawer())
        if touched { try bench.run(.touch(bench.mainID)) }
        return bench
    }

    @Test(arguments: [HostProfile.documented, .modern])
    func s5StagesAndThenSends(profile: HostProfile) throws {
        var bench = try opened(profile)
        let old = bench.received(.sample("m0", session: .one, summary: "Opened"))
        let message = Message.sample("m1", session: .one)
        #expect(
            try bench.run(.insert(Request(7, from: bench.mainID), .message(message))) == [
                "main1 compact - completion(7) -"
            ])
        #expect(bench.chat.staged?.isPending == true)
        #expect(bench.chat.staged?.senderParticipant == .alice)
        #expect(bench.chat.transcript[old]?.bubble != nil, "staging leaves the transcript alone")
        #expect(bench.outgoing.isEmpty)
        let events = try bench.events(.userSend)
        #expect(events.map(\.callback) == [.didStartSending])
        #expect(events.first?.message?.isPending == false)
        #expect(bench.chat.draft.isEmpty)
        #expect(
            bench.chat.transcript.description == """
                1 theirs summary m0 "Opened"
                2 mine bubble m1
                """)
    }

    @Test func s5AnswersAfterTheCollapse() throws {
        var bench = try opened(.documented)
        try bench.run(.expand)
        #expect(try bench.run(.insert(Request(1, from: bench.mainID), .message(.sample("m1")))).isEmpty)
        #expect(try bench.run(.insert(Request(2, from: bench.mainID), .text("hi"))).isEmpty)
        #expect(bench.refusal(.userSend) == .draftHidden)
        #expect(bench.refusal(.userDeleteDraft) == .draftHidden)
        #expect(
            try bench.run(.collapse) == [
                "main1 expanded - will_transition(compact) -", "main1 compact - did_transition(compact) -",
                "main1 compact - completion(1) -", "main1 compact - completion(2) -",
            ])
        #expect(try bench.run(.expand).count == 2)
        #expect(try bench.run(.collapse).count == 2, "answered once")
    }

    @Test func s5AnswersBeforeADismissedInstanceResigns() throws {
        var bench = try opened(.documented)
        try bench.run(.expand)
        try bench.run(.insert(Request(1, from: bench.mainID), .message(.sample("m1"))))
        let events = try bench.events(.dismiss(bench.mainID))
        #expect(
            events.map(\.callback) == [
                .viewWillDisappear, .viewDidDisappear, .completion(1, nil), .willResignActive, .didResignActive,
            ])
        #expect(events[at: 2]?.isActive == true)
        #expect(bench.chat.staged?.id == "m1")
    }

    @Test func s5EchoesAnOwnMessageOfTheSelectedSession() throws {
        for (echo, follows, expected) in [
            (HostProfile.OwnSendEcho.none, HostProfile.SelectionOnArrival.follow, []),
            (.bound, .fixed, ["main1 compact m0 did_receive m1"]),
            (
                .bound, .follow,
                [
                    "main1 compact m0 will_select m1", "main1 compact m1 did_select m1",
                    "main1 compact m1 did_receive m1",
                ]
            ),
        ] {
            var profile = HostProfile.documented
            profile.ownSendEcho = echo
            profile.selectionOnArrival = follows
            var bench = Bench(profile)
            try bench.run(.tapBubble(bench.received(.sample("m0", session: .one))))
            try bench.run(.collapse)
            try bench.run(.insert(Request(1, from: bench.mainID), .message(.sample("m1", session: .one))))
            let reaction = try bench.life.handle(.userSend, in: &bench.chat)
            let started = "did_start_sending m1"
            guard echo == .bound else {
                #expect(reaction.entries.map(\.description) == ["main1 compact m0 \(started)"])
                continue
            }
            // the echo comes first, and did_start_sending follows once, a second later
            #expect(reaction.entries.map(\.description) == expected)
            #expect(reaction.later.map(\.delay) == [.seconds(1)])
            let later = try #require(reaction.later.first).stimulus
            let selected = follows == .follow ? "m1" : "m0"
            #expect(try bench.run(later) == ["main1 compact \(selected) \(started)"])
            #expect(try bench.run(later).isEmpty)
            // a message of another session is not echoed
            try bench.run(.insert(Request(2, from: bench.mainID), .message(.sample("m2", session: .two))))
            #expect(try bench.run(.userSend) == ["main1 compact \(selected) did_start_sending m2"])
        }
    }

    @Test func s5TellsOfTheStartBeforeTheGameCloses() throws {
        var bench = Bench(.modern)
        try bench.run(.tapBubble(bench.received(.sample("m0", session: .one))))
        try bench.run(.collapse)
        try bench.run(.insert(Request(1, from: bench.mainID), .message(.sample("m1", session: .one))))
        let later = try #require(try bench.life.handle(.userSend, in: &bench.chat).later.first).stimulus
        #expect(
            try bench.run(.close).prefix(2) == [
                "main1 compact m1 did_start_sending m1", "main1 compact m1 view_will_disappear -",
            ])
        #expect(try bench.run(later).isEmpty)
    }

    @Test(arguments: [HostProfile.documented, .modern])
    func s6TellsOfADeletedDraft(profile: HostProfile) throws {
        var bench = try opened(profile)
        try bench.run(.insert(Request(1, from: bench.mainID), .message(.sample("m1"))))
        try bench.run(.insert(Request(2, from: bench.mainID), .text("look")))
        #expect(try bench.run(.userDeleteDraft) == ["main1 compact - did_cancel_sending m1"])
        #expect(bench.chat.transcript.items.isEmpty)
        #expect(bench.chat.draft.text == "look")
        #expect(bench.refusal(.userDeleteDraft) == .noDraft)
    }

    @Test(arguments: [HostProfile.documented, .modern])
    func s7ReplacesADraftWithoutAWord(profile: HostProfile) throws {
        var bench = try opened(profile)
        try bench.run(.insert(Request(1, from: bench.mainID), .message(.sample("m1"))))
        #expect(
            try bench.run(.insert(Request(2, from: bench.mainID), .message(.sample("m2")))) == [
                "main1 compact - completion(2) -"
            ])
        #expect(try bench.run(.userSend).first == "main1 compact - did_start_sending m2")
        #expect(bench.refusal(.userSend) == .nothingToSend)
    }

    @Test(arguments: [HostProfile.documented, .modern])
    func s8TellsAFreshInstance(profile: HostProfile) throws {
        for (stimulus, callback) in [
            (Stimulus.userSend, "did_start_sending"), (.userDeleteDraft, "did_cancel_sending"),
        ] {
            var bench = try opened(profile)
            try bench.run(.insert(Request(1, from: bench.mainID), .message(.sample("m1"))))
            try bench.run(.close)
            #expect(
                try bench.run(stimulus) == [
                    "errand2 expanded - load -", "errand2 expanded - will_become_active -",
                    "errand2 expanded - did_become_active -", "errand2 expanded - \(callback) m1",
                    "errand2 expanded - will_resign_active -", "errand2 expanded - did_resign_active -",
                ])
            #expect(bench.life.main == nil)
        }
    }

    @Test func s8ClosesTheGameInAnotherChat() throws {
        var bench = try opened(.documented)
        var other = Chat.sample("work")
        try bench.run(.insert(Request(1, from: bench.mainID), .message(.sample("m1"))))
        _ = try bench.life.handle(.openFromDrawer(), in: &other)
        let events = try bench.events(.userSend)
        #expect(events.prefix(4).allSatisfy { $0.instance == .made(.main, 2) })
        #expect(events.dropFirst(4).allSatisfy { $0.instance == .made(.errand, 3) })
        #expect(events.count == 10)
        #expect(bench.life.main == nil)
    }

    @Test(arguments: [HostProfile.documented, .modern])
    func s9SendsForATouch(profile: HostProfile) throws {
        var bench = try opened(profile)
        #expect(
            try bench.run(.send(Request(1, from: bench.mainID), .message(.sample("m1")))) == [
                "main1 compact - completion(1) -", "main1 compact - did_start_sending m1",
            ])
        #expect(bench.life.main?.touch.isUnused == false)
        #expect(bench.outgoing.map(\.delivery.post.message?.id) == ["m1"])
        #expect(bench.outgoing.first?.delivery.game == Bench.game)
        #expect(bench.chat.draft.isEmpty)
    }

    @Test func s9RefusesASecondSendForOneTouch() throws {
        var bench = try opened(.documented)
        try bench.run(.touch(bench.mainID))
        try bench.run(.send(Request(1, from: bench.mainID), .text("one")))
        #expect(
            try bench.run(.send(Request(2, from: bench.mainID), .text("two"))) == ["main1 compact - completion(2, 9) -"]
        )
        #expect(bench.outgoing.count == 1)
        #expect(bench.chat.draft.isEmpty)
    }

    @Test func s9StagesWithoutATouchWhereTheHostDoes() throws {
        var bench = try opened(.modern, touched: false)
        #expect(
            try bench.run(.send(Request(1, from: bench.mainID), .message(.sample("m1")))) == [
                "main1 compact - completion(1) -"
            ])
        #expect(bench.chat.staged?.id == "m1")
        #expect(bench.outgoing.isEmpty)
        #expect(try bench.run(.userSend) == ["main1 compact - did_start_sending m1"])
    }

    @Test func s9ChecksInOrder() throws {
        let long = Message(id: "m1", url: "?" + String(repeating: "x", count: 5_000))
        // at first every check fails; then the causes are corrected one by one
        var bench = Bench(.documented)
        let opening = try bench.events(.openFromDrawer(.media))
        let hidden = try #require(opening.first { $0.callback == .didBecomeActive })
        #expect(
            try bench.run(.send(Request(1, during: hidden), .message(long))) == ["main1 compact - completion(1, 11) -"])
        bench = Bench(.documented)
        let unseen = try #require(try bench.events(.openFromDrawer()).first { $0.callback == .didBecomeActive })
        #expect(
            try bench.run(.send(Request(3, during: unseen), .message(long))) == ["main1 compact - completion(3, 8) -"])
        let short = Post.message(.sample("m2"))
        #expect(try bench.run(.send(Request(4, during: unseen), short)) == ["main1 compact - completion(4, 10) -"])
        #expect(try bench.run(.send(Request(5, from: bench.mainID), short)) == ["main1 compact - completion(5, 9) -"])
        try bench.run(.touch(bench.mainID))
        #expect(try bench.run(.send(Request(6, during: unseen), short)) == ["main1 compact - completion(6, 10) -"])
        #expect(bench.life.main?.touch.isUnused == true, "a refused send uses nothing up")
        #expect(try bench.run(.send(Request(7, from: bench.mainID), short)).count == 2)
    }

    @Test func s9ChecksVisibilityBeforeStaging() throws {
        var bench = Bench(.modern)
        let unseen = try #require(try bench.events(.openFromDrawer()).first { $0.callback == .willBecomeActive })
        #expect(
            try bench.run(.send(Request(1, during: unseen), .text("hi"))) == ["main1 compact - completion(1, 10) -"])
        #expect(bench.chat.draft.isEmpty)
    }

    @Test func sendsFromABubbleThroughTheGameOrAnErrand() throws {
        var bench = Bench(.documented)
        try bench.run(.bubbleAppears(bench.received(.sample("m1", isLive: true))))
        let bubble = InstanceID.made(.bubble, 1)
        try bench.run(.touch(bubble))
        let lines = try bench.run(.send(Request(1, from: bubble), .message(.sample("m2"))))
        #expect(lines.first == "bubble1 transcript m1 completion(1) -")
        #expect(lines.dropFirst().map { String($0.prefix(7)) } == Array(repeating: "errand2", count: 6))
        try bench.run(.openFromDrawer())
        try bench.run(.touch(bubble))
        #expect(
            try bench.run(.send(Request(2, from: bubble), .message(.sample("m3")))) == [
                "bubble1 transcript m1 completion(2) -", "main3 compact - did_start_sending m3",
            ])
    }

    @Test func aBubbleThatSendsItselfAwayGetsNoAnswer() throws {
        var bench = Bench(.documented)
        try bench.run(.bubbleAppears(bench.received(.sample("m1", session: .one, isLive: true))))
        let bubble = InstanceID.made(.bubble, 1)
        try bench.run(.touch(bubble))
        let lines = try bench.run(.send(Request(1, from: bubble), .message(.sample("m2", session: .one))))
        #expect(lines[at: 3] == "bubble1 transcript m1 did_resign_active -")
        #expect(!lines.contains { $0.contains("completion") })
        #expect(lines.contains("errand2 expanded - did_start_sending m2"))
    }

    @Test(arguments: [HostProfile.documented, .modern])
    func anInsertNeedsNoTouch(profile: HostProfile) throws {
        var bench = Bench(profile)
        let early = try #require(try bench.events(.openFromDrawer()).first { $0.callback == .didBecomeActive })
        #expect(
            try bench.run(.insert(Request(1, during: early), .message(.sample("m1")))) == [
                "main1 compact - completion(1) -"
            ])
        #expect(bench.chat.staged?.id == "m1")
        try bench.run(.touch(bench.mainID))
        try bench.run(.insert(Request(2, from: bench.mainID), .message(.sample("m2"))))
        #expect(bench.chat.staged?.id == "m2" && bench.life.main?.touch.isUnused == true)
    }

    /// With the gate `silent_drop`, an insert of an instance that has ended, for example in a
    /// removed bubble, is dropped. With the gate `off` it is staged.
    @Test func dropsTheInsertOfWhoLeftWhereTheHostDoes() throws {
        for (profile, isStaged) in [(HostProfile.modern, false), (.documented, true)] {
            var bench = Bench(profile)
            let item = bench.received(.sample("m1", isLive: true))
            try bench.run(.bubbleAppears(item))
            let bubble = InstanceID.made(.bubble, 1)
            try bench.run(.bubbleDisappears(item))
            let lines = try bench.run(.insert(Request(1, from: bubble), .message(.sample("m2"))))
            #expect(lines == (isStaged ? [] : ["bubble1 transcript m1 ~ insert by a game that isn't presented m2"]))
            #expect((bench.chat.staged?.id == "m2") == isStaged, "and no completion ever comes")
            // an instance that the system ended can't request anything
            try bench.run(.openFromDrawer())
            let main = bench.mainID
            try bench.run(.kill(main))
            #expect(try bench.run(.insert(Request(2, from: main), .text("hi"))) == ["main2 - - ~ instance gone -"])
            #expect(bench.chat.draft.text.isEmpty)
        }
    }

    @Test(arguments: [HostProfile.documented, .modern])
    func anInsertOnTheWayOutIsStaged(profile: HostProfile) throws {
        for way in [Stimulus.close, .dismiss(.made(.main, 1)), .leaveChat] {
            for callback in [Callback.viewWillDisappear, .willResignActive] {
                var bench = Bench(profile)
                try bench.run(.openFromDrawer())
                let leaving = try #require(try bench.events(way).first { $0.callback == callback })
                let long = Message(id: "m0", url: String(repeating: "x", count: 5_001))
                try bench.run(.insert(Request(1, during: leaving), .message(long)))
                #expect(bench.chat.staged == nil)
                #expect(try bench.run(.insert(Request(2, during: leaving), .message(.sample("m1")))) == [])
                #expect(bench.chat.staged?.id == "m1")
            }
        }
        // in did_resign_active there is no conversation any more
        var bench = Bench(.modern)
        try bench.run(.openFromDrawer())
        let gone = try #require(try bench.events(.close).last)
        #expect(gone.callback == .didResignActive)
        try bench.run(.insert(Request(1, during: gone), .message(.sample("m1"))))
        #expect(bench.chat.staged == nil)
    }

    /// In a camera or a call, the game gets no callbacks about messages. If the person acts on the
    /// draft field, the person must have left the camera or the call, so the game closes.
    @Test(arguments: [HostProfile.documented, .modern])
    func mediaHearsNothingOfMessages(profile: HostProfile) throws {
        for stimulus in [Stimulus.userSend, .userDeleteDraft] {
            var bench = try opened(profile)
            try bench.run(.insert(Request(1, from: bench.mainID), .message(.sample("m1"))))
            try bench.run(.openFromDrawer(.media))
            #expect(try bench.arrival(.sample("m2")) == ["- - - ~ arrival while inactive m2"])
            let media = bench.mainID
            let events = try bench.events(stimulus)
            #expect(
                events.filter { $0.instance == media }.map(\.callback.name) == [
                    "view_will_disappear", "view_did_disappear", "will_resign_active", "did_resign_active",
                ])
            #expect(events.filter { $0.instance != media }.allSatisfy { $0.instance.kind == .errand })
            #expect(events.count == 10)
        }
    }

    @Test func aRejectedInsertLeavesTheDraft() throws {
        var bench = try opened(.documented)
        try bench.run(.insert(Request(1, from: bench.mainID), .message(.sample("m1"))))
        let long = Message(id: "m2", url: String(repeating: "x", count: 5_001))
        #expect(
            try bench.run(.insert(Request(2, from: bench.mainID), .message(long))) == [
                "main1 compact - completion(2, 8) -"
            ])
        #expect(bench.chat.staged?.id == "m1")
    }

    @Test func media() throws {
        var bench = Bench(.documented)
        try bench.run(.openFromDrawer(.media))
        let id = bench.mainID
        for post in [Post.message(.sample("m1")), .text("hi"), try .attachment(Samples.document())] {
            try bench.run(.touch(id))
            #expect(try bench.run(.insert(Request(1, from: id), post)) == ["main1 compact - completion(1, 11) -"])
            #expect(try bench.run(.send(Request(2, from: id), post)) == ["main1 compact - completion(2, 11) -"])
        }
        #expect(bench.chat.draft.isEmpty && bench.outgoing.isEmpty)
        for post in [try Post.sticker(Samples.sticker()), try .attachment(Samples.picture())] {
            try bench.run(.touch(id))
            #expect(try bench.run(.insert(Request(3, from: id), post)) == ["main1 compact - completion(3) -"])
            #expect(try bench.run(.send(Request(4, from: id), post)) == ["main1 compact - completion(4) -"])
        }
        #expect(bench.chat.draft.pieces.count == 2 && bench.outgoing.count == 2)
    }

    @Test func sendsWhatLiesBesideTheMessage() throws {
        var bench = try opened(.documented)
        bench.chat.draft.text = "your turn"
        try bench.run(.insert(Request(1, from: bench.mainID), .sticker(Samples.sticker())))
        #expect(try bench.run(.userSend).isEmpty, "only messages are told of")
        #expect(bench.outgoing.map { $0.delivery.game } == [nil, nil])
        bench.chat.draft.text = "again"
        try bench.run(.insert(Request(2, from: bench.mainID), .message(.sample("m1"))))
        #expect(try bench.run(.userSend).count == 1)
        #expect(
            bench.chat.transcript.description == """
                1 mine sticker "a king"
                2 mine text "your turn"
                3 mine bubble m1
                4 mine text "again"
                """)
    }

    @Test func leavesAnotherGamesDraftToIt() throws {
        var bench = try opened(.documented)
        try bench.run(.insert(Request(1, from: bench.mainID), .message(.sample("m1"))))
        var go = Lifecycle(game: "go", profile: .documented)
        #expect(throws: StimulusError.otherGame(expected: "go", found: "chess")) {
            try go.handle(.userSend, in: &bench.chat)
        }
        #expect(throws: StimulusError.otherGame(expected: "go", found: "chess")) {
            try go.handle(.userDeleteDraft, in: &bench.chat)
        }
        #expect(throws: StimulusError.otherGame(expected: "go", found: "chess")) {
            try go.handle(.draftAppears, in: &bench.chat)
        }
        #expect(bench.chat.staged?.id == "m1")
    }

    @Test func linksOnlyWhatAnswersTheSelectedMessage() throws {
        var profile = HostProfile.documented
        profile.sessionLinking = .requireBound
        var bench = Bench(profile)
        let first = bench.received(.sample("m1", session: .one, summary: "Opened"))
        try bench.run(.openFromDrawer())
        try bench.run(.insert(Request(1, from: bench.mainID), .message(.sample("m2", session: .one))))
        try bench.run(.userSend)
        #expect(bench.chat.transcript[first]?.bubble != nil, "nothing was selected")
        #expect(bench.outgoing.last?.delivery.isLinked == false)
        try bench.run(.tapBubble(first))
        try bench.run(.touch(bench.mainID))
        try bench.run(.send(Request(2, from: bench.mainID), .message(.sample("m3", session: .one))))
        #expect(bench.outgoing.last?.delivery.isLinked == true)
        #expect(
            bench.chat.transcript.description == """
                1 theirs bubble m1
                3 mine bubble m3
                """)
    }

    @Test func aRefusedRequestIsAnsweredAndChangesNothing() throws {
        var bench = Bench()
        try bench.run(.openFromDrawer())
        let main = bench.mainID
        let error = MessageError(.fileNotFound, "expected a file")
        try bench.run(.insert(Request(1, from: main), .message(.sample("m1"))))
        #expect(try bench.run(.refuse(Request(2, from: main), error)) == ["main1 compact - completion(2, 1) -"])
        #expect(bench.chat.staged?.id == "m1")
        try bench.run(.kill(main))
        #expect(try bench.run(.refuse(Request(3, from: main), error)) == ["main1 - - ~ instance gone -"])
        #expect(bench.refusal(.refuse(Request(4, from: .made(.main, 9)), error)) == .noInstance(.made(.main, 9)))
    }
}
