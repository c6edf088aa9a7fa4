import Foundation
import Testing

@testable import Conversations

@Suite struct TranscriptChangesTests {
    /// Writing the changes of every step gives the transcript, whatever happens; most steps write little.
    @Test func changesLeadFromOneStateToTheNext() throws {
        var failures = 0
        var removals = 0
        for seed in 0..<40 as Range<UInt64> {
            var life = RandomLife(seed: seed)
            var kept: [Int: TranscriptItem] = [:]
            for step in 0..<30 {
                let before = life.chats[0].transcript
                life.step()
                // Messages fail, and leave nothing behind, too rarely by themselves.
                if step % 5 == 2 {
                    let message = Message.sample(MessageID("x\(step)"), session: .two)
                    life.chats[0].receive(
                        Delivery(.message(message), game: Bench.game), from: .bob, profile: .modern)
                }
                if step % 5 == 4, let bubble = life.chats[0].transcript.items.last(where: { $0.bubble != nil }) {
                    life.chats[0].transcript.fail(bubble.id, .unknown("lost \(step)"))
                }
                let after = life.chats[0].transcript
                let changes = after.changes(since: before)
                for id in changes.removed { #expect(kept.removeValue(forKey: id.number) != nil) }
                for item in changes.written { kept[item.id.number] = item }
                let read = try Transcript(items: kept.values.sorted { $0.id.number < $1.id.number })
                let expected = try JSONEncoder.sorted.encode(after)
                #expect(try JSONEncoder.sorted.encode(read) == expected, "seed \(seed), step \(step)")
                let added = after.items.count { item in before[item.id] == nil }
                #expect(changes.written.count <= added * 2 + 1, "seed \(seed), step \(step)")
                failures += changes.written.count { $0.bubble?.message.error != nil }
                removals += changes.removed.count
            }
        }
        #expect(failures > 20 && removals > 20, "\(failures) \(removals)")
    }

    @Test func nothingChangesByItself() {
        var chat = Chat.sample()
        for id in ["m1", "m2"] as [MessageID] {
            chat.receive(Delivery(.message(.sample(id)), game: Bench.game), from: .bob, profile: .modern)
        }
        #expect(chat.transcript.changes(since: chat.transcript).isEmpty)
        #expect(chat.transcript.changes(since: Transcript()).written.count == 2)
    }
}

extension JSONEncoder {
    fileprivate static var sorted: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return encoder
    }
}
