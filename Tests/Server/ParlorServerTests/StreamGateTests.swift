import Testing

@testable import ParlorServer

struct StreamGateTests {
    @Test func aPlaceComesBackWithTheLastHoldOfIt() {
        let gate = StreamGate(most: 3, mostOfOne: 2)
        var passes = [gate.enter(from: "a"), gate.enter(from: "a")]
        #expect(passes.allSatisfy { $0 != nil })
        #expect(gate.enter(from: "a") == nil, "one address has two places")
        passes.append(gate.enter(from: "b"))
        #expect(gate.count == 3)
        #expect(gate.enter(from: "c") == nil, "there are three places")
        passes.removeFirst()
        #expect(gate.count == 2)
        #expect(gate.enter(from: "a") != nil)
        passes = []
        #expect(gate.count == 0)
    }

    @Test func manyAtOnce() async {
        let gate = StreamGate(most: 50, mostOfOne: 50)
        let entered = await withTaskGroup(of: StreamGate.Pass?.self) { group in
            for number in 0..<200 { group.addTask { gate.enter(from: "\(number % 7)") } }
            var passes: [StreamGate.Pass] = []
            for await pass in group { if let pass { passes.append(pass) } }
            return passes
        }
        #expect(entered.count == 50)
        withExtendedLifetime(entered) { #expect(gate.count == 50) }
    }
}
