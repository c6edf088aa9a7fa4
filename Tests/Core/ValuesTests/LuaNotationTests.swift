import Testing
import Values

@Suite struct LuaNotationTests {
    @Test func valuesAreWrittenAsLua() {
        let value: Value = [
            "turn": 2, "board": ["x", .null, true], "end": 0.5, 3: .bytes([0, 255]), "far": .double(-.infinity),
            "none": [],
        ]
        let text =
            "{[3] = \"\\x00\\xff\", [\"end\"] = 0.5, far = -math.huge, none = {}, turn = 2, board = {\"x\", nil, true}}"
        #expect(value.description == text)
        #expect(Value.double(.nan).description == "nan")
        #expect(Value.double(.infinity).description == "math.huge")
    }

    @Test func summariesAreCut() {
        #expect(Value.string("short").summary() == "\"short\"")
        #expect((["a", "b", "c"] as Value).summary(limit: 8) == "{\"a\", \"b…")
        let flood = Value.array(Array(repeating: .string(String(repeating: "\n", count: 1000)), count: 1000))
        #expect(flood.summary().unicodeScalars.count == 61)
        #expect(Value.bytes(Array(repeating: 0, count: 100_000)).summary(limit: 10).unicodeScalars.count == 11)
        #expect(Value.int(12).summary(limit: -1) == "…")
    }

    @Test func textCannotTurnALine() {
        #expect(Value.string("a\u{202e}b\u{2028}").description == "\"a\\u{202E}b\\u{2028}\"")
    }
}
