import Conversations
import Testing

@Suite struct StimulusErrorTests {
    @Test func refusesWhatCannotHappen() throws {
        var bench = Bench()
        let item = bench.received(.sample("m1", session: .one, summary: "Opened"))
        _ = bench.received(.sample("m2", session: .one))
        #expect(bench.refusal(.expand) == .notOpen)
        #expect(bench.refusal(.collapse) == .notOpen)
        #expect(bench.refusal(.close) == .notOpen)
        #expect(bench.refusal(.userSend) == .nothingToSend)
        #expect(bench.refusal(.userDeleteDraft) == .noDraft)
        #expect(bench.refusal(.draftAppears) == .noDraft)
        #expect(bench.refusal(.tapBubble(item)) == .noBubble(item), "a summary can't be tapped")
        #expect(bench.refusal(.bubbleAppears(item)) == .noBubble(item))
        #expect(bench.refusal(.failure(item, .unknown("lost"))) == .noBubble(item))
        #expect(bench.refusal(.touch(.made(.main, 1))) == .noInstance(.made(.main, 1)))
        try bench.run(.openFromDrawer())
        try bench.run(.close)
        #expect(bench.refusal(.touch(.made(.main, 1))) == .noInstance(.made(.main, 1)), "gone")
        #expect(bench.refusal(.dismiss(.made(.main, 2))) == .noInstance(.made(.main, 2)))
        #expect(
            bench.refusal(.dismiss(.made(.main, 1, game: "go"))) == .otherGame(expected: "chess", found: "go"))
    }

    @Test func refusesOtherChatsAndGames() throws {
        var bench = Bench()
        try bench.run(.openFromDrawer())
        var other = Chat.sample("work")
        #expect(throws: StimulusError.otherChat(expected: bench.chat.id, found: other.id)) {
            try bench.life.handle(.dismiss(.made(.main, 1)), in: &other)
        }
        #expect(throws: StimulusError.notOpen) { try bench.life.handle(.expand, in: &other) }
        let foreign = bench.chat.receive(
            Delivery(.message(.sample("m1", isLive: true)), game: "go"), from: .bob, profile: .documented)
        #expect(bench.refusal(.tapBubble(foreign.item)) == .otherGame(expected: "chess", found: "go"))
        #expect(bench.refusal(.bubbleAppears(foreign.item)) == .otherGame(expected: "chess", found: "go"))
        other.conversations = [:]
        #expect(throws: StimulusError.notInChat(game: "chess", other.id)) {
            try bench.life.handle(.openFromDrawer(), in: &other)
        }
        #expect(bench.life.main?.id == .made(.main, 1))
    }

    @Test func saysWhatWasExpectedAndWhatToDo() {
        let item = Transcript.placeOfFirstItem
        let errors: [StimulusError] = [
            .notInChat(game: "chess", Chat.ID("family")), .noBubble(item), .otherGame(expected: "chess", found: nil),
            .notLive, .notOpen, .nothingToSend, .noDraft, .draftHidden, .noInstance(.made(.main, 1)),
            .otherChat(expected: Chat.ID("family"), found: Chat.ID("work")),
        ]
        for error in errors {
            #expect(error.description.hasPrefix("expected "))
            #expect(error.description.contains("; "))
        }
        #expect(Set(errors.map(\.description)).count == errors.count)
    }
}

extension Transcript {
    static var placeOfFirstItem: TranscriptItem.ID {
        var transcript = Transcript()
        return transcript.add(Delivery(.text("hi")), from: nil, profile: .documented).item
    }
}
