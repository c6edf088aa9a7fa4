import Testing
import Values

@Suite struct ValueTests {
    @Test func integersAndFloatsAreKeptApart() {
        #expect(Value.int(1) != .double(1))
        #expect((1 as Value) == .int(1))
        #expect((1.0 as Value) == .double(1))
        #expect(Set([.int(1), .double(1), .bool(true), .string("1")] as [Value]).count == 4)
    }

    @Test func literalsMakeValues() {
        let value: Value = ["list": [.null, true, 2, 0.5, "x\(1)"], 3: [:], "none": []]
        let list: [Value] = [.null, .bool(true), .int(2), .double(0.5), .string("x1")]
        #expect(value == .map([.string("list"): .array(list), .int(3): .map([:]), .string("none"): .array([])]))
        #expect((["a": 1, "a": 2] as Value) == .map([.string("a"): .int(2)]))
    }

    @Test func stringsAreEqualByBytes() {
        let composed = "\u{e9}"
        let decomposed = "e\u{301}"
        #expect(composed == decomposed, "Swift takes these strings for equal: the reason for this test")
        #expect(Value.string(composed) != .string(decomposed))
        #expect(Value.string(composed) == .string(composed))
        #expect(Set([Value.string(composed), .string(decomposed), .string(composed)]).count == 2)
        #expect(Value.array([.string(composed)]) != .array([.string(decomposed)]))
    }

    @Test func equivalentStringsAreDifferentKeys() throws {
        let value: Value = ["\u{e9}": 1, "e\u{301}": 2]
        #expect(value.mapValue?.count == 2)
        #expect(value["\u{e9}"] == 1)
        #expect(value["e\u{301}"] == 2)
        #expect(hex(try value.canonicalBytes()) == "a262c3a9016365cc8102")
        #expect(try Value(canonicalBytes: try value.canonicalBytes()) == value)
    }

    @Test func floatsAreEqualByBytes() {
        #expect(Value.double(0.0) != .double(-0.0))
        #expect(Value.double(.nan) == .double(-.nan))
        #expect(Value.double(.nan) == .double(Double(nan: 5, signaling: false)))
        #expect(Set([Value.double(.nan), .double(-.nan), .double(0.0), .double(-0.0)]).count == 3)
    }

    @Test func kindsDiffer() {
        let values: [Value] = [
            .null, .bool(false), .bool(true), .int(0), .double(0), .string(""), .bytes([]), .array([]), .map([:]),
        ]
        for (index, value) in values.enumerated() {
            #expect(values.firstIndex(of: value) == index)
        }
        #expect(Set(values).count == values.count)
    }

    /// Equality, hash and canonical bytes must agree for any two values.
    @Test func equalityIsThatOfCanonicalBytes() throws {
        var pool: [Value] = []
        for seed in 0..<60 as Range<UInt64> {
            var generator = RandomValue(seed: seed)
            pool.append(generator.value(depth: 1))
        }
        var equal = 0
        for left in pool {
            for right in pool {
                let sameBytes = try left.canonicalBytes() == right.canonicalBytes()
                #expect((left == right) == sameBytes, "\(left) and \(right)")
                #expect(!sameBytes || left.hashValue == right.hashValue)
                equal += sameBytes ? 1 : 0
            }
        }
        #expect(equal > pool.count, "only equal to themselves: the pool is too varied to show anything")
    }
}
