import Testing

@testable import GameApps
@testable import MatchSessions
@testable import Simulation

@Suite struct OutboxTests {
    static let alice1 = Packet.ID(sender: "alice", number: 1)

    func numbers(_ outbox: Outbox, at time: Duration) -> [Int] {
        outbox.due(at: time).map(\.id.number)
    }

    @Test func headOfEachChatIsDueAtOnce() {
        var outbox = Outbox(seed: 1)
        #expect(outbox.nextAttempt == nil)
        for (number, chat) in [(1, "family"), (2, "family"), (3, "work"), (4, "work")] {
            outbox.add(testParcel(number, chat: chat), at: .seconds(number))
        }
        #expect(outbox.nextAttempt == .seconds(1))
        #expect(numbers(outbox, at: .zero) == [])
        #expect(numbers(outbox, at: .seconds(2)) == [1])
        #expect(numbers(outbox, at: .seconds(9)) == [1, 3])
        #expect(outbox.delivered(Self.alice1)?.parcel == testParcel(1))
        #expect(numbers(outbox, at: .seconds(9)) == [2, 3])
    }

    @Test func failedHeadHoldsItsChatAndNoOther() {
        var outbox = Outbox(seed: 1)
        for (number, chat) in [(1, "family"), (2, "family"), (3, "work")] {
            outbox.add(testParcel(number, chat: chat), at: .zero)
        }
        let entry = outbox.failed(Self.alice1, at: .zero)
        #expect(entry?.attempts == 1)
        #expect(entry == outbox.entries.first)
        #expect(numbers(outbox, at: .seconds(4)) == [3])
        outbox.delivered(Packet.ID(sender: "alice", number: 3))
        #expect(outbox.nextAttempt == entry?.due)
        #expect(numbers(outbox, at: .seconds(7)) == [1])
        outbox.delivered(Self.alice1)
        // the next parcel of the chat hasn't failed yet, so it needn't wait
        #expect(outbox.nextAttempt == .zero)
        #expect(numbers(outbox, at: .seconds(7)) == [2])
    }

    @Test func unknownAndRepeatedIDsChangeNothing() {
        var outbox = Outbox(seed: 1)
        outbox.add(testParcel(1, text: "first"), at: .zero)
        let before = outbox
        #expect(outbox.add(testParcel(1, text: "second"), at: .seconds(1)) == nil)
        let unknown = [Packet.ID(sender: "alice", number: 2), Packet.ID(sender: "bob", number: 1)]
        for id in unknown {
            #expect(outbox.delivered(id) == nil)
            #expect(outbox.failed(id, at: .zero) == nil)
        }
        #expect(outbox == before)
        #expect(outbox.delivered(Self.alice1) != nil)
        #expect(outbox.delivered(Self.alice1) == nil)
        #expect(outbox.entries == [])
    }

    // MARK: Backoff

    /// Returns the waits after 1 ... `count` failures of the first parcel. Each attempt is made
    /// when the parcel is due.
    func waits(seed: UInt64, count: Int, number: Int = 1) -> [Duration] {
        var outbox = Outbox(seed: seed)
        outbox.add(testParcel(number), at: .zero)
        var now = Duration.zero
        return (0..<count).map { _ in
            outbox.failed(Packet.ID(sender: "alice", number: number), at: now)
            defer { now = outbox.nextAttempt ?? now }
            #expect(outbox.due(at: (outbox.nextAttempt ?? .zero) - .nanoseconds(1)) == [])
            return (outbox.nextAttempt ?? now) - now
        }
    }

    @Test func waitsDoubleFromFiveSecondsToFiveMinutes() {
        let least: [Int64] = [5, 10, 20, 40, 80, 160, 250, 250, 250, 250]
        for seed in UInt64(0)..<100 {
            for (wait, seconds) in zip(waits(seed: seed, count: least.count), least) {
                let range = Duration.seconds(seconds) ... .milliseconds(seconds * 1_200)
                #expect(range.contains(wait), "\(wait), at least \(seconds) s, seed \(seed)")
                #expect(wait <= .seconds(300), "seed \(seed)")
            }
        }
    }

