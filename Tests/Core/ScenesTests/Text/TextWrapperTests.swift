import Testing

@testable import Scenes

@Suite struct TextWrapperTests {
    @Test func breaksAtSpaces() {
        #expect(TextWrapper.lines("one two three", limit: 8) == ["one two", "three"])
        #expect(TextWrapper.lines("one two three", limit: 7) == ["one two", "three"])
        #expect(TextWrapper.lines("one two three", limit: 6) == ["one", "two", "three"])
    }

    @Test func keepsLinesThatFit() {
        #expect(TextWrapper.lines("  a   b\n\nc", limit: 8) == ["  a   b", "", "c"])
    }

    @Test func breaksLongWordsByCharacter() {
        #expect(TextWrapper.lines("abcdefgh i", limit: 3) == ["abc", "def", "gh", "i"])
        #expect(TextWrapper.lines("猫猫猫", limit: 5) == ["猫猫", "猫"])
        #expect(TextWrapper.lines("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", limit: 2) == ["👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"])
    }

    @Test func losesNothing() {
        for seed in UInt64(0)..<300 {
            var generator = SceneGenerator(seed: seed)
            let text = SafeText(generator.text(), lineBreaks: .kept).string
            for limit in [2, 7, 40] {
                let lines = TextWrapper.lines(text, limit: limit)
                let kept = lines.joined().filter { $0 != " " }
                #expect(kept == text.filter { $0 != " " && $0 != "\n" }, "seed \(seed), limit \(limit)")
                #expect(lines.allSatisfy { DisplayWidth.of($0) <= limit }, "seed \(seed), limit \(limit)")
            }
        }
    }
}
