import Testing
import Values

@Suite struct JSONWriterTests {
    private func message(_ value: Value, _ limits: ValueLimits = ValueLimits()) -> String {
        do {
            return "written as \(try value.json(limits: limits, root: "view"))"
        } catch {
            return error.description
        }
    }

    @Test(
        arguments: [
            (.null, "null"), (true, "true"), (1, "1"), (.int(.min), "-9223372036854775808"), (1.0, "1.0"),
            (1e30, "1e+30"),
            (-0.0, "-0.0"), (0.1, "0.1"), (.double(.leastNonzeroMagnitude), "5e-324"), (1e16, "1e+16"),
            (123456789.0, "123456789.0"),
            (.double(.infinity), "\"inf\""), (.double(-.infinity), "\"-inf\""),
            (.bytes([0xff, 0xef, 0xbe]), "\"/+++\""),
            (.bytes([]), "\"\""),
            ("a\"b\\c/\n\r\t\u{0}\u{1f}\u{7f}é", "\"a\\\"b\\\\c/\\n\\r\\t\\u0000\\u001f\\u007fé\""),
            ([], "[]"), ([:], "{}"), ([1, [2.5, "x"]], "[1,[2.5,\"x\"]]"),
            (["bb": 1, "c": 2, 10: 3, -1: 4, 2: 5], "{\"2\":5,\"10\":3,\"-1\":4,\"c\":2,\"bb\":1}"),
        ] as [(Value, String)])
    func writesJSON(value: Value, expected: String) throws {
        #expect(try value.json() == expected)
    }

    /// Characters that reverse text or are invisible are written as escapes, and read back unchanged.
    @Test func whatIsNotSeenIsWrittenByItsNumber() throws {
        #expect(try Value.string("a\u{202E}b\u{200B}c\u{61C}d\u{2028}e").json() == #""a\u202eb\u200bc\u061cd\u2028e""#)
        #expect(try Value.string("\u{E0041}").json() == #""\udb40\udc41""#)
        #expect(try Value.map(["\u{2066}": 1]).json() == #"{"\u2066":1}"#)
        #expect(try Value.string("é猫שלום😀").json() == "\"é猫שלום😀\"")
        for value in (0...0x10FFFF as ClosedRange<UInt32>).lazy.compactMap(Unicode.Scalar.init) where value.isUnseen {
            let text = Value.string("x\(Character(value))")
            let json = try text.json()
            guard json.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), try Value(json: json) == text else {
                Issue.record("U+\(String(value.value, radix: 16)): \(json)")
                return
            }
        }
    }

    @Test func prettyHasOneElementPerLine() throws {
        let value: Value = ["a": [1, ["b": .null]], "none": [], "map": [:]]
        let expected = """
            {
              "a": [
                1,
                {
                  "b": null
                }
              ],
              "map": {},
              "none": []
            }
            """
        #expect(try value.json(pretty: true) == expected)
        #expect(try Value(json: try value.json(pretty: true)) == value)
    }

    @Test func keysThatWouldBecomeOneAreRefused() {
        #expect(
            message(["k": [1: "a", "1": "b"]])
                == "view.k: the keys 1 and \"1\" would be one key in JSON; rename one of them")
        #expect(message([1: "a", "01": "b"]) == "written as {\"1\":\"a\",\"01\":\"b\"}")
    }

    @Test func nanIsRefusedUnlessAllowed() {
        #expect(message([.double(.nan)]) == "view[1]: NaN can't be saved; store nil or another number instead")
        #expect(message([.double(.nan)], ValueLimits(allowsNaN: true)) == "written as [\"nan\"]")
    }

    @Test func limitsHoldExactly() throws {
        for seed in 0..<100 as Range<UInt64> {
            var generator = RandomValue(seed: seed)
            let value = generator.value()
            let size = try value.json().utf8.count
            #expect(try value.json(limits: ValueLimits(bytes: size)).utf8.count == size)
            let error = #expect(throws: ValueError.self) { try value.json(limits: ValueLimits(bytes: size - 1)) }
            #expect(error?.kind == .tooManyBytes(limit: size - 1), "seed \(seed)")
        }
        #expect(message([[1]], ValueLimits(depth: 1)).hasPrefix("view[1]: tables stand"))
        #expect(message([[1]], ValueLimits(items: 2)).hasPrefix("view[1]: this makes more than the 2 values"))
    }
}