    @Test func waitsDifferBySeedAndParcelAndRepeat() {
        #expect(waits(seed: 1, count: 8) == waits(seed: 1, count: 8))
        #expect(Set((UInt64(0)..<50).map { waits(seed: $0, count: 8) }).count == 50)
        #expect(Set((1...50).map { waits(seed: 1, count: 8, number: $0) }).count == 50)
        // the random additions make even the longest waits differ
        #expect(Set(waits(seed: 1, count: 20).suffix(10)).count == 10)
    }

    @Test(arguments: [Int.min, -1, 0, Int.max]) func anyStoredCountIsBorne(attempts: Int) {
        var outbox = Outbox(seed: 1, entries: [Outbox.Entry(parcel: testParcel(1), attempts: attempts, due: .zero)])
        let entry = outbox.failed(Self.alice1, at: .zero)
        #expect(entry?.attempts == (attempts == Int.max ? Int.max : 1))
        #expect((entry?.due ?? .zero) >= .seconds(5))
        #expect((entry?.due ?? .zero) <= .seconds(300))
    }

    // MARK: Against a network

    /// Sends 12 parcels in three chats over a network. The sender is online in one of four steps.
    /// Returns the parcels that arrived, with their times. If `restored`, the outbox is recreated
    /// from its entries after each step. If `forgetful`, every third removal isn't stored.
    func send(seed: UInt64, restored: Bool, forgetful: Bool = false) -> [String] {
        var network = Network(seed: seed)
        var outbox = Outbox(seed: seed)
        for number in 1...12 { outbox.add(testParcel(number, chat: "chat \(number % 3)"), at: .seconds(number)) }
        var arrived: [String] = []
        var steps = 0
        var now = Duration.zero
        for _ in 0..<1_000 {
            guard let next = outbox.nextAttempt else { break }
            now = max(now, next)
            for parcel in outbox.due(at: now) {
                steps += 1
                network.setOffline("alice", steps % 4 != 0)
                switch network.take(parcel, at: now) {
                case .taken, .known: if !(forgetful && steps % 3 == 0) { outbox.delivered(parcel.id) }
                case .refused: outbox.failed(parcel.id, at: now)
                }
                if restored { outbox = Outbox(seed: seed, entries: outbox.entries) }
            }
            arrived += network.due(at: now).map { "\($0.parcel.chat) \($0.parcel.id) \(now)" }
        }
        #expect(outbox.entries == [], "seed \(seed)")
        return arrived
    }

    @Test func orderPerChatHoldsUnderFailures() {
        for seed in UInt64(0)..<20 {
            for forgetful in [false, true] {
                let arrived = send(seed: seed, restored: false, forgetful: forgetful)
                for chat in 0..<3 {
                    let numbers = arrived.filter { $0.hasPrefix("chat \(chat) ") }
                        .compactMap { $0.split(separator: "#").last?.prefix { $0 != " " } }.compactMap { Int($0) }
                    let expected = (1...12).filter { $0 % 3 == chat }
                    #expect(numbers == expected, "chat \(chat), forgetful \(forgetful), seed \(seed)")
                }
            }
        }
    }

    @Test func restoredOutboxBehavesTheSame() {
        for seed in UInt64(0)..<20 {
            #expect(send(seed: seed, restored: true) == send(seed: seed, restored: false), "seed \(seed)")
        }
        #expect(send(seed: 1, restored: true) != send(seed: 2, restored: true))
    }

    @Test func ofTwoStoredEntriesTheFirstCounts() {
        let first = Outbox.Entry(parcel: testParcel(1), attempts: 2, due: .seconds(3))
        let second = Outbox.Entry(parcel: testParcel(1, chat: "work"), due: .zero)
        #expect(Outbox(seed: 1, entries: [first, second]).entries == [first])
    }
}
