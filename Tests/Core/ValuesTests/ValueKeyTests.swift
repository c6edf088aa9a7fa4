import Testing
import Values

@Suite struct ValueKeyTests {
    @Test func keysAreInTheOrderOfTheirEncodings() {
        let ordered: [ValueKey] = [
            0, 1, 23, 24, 255, 256, .int(.max), -1, -2, -24, -25, .int(.min), "", "0", "a", "b", "z", "aa", "b0", "é",
            "e\u{301}", "水", "aaaa",
        ]
        #expect(ordered.shuffled().sorted() == ordered)
    }

    @Test func orderIsBytewiseOnTheEncodings() throws {
        var generator = RandomValue(seed: 11)
        let keys = (0..<150).map { index -> ValueKey in
            index.isMultiple(of: 2) ? .int(generator.integer()) : .string(generator.string())
        }
        func encoding(_ key: ValueKey) throws -> [UInt8] {
            switch key {
            case .int(let number): try Value.int(number).canonicalBytes()
            case .string(let text): try Value.string(text).canonicalBytes()
            }
        }
        for left in keys {
            for right in keys {
                let precedes = try encoding(left).lexicographicallyPrecedes(try encoding(right))
                #expect((left < right) == precedes, "\(left) and \(right)")
            }
        }
    }

    @Test func describesItselfAsLua() {
        #expect("\(3 as ValueKey)" == "3")
        #expect("\("a\"b\n\u{1b}" as ValueKey)" == "\"a\\\"b\\n\\u{1B}\"")
    }
}
