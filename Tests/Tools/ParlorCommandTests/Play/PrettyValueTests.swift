import Parlor
import Testing

@testable import ParlorCommand

@Suite struct PrettyValueTests {
    @Test func writesShortValuesOnOneLine() {
        #expect(PrettyValue(value: ["a": 1], columns: 80).lines == ["{a = 1}"])
        #expect(PrettyValue(value: "x\u{1B}y", columns: 80).lines == ["\"x\\u{1B}y\""])
    }

    @Test func breaksLongOnesWithTheirKeys() {
        let value: Value = ["board": [1, 2, 3], "a key": ["x": "some text"], 7: true]
        let lines = PrettyValue(value: value, columns: 24).lines
        let text = #"{|  [7] = true,|  ["a key"] = {|    x = "some text",|  },|  board = {1, 2, 3},|}"#
        #expect(lines.joined(separator: "|") == text)
    }

    @Test func cutsWhatNobodyWouldRead() {
        let value = Value.array((0..<5000).map { .string("element number \($0)") })
        let lines = PrettyValue(value: value, columns: 40).lines
        #expect(lines.count == PrettyValue.mostLines + 1 && lines.last == "… and 4702 lines more")
    }
}
