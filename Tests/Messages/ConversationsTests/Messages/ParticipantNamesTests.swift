import Foundation
import Testing

@testable import Conversations

@Suite struct ParticipantNamesTests {
    private let names = ParticipantNames([.alice: "Alice", .bob: "Bob"])
    private let alice = Participant.alice.placeholder
    private let bob = Participant.bob.placeholder

    @Test func showsKnownParticipants() {
        #expect(alice == "$12345678-9ABC-4DEF-8000-00000000AB01")
        #expect(names.substituted(in: "\(alice) beat \(bob)") == "Alice beat Bob")
        #expect(names.substituted(in: alice.lowercased()) == "Alice")
        #expect(names.substituted(in: "$\(alice)\(bob)1") == "$AliceBob1")
    }

    @Test(arguments: [
        "$" + testID(99).uuidString, "$", "$$", "100 $ for you", testID(1).uuidString, "$ " + testID(1).uuidString,
        "$" + testID(1).uuidString.dropLast(), "$" + testID(1).uuidString.replacing("-", with: "x"), "é$é",
        "$" + String(repeating: "é", count: 30),
    ])
    func leavesTheRest(text: String) {
        #expect(names.substituted(in: text) == text)
    }

    @Test func readsANameOnlyOnce() {
        let tricky = ParticipantNames([.alice: bob, .bob: "Bob"])
        #expect(tricky.substituted(in: alice) == bob)
    }

    @Test func substitutesInSixStringsAndTheSummaryButNotInTheURL() {
        let layout = TemplateLayout(
            mediaFileURL: alice, imageTitle: alice, imageSubtitle: alice, caption: alice, trailingCaption: alice,
            subcaption: alice, trailingSubcaption: alice)
        for wrapped in [Layout.template(layout), .live(LiveLayout(layout))] {
            let message = Message(
                id: "m1", url: "?by=\(alice)", layout: wrapped, summaryText: alice, accessibilityLabel: alice)
            let shown = names.substituted(in: message)
            let expected = TemplateLayout(
                mediaFileURL: alice, imageTitle: "Alice", imageSubtitle: "Alice", caption: "Alice",
                trailingCaption: "Alice", subcaption: "Alice", trailingSubcaption: "Alice")
            #expect(shown.layout?.template == expected)
            #expect(shown.layout?.isLive == wrapped.isLive)
            #expect(shown.summaryText == "Alice")
            #expect(shown.url == "?by=\(alice)")
            #expect(shown.accessibilityLabel == alice)
        }
    }

    @Test func canBeChanged() {
        var names = ParticipantNames()
        names[.alice] = "Al"
        #expect(names[.alice] == "Al" && names[.bob] == nil)
        #expect(names.substituted(in: alice) == "Al")
    }
}
