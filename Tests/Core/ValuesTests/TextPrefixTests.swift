import Testing
import Values

@Suite struct TextPrefixTests {
    @Test(arguments: [
        ("abc", 3, "abc"), ("abc", 2, "ab"), ("aü", 2, "a"), ("aü", 3, "aü"), ("👍", 3, ""), ("x", -1, ""), ("", 0, ""),
        ("e\u{301}\u{302}", 3, "e\u{301}"),
    ])
    func cutsBetweenScalars(text: String, bytes: Int, short: String) {
        #expect(Array(text.prefix(bytes: bytes).utf8) == Array(short.utf8))
    }
}
