import Conversations
import Foundation
import Testing

@testable import GameApps
@testable import MatchSessions
@testable import Simulation

/// Returns a parcel with a text.
func testParcel(
    _ number: Int, from sender: String = "alice", to recipients: [String] = ["bob"], chat: String = "family",
    text: String = "hello"
) -> Packet {
    Packet(
        id: Packet.ID(sender: sender, number: number), chat: Chat.ID(chat), recipients: recipients,
        delivery: Delivery(.text(text)))
}

extension Network {
    /// Takes parcels, all at the same time, and expects that the network takes each of them.
    mutating func takeAll(_ parcels: [Packet], at time: Duration = .zero) {
        for parcel in parcels { #expect(take(parcel, at: time) == .taken, "\(parcel.id), seed \(seed)") }
    }

    /// Returns the numbers of the parcels that arrive for one person, in order.
    mutating func numbers(at time: Duration, for person: String = "bob") -> [Int] {
        due(at: time).filter { $0.recipient == person }.map(\.parcel.id.number)
    }

    /// Lets time pass until no more parcels arrive, and returns the arrivals with their times.
    mutating func run() -> [(time: Duration, arrival: Arrival)] {
        var all: [(time: Duration, arrival: Arrival)] = []
        while let next = nextArrival {
            let arrived = due(at: next)
            #expect(!arrived.isEmpty, "nothing came at \(next), seed \(seed)")
            if arrived.isEmpty { break }
            all += arrived.map { (time: next, arrival: $0) }
        }
        return all
    }
}

@Suite struct NetworkTests {
    static let hour = Duration.seconds(3_600)

    // MARK: Repeating a run

    @Test func sameSeedSameRun() {
        func run(seed: UInt64) -> (arrivals: [Network.Arrival], journal: [String]) {
            var network = Network(seed: seed, weather: .stormy)
            for number in 1...50 {
                network.takeAll([testParcel(number, to: ["bob", "carol"])], at: .seconds(number))
            }
            return (network.run().map(\.arrival), network.journal.map(\.description))
        }
        #expect(run(seed: 7) == run(seed: 7))
        #expect(run(seed: 7) != run(seed: 8))
    }

    /// The random draws are fixed. Another machine, or another version of the standard library,
    /// must give the same draws.
    @Test func drawsAreTheSameEverywhere() throws {
        var network = Network(seed: 7, weather: try NetworkConditions(delay: .zero ... .seconds(30), keepsOrder: false))
        network.takeAll((1...4).map { testParcel($0) })
        #expect(network.run().map { "\($0.arrival.parcel.id) \($0.time.inSeconds)" } == Self.pinned)
    }

    static let pinned = ["alice#2 0.220 s", "alice#4 8.161 s", "alice#3 15.793 s", "alice#1 27.406 s"]

    @Test func fateDoesNotDependOnOtherParcels() throws {
        let weather = try NetworkConditions(
            loss: 0.5, duplication: 0.5, delay: .zero ... .seconds(60), keepsOrder: false)
        for seed in UInt64(0)..<50 {
            var alone = Network(seed: seed, weather: weather)
            alone.takeAll([testParcel(9)])
            var crowded = Network(seed: seed, weather: weather)
            crowded.takeAll((1...8).map { testParcel($0) } + [testParcel(9, from: "carol"), testParcel(9)])
            let expected = alone.run().map(\.time)
            let found = crowded.run().filter { $0.arrival.parcel == testParcel(9) }.map(\.time)
            #expect(found == expected, "seed \(seed)")
        }
    }

