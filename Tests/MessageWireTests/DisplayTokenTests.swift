import Testing

@testable import MessageWire

@Suite struct DisplayTokenTests {
    @Test(arguments: ["", "Ana", "Zoë 🎲", "李小龙", String(repeating: "x", count: 24)])
    func names(_ text: String) throws {
        #expect(try DisplayToken(text).text == text)
        #expect(try DisplayToken(bytes: Array(text.utf8)) == DisplayToken(text))
    }

    @Test func bytesAreCounted() {
        #expect(code { try DisplayToken(String(repeating: "x", count: 25)) } == "too_large")
        #expect(code { try DisplayToken(String(repeating: "é", count: 13)) } == "too_large")
    }

    @Test(arguments: ["a\nb", "\u{1b}[31m", "\u{0}", "\u{7f}", "\u{85}", "\u{202e}evil", "\u{2066}", "a\u{2028}"])
    func whatWouldDisturbAScreenIsRefused(_ text: String) {
        #expect(code { try DisplayToken(text) } == "malformed")
    }

    @Test func bytesMustBeText() {
        for bytes: [UInt8] in [[0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80]] {
            #expect(code { try DisplayToken(bytes: bytes) } == "malformed")
        }
    }

    /// "é" in one scalar and in two: Swift calls the strings equal, the signatures don't.
    @Test func tokensAreComparedByBytes() throws {
        #expect(try DisplayToken("\u{e9}") != DisplayToken("e\u{301}"))
    }
}
