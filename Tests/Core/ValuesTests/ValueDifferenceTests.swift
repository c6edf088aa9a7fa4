import Testing
import Values

@Suite struct ValueDifferenceTests {
    private func difference(_ old: Value, _ new: Value) -> String? {
        new.firstDifference(from: old, root: "state")?.description
    }

    @Test func equalValuesHaveNone() {
        for seed in 0..<300 as Range<UInt64> {
            var generator = RandomValue(seed: seed)
            let value = generator.value()
            #expect(value.firstDifference(from: value) == nil, "seed \(seed)")
        }
    }

    @Test func namesThePlaceAndBothValues() {
        #expect(difference(["board": ["b2": "x"]], ["board": ["b2": "o"]]) == "state.board.b2: \"x\" became \"o\"")
        #expect(difference(["board": [:]], ["board": ["b2": "x"]]) == "state.board.b2: nil became \"x\"")
        #expect(difference(["board": ["b2": "x"]], ["board": [:]]) == "state.board.b2: \"x\" became nil")
        #expect(difference([1, 2, 3], [1, 5, 4]) == "state[2]: 2 became 5")
        #expect(difference([1, 2], [1, 2, 3]) == "state[3]: nil became 3")
        #expect(difference([1, 2, 3], [1]) == "state[2]: 2 became nil")
        #expect(difference(1, 1.0) == "state: 1 became 1.0")
        #expect(difference(0.0, -0.0) == "state: 0.0 became -0.0")
        #expect(difference([:], []) == "state: {} became {}")
        #expect(difference(["é": 1], ["e\u{301}": 1]) == "state[\"é\"]: 1 became nil")
    }

    @Test func firstIsInCanonicalOrder() {
        #expect(difference(["aa": 1, "b": 1, 5: 1], ["aa": 2, "b": 2, 5: 2]) == "state[5]: 1 became 2")
        #expect(difference(["aa": 1, "b": 1], ["aa": 2, "b": 2]) == "state.b: 1 became 2")
        #expect(difference(["gone": 1, "much": 1], ["much": 2, "new": 1]) == "state.new: nil became 1")
    }

    @Test func missingIsNotNull() throws {
        let appeared = try #require((["a": .null] as Value).firstDifference(from: [:]))
        #expect(appeared == ValueDifference(path: ValuePath(root: "value", keys: ["a"]), before: nil, after: .null))
        let vanished = try #require(([:] as Value).firstDifference(from: ["a": .null]))
        #expect(vanished == ValueDifference(path: ValuePath(root: "value", keys: ["a"]), before: .null, after: nil))
    }

    /// In both values, the path leads to the value that the difference names.
    @Test func pathsLeadToTheValues() {
        var found = 0
        for seed in 0..<1000 as Range<UInt64> {
            var generator = RandomValue(seed: seed)
            let (old, new): (Value, Value) = (["v": generator.value()], ["v": generator.value()])
            guard let difference = new.firstDifference(from: old) else {
                #expect(old == new, "seed \(seed)")
                continue
            }
            found += 1
            #expect(old[difference.path] == difference.before, "seed \(seed)")
            #expect(new[difference.path] == difference.after, "seed \(seed)")
            #expect(difference.before != difference.after, "seed \(seed)")
        }
        #expect(found > 500)
    }
}
