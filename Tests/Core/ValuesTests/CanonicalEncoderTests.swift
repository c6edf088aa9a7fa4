import Testing
import Values

@Suite struct CanonicalEncoderTests {
    private func message(_ value: Value, _ limits: ValueLimits = ValueLimits()) -> String {
        do {
            return "encoded as " + hex(try value.canonicalBytes(limits: limits, root: "state"))
        } catch {
            return error.description
        }
    }

    @Test(
        arguments: [
            (.int(.max), "1b7fffffffffffffff"), (.int(.min), "3b7fffffffffffffff"), (255, "18ff"), (256, "190100"),
            (65535, "19ffff"), (65536, "1a00010000"), (4_294_967_295, "1affffffff"),
            (4_294_967_296, "1b0000000100000000"),
            (-24, "37"), (-25, "3818"), (-256, "38ff"), (-257, "390100"), (-4_294_967_297, "3b0000000100000000"),
        ] as [(Value, String)])
    func integersAreShortest(value: Value, expected: String) throws {
        #expect(hex(try value.canonicalBytes()) == expected)
    }

    @Test(arguments: [
        (23, "77"), (24, "7818"), (255, "78ff"), (256, "790100"), (65535, "79ffff"), (65536, "7a00010000"),
    ])
    func lengthsAreShortest(count: Int, head: String) throws {
        let encoding = try Value.string(String(repeating: "x", count: count)).canonicalBytes()
        #expect(hex(encoding.prefix(head.count / 2)) == head)
        #expect(encoding.count == head.count / 2 + count)
    }

    @Test func keysAreInTheOrderOfTheirEncodings() throws {
        let value: Value = ["aa": 1, "b": 2, -1: 3, 10: 4, 100: 5, "z": 6]
        #expect(hex(try value.canonicalBytes()) == "a6 0a04 186405 2003 616202 617a06 62616101".filter { $0 != " " })
    }

    @Test func nanIsRefusedWithItsPlace() {
        let prefix = "NaN can't be saved; store nil or another number instead"
        #expect(message(["board": [1, 2, .double(.nan)]]) == "state.board[3]: " + prefix)
        #expect(message(["two words": [3: .double(.nan)]]) == "state[\"two words\"][3]: " + prefix)
        #expect(message(.double(.nan)) == "state: " + prefix)
        #expect(
            message([.double(-.nan), .double(Double(nan: 9, signaling: false))], ValueLimits(allowsNaN: true))
                == "encoded as 82f97e00f97e00")
    }

    @Test func bytesAreLimitedExactly() throws {
        for seed in 0..<100 as Range<UInt64> {
            var generator = RandomValue(seed: seed)
            let value = generator.value()
            let size = try value.canonicalBytes().count
            #expect(try value.canonicalBytes(limits: ValueLimits(bytes: size)).count == size)
            let error = #expect(throws: ValueError.self) {
                try value.canonicalBytes(limits: ValueLimits(bytes: size - 1))
            }
            #expect(error?.kind == .tooManyBytes(limit: size - 1))
        }
        #expect(
            message(["log": "12345"], ValueLimits(bytes: 8))
                == "state.log: this makes more than the 8 bytes allowed; store less")
    }

    @Test func depthIsLimitedExactly() {
        let limits = ValueLimits(depth: 2)
        #expect(message([[1]], limits) == "encoded as 818101")
        let words = "tables stand more than the 2 levels deep that are allowed; use fewer levels"
        #expect(message([["a": []]], limits) == "state[1].a: " + words)
        #expect(message([[], [[:]]], limits) == "state[2][1]: " + words)
        #expect(message(1, ValueLimits(depth: 0)) == "encoded as 01")
        #expect(message([], ValueLimits(depth: 0)).hasPrefix("state: tables stand"))
    }

    @Test func itemsAreLimitedExactly() {
        let value: Value = ["a": [1, 2], "b": 3]
        #expect(message(value, ValueLimits(items: 5)).hasPrefix("encoded"))
        #expect(
            message(value, ValueLimits(items: 4)) == "state.a: this makes more than the 4 values allowed; store less")
        #expect(message(1, ValueLimits(items: 0)).hasPrefix("state: this makes"))
    }
}