    /// An additional lost parcel must not change the delays of other parcels. Otherwise no race
    /// could be reproduced.
    @Test func lossLeavesDelaysAlone() throws {
        func times(loss: Double) throws -> [Int: Duration] {
            var network = Network(
                seed: 3, weather: try NetworkConditions(loss: loss, delay: .zero ... .seconds(60), keepsOrder: false))
            network.takeAll((1...40).map { testParcel($0) })
            return Dictionary(uniqueKeysWithValues: network.run().map { ($0.arrival.parcel.id.number, $0.time) })
        }
        let all = try times(loss: 0)
        let some = try times(loss: 0.5)
        #expect(all.count == 40)
        #expect((1..<40).contains(some.count))
        for (number, time) in some { #expect(all[number] == time) }
    }

    // MARK: Fates

    @Test func fairWeatherBringsAllAtOnceInOrder() {
        var network = Network(seed: 1)
        network.takeAll((1...5).map { testParcel($0, to: ["bob", "carol"]) }, at: .seconds(2))
        #expect(network.nextArrival == .seconds(2))
        let arrivals = network.due(at: .seconds(2))
        #expect(arrivals.map(\.recipient) == Array(repeating: ["bob", "carol"], count: 5).flatMap { $0 })
        #expect(arrivals.map(\.parcel.id.number) == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
        #expect(network.due(at: Self.hour) == [])
        #expect(network.nextArrival == nil)
    }

    /// For 2,000 parcels, five standard deviations are 0.056 at a probability of one half.
    @Test(arguments: [0.0, 0.1, 0.5, 1.0], [UInt64(1), 2, 3])
    func lossAndDuplicationComeAsOftenAsTold(probability: Double, seed: UInt64) throws {
        let count = 2_000
        let parcels = (1...count).map { testParcel($0) }
        let bound = 5 * (probability * (1 - probability) / Double(count)).squareRoot()

        var losing = Network(seed: seed, weather: try NetworkConditions(loss: probability))
        losing.takeAll(parcels)
        let lost = Double(count - losing.due(at: .zero).count) / Double(count)
        #expect(abs(lost - probability) <= bound, "lost \(lost) of 1, seed \(seed)")

        var doubling = Network(seed: seed, weather: try NetworkConditions(duplication: probability))
        doubling.takeAll(parcels)
        let doubled = Double(doubling.due(at: .zero).count - count) / Double(count)
        #expect(abs(doubled - probability) <= bound, "doubled \(doubled) of 1, seed \(seed)")
    }

    @Test func recipientsHaveSeparateFates() throws {
        let count = 2_000
        var network = Network(seed: 5, weather: try NetworkConditions(loss: 0.5))
        network.takeAll((1...count).map { testParcel($0, to: ["bob", "carol"]) })
        let recipients = Dictionary(grouping: network.due(at: .zero), by: \.parcel.id).values.map(\.count)
        let both = Double(recipients.count { $0 == 2 }) / Double(count)
        #expect(abs(both - 0.25) < 0.05, "both \(both)")
    }

    @Test(arguments: [UInt64(1), 2, 3]) func delaysFillTheirRange(seed: UInt64) throws {
        let range = Duration.seconds(2) ... .seconds(12)
        var network = Network(seed: seed, weather: try NetworkConditions(delay: range, keepsOrder: false))
        network.takeAll((1...2_000).map { testParcel($0) }, at: .seconds(100))
        let delays = network.run().map { $0.time - .seconds(100) }
        #expect(delays.count == 2_000)
        #expect(delays.allSatisfy { range.contains($0) }, "seed \(seed)")
        // delays come within a tenth of both ends of the range, and the mean is within five
        // standard deviations
        #expect((delays.min() ?? .zero) < .seconds(3) && (delays.max() ?? .zero) > .seconds(11), "seed \(seed)")
        let mean = delays.reduce(.zero, +) / max(delays.count, 1)
        #expect((Duration.milliseconds(6_670) ... .milliseconds(7_330)).contains(mean), "\(mean), seed \(seed)")
    }

    @Test(arguments: [true, false]) func orderIsKeptPerSenderChatAndRecipientIfToldSo(keepsOrder: Bool) throws {
        let delay = Duration.zero ... .seconds(60)
        for seed in UInt64(0)..<20 {
            var network = Network(
                seed: seed, weather: try NetworkConditions(duplication: 0.2, delay: delay, keepsOrder: keepsOrder))
            for number in 1...30 {
                network.takeAll(
                    [
                        testParcel(number, to: ["bob", "dave"]), testParcel(number + 100, chat: "work"),
                        testParcel(number, from: "carol"),
                    ], at: .seconds(number))
            }
            let run = network.run().map { (stream: Self.stream($0.arrival), number: $0.arrival.parcel.id.number % 100) }
            for stream in Dictionary(grouping: run, by: \.stream).values.map({ $0.map(\.number) }) {
                #expect((stream == stream.sorted()) == keepsOrder, "seed \(seed)")
                #expect(Set(stream) == Set(1...30), "seed \(seed)")
            }
            // parcels of one of these streams don't wait for parcels of another stream
            for other in ["alice family dave", "alice work bob", "carol family bob"] {
                let both = run.filter { [other, "alice family bob"].contains($0.stream) }.map(\.number)
                #expect(both.count >= 60 && both != both.sorted(), "\(other), seed \(seed)")
            }
        }
    }

    static func stream(_ arrival: Network.Arrival) -> String {
        "\(arrival.parcel.sender) \(arrival.parcel.chat) \(arrival.recipient)"
    }

    @Test func weatherIsThatOfTheRecipient() throws {
        var network = Network(seed: 1)
        network.setWeather(try NetworkConditions(loss: 1), for: "bob")
        #expect(network.weather(for: "bob").loss == 1)
        #expect(network.weather(for: "carol") == .fair)
        network.takeAll([testParcel(1, to: ["bob", "carol"]), testParcel(1, from: "bob", to: ["alice"])])
        #expect(network.due(at: .zero).map(\.recipient) == ["carol", "alice"])
        network.setWeather(nil, for: "bob")
        network.takeAll([testParcel(2)])
        #expect(network.numbers(at: .zero) == [2])
    }

    @Test func wrongWeatherIsRefused() {
        #expect(throws: NetworkConditionsError.probability("loss", found: 1.5)) { try NetworkConditions(loss: 1.5) }
        #expect(throws: NetworkConditionsError.probability("duplication", found: -0.1)) {
            try NetworkConditions(duplication: -0.1)
        }
        #expect(throws: NetworkConditionsError.self) { try NetworkConditions(loss: .nan) }
        #expect(throws: NetworkConditionsError.delay(found: .seconds(-1))) {
            try NetworkConditions(delay: .seconds(-1) ... .zero)
        }
        let tooLong = NetworkConditions.longestDelay + .seconds(1)
        #expect(throws: NetworkConditionsError.delay(found: tooLong)) { try NetworkConditions(delay: .zero...tooLong) }
        #expect(
            NetworkConditionsError.probability("loss", found: 2).description
                == "expected a probability of loss from 0 to 1, found 2.0; give 0.25 for one parcel in four")
        #expect(
            NetworkConditionsError.delay(found: .milliseconds(-1_250)).description
                == "expected a delay from 0 to 31536000 s, found -1.250 s; give a shorter time that isn't negative")
    }

    @Test func weatherIsReadBackUnderTheSameLimits() throws {
        let data = try JSONEncoder().encode(NetworkConditions.stormy)
        #expect(try JSONDecoder().decode(NetworkConditions.self, from: data) == .stormy)
        let text = try #require(String(bytes: data, encoding: .utf8))
        let wrong = text.replacingOccurrences(of: #""loss":0.1"#, with: #""loss":7"#)
        #expect(wrong != text)
        #expect(throws: NetworkConditionsError.probability("loss", found: 7)) {
            try JSONDecoder().decode(NetworkConditions.self, from: Data(wrong.utf8))
        }
    }

    @Test func longestWeatherHasRoom() throws {
        var network = Network(
            seed: 1, weather: try NetworkConditions(delay: .zero...NetworkConditions.longestDelay, keepsOrder: false))
        network.takeAll((1...100).map { testParcel($0) })
        #expect(network.run().count == 100)
    }

    // MARK: Out of reach

    @Test func offlineDeviceHandsNothingOver() {
        var network = Network(seed: 1)
        network.setOffline("alice")
        #expect(!network.accepts(from: "alice"))
        #expect(network.accepts(from: "bob"))
        #expect(network.take(testParcel(1), at: .zero) == .refused)
        #expect(network.nextArrival == nil)
        network.setOffline("alice", false)
        #expect(network.take(testParcel(1), at: .seconds(5)) == .taken)
        #expect(network.numbers(at: .seconds(5)) == [1])
    }

    @Test func parcelsWaitForAnOfflineRecipient() {
        var network = Network(seed: 1)
        network.setOffline("bob")
        network.takeAll([testParcel(1, to: ["bob", "carol"]), testParcel(2)])
        #expect(network.due(at: .zero).map(\.recipient) == ["carol"])
        #expect(network.due(at: Self.hour) == [])
        #expect(network.nextArrival == nil)
        #expect(network.waitingCount(for: "bob") == 2)
        network.setOffline("bob", false)
        #expect(network.nextArrival == .zero)
        #expect(network.numbers(at: Self.hour) == [1, 2])
        #expect(network.waitingCount(for: "bob") == 0)
        #expect(network.journal.count { $0.event == .held(testParcel(1).id, to: "bob") } == 1)
    }

    @Test func partitionHoldsWhatGoesAcross() {
        var network = Network(seed: 1)
        network.partition([["alice", "dave"], ["bob"]])
        network.takeAll([
            testParcel(1, to: ["bob", "carol", "dave"]), testParcel(1, from: "carol", to: ["alice", "bob"]),
            testParcel(1, from: "bob", to: ["alice", "carol"]),
        ])
        // Carol is in no group and reaches everybody
        #expect(
            network.due(at: .zero).map { "\($0.parcel.sender) \($0.recipient)" }
                == ["alice carol", "alice dave", "carol alice", "carol bob", "bob carol"])
        #expect(network.nextArrival == nil)
        network.heal()
        #expect(network.due(at: Self.hour).map { "\($0.parcel.sender) \($0.recipient)" } == ["alice bob", "bob alice"])
    }

    @Test func laterPartitionTakesThePlaceOfTheEarlier() {
        var network = Network(seed: 1)
        network.partition([["alice"], ["bob"]])
        network.partition([["alice", "bob"], ["carol"]])
        #expect(network.reaches(from: "alice", to: "bob"))
        #expect(!network.reaches(from: "carol", to: "bob"))
        network.partition([])
        #expect(network.reaches(from: "carol", to: "bob"))
    }

    @Test func healingBringsNobodyOnline() {
        var network = Network(seed: 1)
        network.partition([["alice"], ["bob"]])
        network.setOffline("bob")
        network.takeAll([testParcel(1)])
        network.heal()
        #expect(network.due(at: Self.hour) == [])
        network.setOffline("bob", false)
        #expect(network.numbers(at: Self.hour) == [1])
    }

    @Test func lostIsLostThoughThePartitionHeals() throws {
        var network = Network(seed: 1, weather: try NetworkConditions(loss: 1))
        network.partition([["alice"], ["bob"]])
        network.takeAll([testParcel(1)])
        network.heal()
        #expect(network.run().isEmpty)
        // a person who sends again makes a new parcel
        network.weather = .fair
        #expect(network.take(testParcel(1), at: .zero) == .known)
        #expect(network.take(testParcel(2), at: .zero) == .taken)
        #expect(network.numbers(at: .zero) == [2])
    }

    @Test func timeDoesNotRunBack() throws {
        var network = Network(seed: 1, weather: try NetworkConditions(delay: .seconds(2) ... .seconds(2)))
        _ = network.due(at: .seconds(10))
        network.takeAll([testParcel(1)], at: .seconds(3))
        #expect(network.now == .seconds(10))
        #expect(network.nextArrival == .seconds(12))
        #expect(network.due(at: .milliseconds(11_999)) == [])
        #expect(network.due(at: .seconds(12)) == [.init(recipient: "bob", parcel: testParcel(1))])
        #expect(network.due(at: .zero) == [])
    }

    // MARK: Handing over twice

    @Test func parcelHandedOverTwiceIsCarriedOnce() {
        var network = Network(seed: 1)
        network.takeAll([testParcel(2), testParcel(1), testParcel(1, from: "carol")])
        for time in [Duration.zero, .seconds(1)] {
            #expect(network.take(testParcel(1), at: time) == .known)
            #expect(network.take(testParcel(2), at: time) == .known)
            #expect(network.due(at: time).count == (time == .zero ? 3 : 0))
        }
    }

    @Test func recipientNamedTwiceGetsOne() {
        var network = Network(seed: 1)
        network.takeAll([testParcel(1, to: ["bob", "carol", "bob"])])
        #expect(network.due(at: .zero).map(\.recipient) == ["bob", "carol"])
    }

    @Test func takenNumbersNeedNoRoomWhileTheyComeInOrder() {
        var numbers = TakenNumbers()
        let inserted = [3, 1, 2, -1, 0, Int.max, Int.min, 3, 1, 2, -1, 0, Int.max, Int.min].map { numbers.insert($0) }
        #expect(inserted == Array(repeating: true, count: 7) + Array(repeating: false, count: 7))
        #expect(numbers.allUpTo == 3)
        #expect(numbers.others == [-1, 0, Int.max, Int.min])
    }

    // MARK: The journal

    @Test func journalTellsWhatBecameOfEachParcel() throws {
        var network = Network(seed: 1, weather: try NetworkConditions(delay: .seconds(2) ... .seconds(2)))
        network.partition([["alice", "eve\n"], ["bob"]])
        network.dropNext(from: "carol")
        network.takeAll([testParcel(1), testParcel(1, from: "carol")], at: .milliseconds(1_500))
        _ = network.due(at: .seconds(4))
        network.heal()
        network.setOffline("alice")
        _ = network.take(testParcel(2), at: .seconds(5))
        _ = network.due(at: .seconds(5))
        #expect(
            network.journal.map(\.description) == [
                "0.000 s  partition: alice eve  | bob",
                "0.000 s  the next of carol: dropped",
                "1.500 s  alice#1: taken",
                "1.500 s  alice#1 to bob: arrives at 3.500 s",
                "1.500 s  carol#1: taken",
                "1.500 s  carol#1 to bob: lost",
                "4.000 s  alice#1 to bob: waits, out of reach",
                "4.000 s  partition healed",
                "4.000 s  alice is offline",
                "5.000 s  alice#2: refused, alice is offline",
                "5.000 s  alice#1 to bob: arrived",
            ])
    }

    @Test func journalKeepsTheLatest() {
        var network = Network(seed: 1)
        for number in 1...3_000 {
            network.takeAll([testParcel(number)])
            _ = network.due(at: .seconds(number))
        }
        #expect(network.journal.count == Network.journalLength)
        #expect(network.journal.last?.event == .arrived(testParcel(3_000).id, to: "bob"))
    }
}
