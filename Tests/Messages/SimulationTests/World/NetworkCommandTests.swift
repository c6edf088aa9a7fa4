import Testing

@testable import GameApps
@testable import MatchSessions
@testable import Simulation

/// The commands of ``Network``, with which people can demonstrate races.
@Suite struct NetworkCommandTests {
    @Test func dropNextDropsOne() {
        var network = Network(seed: 1)
        network.dropNext(from: "alice")
        network.takeAll([testParcel(1, from: "carol")])
        network.takeAll([testParcel(1, to: ["bob", "dave"]), testParcel(2, to: ["bob", "dave"])])
        #expect(
            network.due(at: .zero).map { "\($0.parcel.id) \($0.recipient)" } == [
                "carol#1 bob", "alice#2 bob", "alice#2 dave",
            ])
    }

    @Test func commandsAreNotUsedUpByWhatIsNotTaken() {
        var network = Network(seed: 1)
        network.takeAll([testParcel(1)])
        network.dropNext(from: "alice")
        #expect(network.take(testParcel(1), at: .zero) == .known)
        network.setOffline("alice")
        #expect(network.take(testParcel(2), at: .zero) == .refused)
        network.setOffline("alice", false)
        network.takeAll([testParcel(2), testParcel(3)])
        #expect(network.numbers(at: .zero) == [1, 3])
    }

    @Test func delayNextLetsOthersOvertake() throws {
        var network = Network(seed: 1)
        try network.delayNext(from: "alice", by: .seconds(30))
        network.takeAll((1...3).map { testParcel($0) })
        #expect(network.numbers(at: .seconds(29)) == [2, 3])
        #expect(network.nextArrival == .seconds(30))
        #expect(network.numbers(at: .seconds(30)) == [1])
    }

    @Test func wrongDelayIsRefused() {
        var network = Network(seed: 1)
        let before = network
        for delay in [Duration.seconds(-1), NetworkConditions.longestDelay + .nanoseconds(1), .seconds(Int64.max)] {
            #expect(throws: NetworkConditionsError.delay(found: delay)) {
                try network.delayNext(from: "alice", by: delay)
            }
        }
        #expect(network == before)
    }

    @Test func duplicateNextDoublesOne() {
        var network = Network(seed: 1)
        network.duplicateNext(from: "alice")
        network.takeAll((1...2).map { testParcel($0) })
        #expect(network.numbers(at: .zero) == [1, 1, 2])
        #expect(network.journal.contains { $0.description == "0.000 s  alice#1 to bob: a copy arrives at 0.000 s" })
    }

    @Test func commandOverrulesTheWeather() throws {
        var network = Network(seed: 1, weather: try NetworkConditions(loss: 1))
        network.duplicateNext(from: "alice")
        network.takeAll([testParcel(1)])
        try network.delayNext(from: "alice", by: .seconds(1))
        network.takeAll([testParcel(2), testParcel(3)])
        #expect(network.numbers(at: .seconds(1)) == [1, 1, 2])
    }

    @Test func commandsAddUpAndDropWins() throws {
        var network = Network(seed: 1)
        network.duplicateNext(from: "alice")
        try network.delayNext(from: "alice", by: .seconds(9))
        network.takeAll([testParcel(1)])
        #expect(network.numbers(at: .seconds(8)) == [])
        #expect(network.numbers(at: .seconds(9)) == [1, 1])
        network.duplicateNext(from: "alice")
        network.dropNext(from: "alice")
        network.takeAll([testParcel(2)])
        #expect(network.run().isEmpty)
    }

    @Test func reorderedParcelsTakeEachOthersTimes() throws {
        var network = Network(seed: 1, weather: try NetworkConditions(delay: .seconds(5) ... .seconds(5)))
        for number in 1...3 { network.takeAll([testParcel(number)], at: .seconds(number)) }
        network.reorderWaiting(for: "bob")
        #expect(network.numbers(at: .seconds(6)) == [3])
        #expect(network.numbers(at: .seconds(7)) == [2])
        #expect(network.numbers(at: .seconds(8)) == [1])
    }

    @Test func reorderTurnsWhatWaitsAround() throws {
        var network = Network(seed: 1)
        network.setOffline("bob")
        network.takeAll((1...3).map { testParcel($0, to: ["bob", "carol"]) })
        network.takeAll([testParcel(4)], at: .seconds(4))
        #expect(network.reorderWaiting(for: "bob") == 4)
        #expect(network.numbers(at: .seconds(4), for: "carol") == [1, 2, 3])
        network.setOffline("bob", false)
        #expect(network.numbers(at: .seconds(4)) == [4, 3, 2, 1])
        #expect(network.reorderWaiting(for: "bob") == 0)
    }
}
