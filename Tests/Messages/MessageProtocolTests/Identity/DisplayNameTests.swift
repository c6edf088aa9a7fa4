import Testing

@testable import MessageProtocol

@Suite struct DisplayNameTests {
    @Test(arguments: ["", "Ana", "Zoë 🎲", "李小龙", String(repeating: "x", count: 24)])
    func names(_ text: String) throws {
        #expect(try DisplayName(text).text == text)
        #expect(try DisplayName(bytes: Array(text.utf8)) == DisplayName(text))
    }

    @Test func bytesAreCounted() {
        #expect(code { try DisplayName(String(repeating: "x", count: 25)) } == "too_large")
        #expect(code { try DisplayName(String(repeating: "é", count: 13)) } == "too_large")
    }

    @Test(arguments: ["a\nb", "\u{1b}[31m", "\u{0}", "\u{7f}", "\u{85}", "\u{202e}evil", "\u{2066}", "a\u{2028}"])
    func whatWouldDisturbAScreenIsRefused(_ text: String) {
        #expect(code { try DisplayName(text) } == "malformed")
    }

    /// By general category: format characters, unassigned and tag characters, marks without a base
    /// character.
    @Test(arguments: [
        "a\u{200b}", "\u{200e}a", "a\u{200f}", "a\u{61c}b", "a\u{ad}b", "a\u{2060}", "\u{feff}a", "a\u{e0041}",
        "a\u{e0001}",
        "a\u{200d}b", "a\u{fff9}", "\u{301}", "\u{301}a", "a \u{301}", "\u{3000}\u{20dd}", "\u{fe0f}", "\u{378}",
        "\u{e01ff}",
        "\u{fffff}",
    ])
    func whatNobodySeesIsRefused(_ text: String) {
        #expect(code { try DisplayName(text) } == "malformed")
    }

    /// These characters are newer than Unicode 15.0. A device whose tables have these characters
    /// must not adopt a message that another device can't adopt.
    @Test(arguments: ["\u{2ebf0}", "\u{2ffc}", "\u{1e5d0}", "\u{13885}", "\u{1fadc}", "\u{32822}", "\u{1c89}"])
    func whatIsNewerThanTheProtocolIsRefused(_ text: String) {
        #expect(code { try DisplayName(text) } == "malformed")
    }

    @Test(arguments: ["\u{1fa77}", "\u{1e4ec}x", "\u{31350}"]) func whatTheProtocolsUnicodeHasIsAName(_ text: String) {
        let isMark = text.hasPrefix("\u{1e4ec}")  // Nag Mundari's sign: a mark of Unicode 15.0
        #expect(code { try DisplayName(text) } == (isMark ? "malformed" : "none"))
        #expect(code { try DisplayName("x\(text)") } == "none")
    }

    @Test(arguments: ["e\u{301}", "❤\u{fe0f}", "नमस्ते", "שָׁלוֹם", "a b", "한국어"])
    func marksBehindTheirLettersAreNames(_ text: String) throws {
        #expect(try DisplayName(text).text == text)
    }

    @Test func aNameIsShortenedToWhatCanBeShown() throws {
        for (name, token) in [
            ("Ana", "Ana"), ("A\u{200b}n\u{1b}a", "Ana"), ("\u{202e}evil", "evil"), ("\u{301}x", "x"), ("", ""),
            (String(repeating: "é", count: 20), String(repeating: "é", count: 12)), ("👨\u{200d}👩 Fam", " Fam"),
        ] {
            let short = DisplayName(shortening: name)
            #expect(short.text == token)
            #expect(try DisplayName(short.text) == short)
        }
    }

    @Test func bytesMustBeText() {
        for bytes: [UInt8] in [[0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80]] {
            #expect(code { try DisplayName(bytes: bytes) } == "malformed")
        }
    }

    /// "é" as one scalar and as two scalars: the strings are equal for Swift, but not for
    /// signatures.
    @Test func tokensAreComparedByBytes() throws {
        #expect(try DisplayName("\u{e9}") != DisplayName("e\u{301}"))
    }
}
