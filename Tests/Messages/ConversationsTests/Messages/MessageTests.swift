import Foundation
import Testing

@testable import Conversations

@Suite struct MessageTests {
    @Test func isEqualByWhatItSays() {
        let message = Message.sample("m1", session: .one, summary: "A move").staged(by: .alice)
        #expect(message == message.sent(by: .alice), "pending doesn't count")
        var failed = message
        failed.error = .unknown("lost")
        #expect(message == failed)
        let twin = Message(
            id: "m2", url: message.url, session: message.session, layout: message.layout,
            summaryText: message.summaryText, accessibilityLabel: message.accessibilityLabel,
            senderParticipant: .alice)
        #expect(message == twin, "the host's id doesn't count")
        #expect(Set([message, twin, failed]).count == 1)
    }

    @Test func differsByEverythingElse() {
        let message = Message.sample("m1", session: .one, summary: "A move").staged(by: .alice)
        var changes: [Message] = []
        func change(_ body: (inout Message) -> Void) {
            var copy = message
            body(&copy)
            changes.append(copy)
        }
        change { $0.setURL("?other") }
        change { $0.layout = nil }
        change { $0.summaryText = nil }
        change { $0.accessibilityLabel = nil }
        change { $0.shouldExpire = true }
        change { $0.senderParticipant = .bob }
        changes.append(
            Message(
                id: "m1", url: message.url, session: .two, layout: message.layout, summaryText: message.summaryText,
                accessibilityLabel: message.accessibilityLabel, senderParticipant: .alice))
        for changed in changes { #expect(changed != message) }
        #expect(changes.count == 7)
    }

    @Test func isPendingUntilItIsSent() {
        let message = Message.sample("m1")
        #expect(message.isPending && message.senderParticipant == nil)
        let staged = message.staged(by: .alice)
        #expect(staged.isPending && staged.senderParticipant == .alice)
        #expect(!staged.sent(by: .alice).isPending)
        var failed = staged.sent(by: .alice)
        failed.error = .unknown("lost")
        #expect(failed.staged(by: .alice).isPending && failed.staged(by: .alice).error == nil, "staged again")
    }

    @Test(arguments: [true, false]) func showsReceiversOnlyItsData(isLive: Bool) {
        var message = Message.sample("m1", session: .one, summary: "A move", isLive: isLive).sent(by: .bob)
        message.shouldExpire = true
        message.layout = message.layout?.mapTemplate {
            TemplateLayout(image: $0.image, mediaFileURL: "film.mov", caption: $0.caption)
        }
        let seen = message.sanitised()
        #expect(seen.url == message.url && seen.session == .one && seen.senderParticipant == .bob)
        #expect(seen.shouldExpire && seen.image == Data([1, 2]) && seen.id == "m1")
        #expect(seen.summaryText == nil && seen.accessibilityLabel == nil)
        #expect(seen.layout?.template == TemplateLayout(image: Data([1, 2]), mediaFileURL: "film.mov"))
        #expect(seen.layout?.isLive == isLive)
    }

    @Test func sharesNoSessionWithoutOne() {
        #expect(Message.sample("m1", session: .one).sharesSession(with: .sample("m2", session: .one)))
        #expect(!Message.sample("m1", session: .one).sharesSession(with: .sample("m2", session: .two)))
        #expect(!Message.sample("m1").sharesSession(with: .sample("m2")))
        #expect(!Message.sample("m1").sharesSession(with: nil))
        #expect(Session(testID(1)) == Session(testID(1)))
    }

    @Test func aMessageIDIsOneWordInALog() {
        #expect(MessageID("a b\nmain1").description == "a?b?main1")
        #expect(MessageID("").description == "?")
        #expect(MessageID(String(repeating: "x", count: 1_000)).description.count == 40)
    }
}
