import Testing
import Values

@Suite struct ValuePathTests {
    @Test(
        arguments: [
            ([], "state"),
            (["board", 3], "state.board[3]"),
            (["two words"], "state[\"two words\"]"),
            (["a", -1, "_b2", 0], "state.a[-1]._b2[0]"),
            (["end"], "state[\"end\"]"),
            ([""], "state[\"\"]"),
            (["2nd"], "state[\"2nd\"]"),
            (["café"], "state[\"café\"]"),
            (["a\"]\n"], "state[\"a\\\"]\\n\"]"),
        ] as [([ValueKey], String)])
    func isWrittenAsInLua(keys: [ValueKey], text: String) {
        #expect(ValuePath(root: "state", keys: keys).description == text)
    }

    @Test func longKeysAreCut() {
        let key = ValueKey.string(String(repeating: "k", count: 100_000))
        let text = ValuePath(root: "state", keys: [key]).description
        #expect(text == "state[\"" + String(repeating: "k", count: 60) + "…\"]")
    }

    @Test func appendingLeavesTheOriginal() {
        let path = ValuePath(root: "match")
        #expect(path.appending("options").appending(1).description == "match.options[1]")
        #expect(path.keys.isEmpty)
    }
}
