import Conversations
import Testing

@Suite struct TranscriptTests {
    private func delivery(_ message: Message, game: String = "chess", linked: Bool = true) -> Delivery {
        Delivery(.message(message), game: game, isLinked: linked)
    }

    @Test func theEarlierBubbleLeavesItsOwnSummary() {
        var transcript = Transcript()
        let profile = HostProfile.documented
        let first = transcript.add(
            delivery(.sample("m1", session: .one, summary: "First")), from: .bob, profile: profile)
        #expect(first.collapsed == nil)
        transcript.add(Delivery(.text("nice")), from: nil, profile: profile)
        let second = transcript.add(
            delivery(.sample("m2", session: .one, summary: "Second")), from: nil, profile: profile)
        #expect(second.collapsed == first.item)
        #expect(
            transcript.description == """
                1 theirs summary m1 "First"
                2 mine text "nice"
                3 mine bubble m2
                """)
        transcript.add(delivery(.sample("m3", session: .one)), from: .bob, profile: profile)
        #expect(
            transcript.description == """
                1 theirs summary m1 "First"
                2 mine text "nice"
                3 mine summary m2 "Second"
                4 theirs bubble m3
                """)
    }

    @Test func withoutASummaryNothingStays() {
        for nilSummary in HostProfile.NilSummary.allCases {
            var profile = HostProfile.documented
            profile.nilSummary = nilSummary
            var transcript = Transcript()
            let first = transcript.add(delivery(.sample("m1", session: .one)), from: .bob, profile: profile)
            let second = transcript.add(delivery(.sample("m2", session: .one)), from: .bob, profile: profile)
            #expect(second.collapsed == first.item)
            let line = nilSummary == .default ? "1 theirs summary m1 \"Game message\"\n" : ""
            #expect(transcript.description == line + "2 theirs bubble m2")
            #expect((transcript[first.item] == nil) == (nilSummary == .none))
            #expect(transcript[second.item]?.bubble?.message.id == "m2")
        }
    }

    @Test func messagesWithoutSessionStay() {
        var transcript = Transcript()
        for id in ["m1", "m2", "m1"] as [MessageID] {
            let placed = transcript.add(delivery(.sample(id)), from: .bob, profile: .documented)
            #expect(placed.collapsed == nil)
        }
        #expect(transcript.items.count == 3)
    }

    @Test func sessionsOfTwoGamesNeverMeet() {
        var transcript = Transcript()
        transcript.add(delivery(.sample("m1", session: .one)), from: .bob, profile: .documented)
        let other = transcript.add(
            delivery(.sample("m2", session: .one), game: "go"), from: .bob, profile: .documented)
        #expect(other.collapsed == nil)
        #expect(transcript.items.count == 2)
    }

    @Test func theLastArrivalHereIsTheBubble() {
        let one = delivery(.sample("m1", session: .one, summary: "First"))
        let two = delivery(.sample("m2", session: .one, summary: "Second"))
        var here = Transcript()
        var there = Transcript()
        for (first, second) in [(one, two)] {
            here.add(first, from: nil, profile: .documented)
            here.add(second, from: .bob, profile: .documented)
            there.add(second, from: nil, profile: .documented)
            there.add(first, from: .bob, profile: .documented)
        }
        #expect(here.items.compactMap(\.bubble).map(\.message.id) == ["m2"])
        #expect(there.items.compactMap(\.bubble).map(\.message.id) == ["m1"])
    }

    @Test func requiresALinkWhereTheHostDoes() {
        for linking in HostProfile.SessionLinking.allCases {
            var profile = HostProfile.documented
            profile.sessionLinking = linking
            var transcript = Transcript()
            transcript.add(delivery(.sample("m1", session: .one)), from: .bob, profile: profile)
            let loose = transcript.add(
                delivery(.sample("m2", session: .one), linked: false), from: .bob, profile: profile)
            #expect((loose.collapsed == nil) == (linking == .requireBound))
            let linked = transcript.add(delivery(.sample("m3", session: .one)), from: .bob, profile: profile)
            #expect(linked.collapsed == loose.item, "the last one of the session")
        }
    }

    @Test func marksAFailure() {
        var transcript = Transcript()
        let item = transcript.add(delivery(.sample("m1")), from: nil, profile: .documented).item
        let text = transcript.add(Delivery(.text("hi")), from: nil, profile: .documented).item
        let marked = [transcript.fail(item, .unknown("lost")), transcript.fail(text, .unknown("lost"))]
        #expect(marked == [true, false])
        #expect(transcript.description == "1 mine bubble m1 failed\n2 mine text \"hi\"")
    }

    @Test func findsPlacesAmongGaps() {
        var transcript = Transcript()
        var places: [TranscriptItem.ID] = []
        for number in 0..<100 {
            let session: Session? = number % 3 == 0 ? .one : nil
            places.append(
                transcript.add(
                    delivery(.sample(MessageID("m\(number)"), session: session)), from: .bob, profile: .documented
                ).item)
        }
        #expect(transcript.items.count == 67)
        for (number, place) in places.enumerated() {
            let isGone = number % 3 == 0 && number != 99
            #expect(transcript[place]?.bubble?.message.id == (isGone ? nil : MessageID("m\(number)")))
        }
    }
}
