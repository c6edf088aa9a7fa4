import Testing
import Values

@Suite struct ValueTablesTests {
    @Test func mapsThatLuaTakesForArraysBecomeArrays() {
        #expect((.map([:]) as Value).normalizedTables == [])
        #expect(([1: "a", 2: "b", 3: "c"] as Value).normalizedTables == ["a", "b", "c"])
        #expect(([1: "a"] as Value).normalizedTables == ["a"])
    }

    @Test(
        arguments: [
            [0: "a", 1: "b"], [2: "b"], [1: "a", 3: "c"], [1: "a", "x": "b"], ["1": "a"], [-1: "a", 1: "b"],
        ] as [Value])
    func otherMapsStayMaps(map: Value) {
        #expect(map.normalizedTables == map)
    }

    @Test func worksAtEveryDepth() {
        let value: Value = ["a": [[:], [1: [:]]], "b": ["x": [1: ["y": [:]]]], 7: "z"]
        #expect(value.normalizedTables == ["a": [[], [[]]], "b": ["x": [["y": []]]], 7: "z"])
    }

    @Test func twiceIsOnce() {
        for seed in 0..<500 as Range<UInt64> {
            var generator = RandomValue(seed: seed)
            let once = generator.value().normalizedTables
            #expect(once.normalizedTables == once, "seed \(seed)")
        }
    }

    /// Each value is visited only once, whatever keys are beside it. Two visits at each level would take practically
    /// for ever.
    @Test func aDeepMapThatIsNoListIsLookedAtOnce() {
        let depth = ValueLimits.maximumDepth
        let value = (0..<depth).reduce([1: "a", "x": .map([:])] as Value) { inner, _ in [1: inner, "x": 0] }
        let expected = (0..<depth).reduce([1: "a", "x": []] as Value) { inner, _ in [1: inner, "x": 0] }
        #expect(value.normalizedTables == expected)
    }
}
