import Parlor
import Testing

@testable import ParlorCommand

@Suite struct PhoneTextTests {
    private let text = PhoneText(charset: .unicode)

    @Test(arguments: [
        ("plain", "plain"), ("日本 é", "日本 é"), ("👨‍👩‍👧", "👨‍👩‍👧"), ("🇩🇪", "🇩🇪"),
        ("\u{301}a", "\u{FFFD}a"), ("a\u{200F}\u{200B}b", "ab"), ("\u{1B}[2J", "\u{FFFD}[2J"),
        ("\u{93E}x", "\u{FFFD}x"), ("x\u{D4E}", "x\u{FFFD}"), ("a\r\nb", "a\nb"), ("\u{200D}", ""),
    ])
    func cleans(_ dirty: String, _ clean: String) {
        #expect(text.clean(dirty) == clean)
        #expect(text.clean(text.clean(dirty)) == clean)
    }

    /// Removing a character can join its neighbours into one, which is narrower.
    @Test(arguments: ["👩\u{200D}\u{200F}👧", "\u{1100}\u{200F}가", "क\u{94D}\u{200F}ष", "🇩\u{200F}🇪"])
    func whatMeetsIsCounted(_ dirty: String) {
        let clean = text.clean(dirty)
        #expect(clean.reduce(0) { $0 + PhoneText.width(String($1)) } == PhoneText.width(clean))
        #expect(PhoneText.width("│\(clean)│") == PhoneText.width(clean) + 2)
    }

    @Test func cutsAndWraps() {
        #expect(text.clipped("one\ntwo three", width: 20) == "one two three")
        #expect(text.clipped("one\ntwo three", width: 8) == "one two…")
        #expect(text.clipped("日本日本", width: 6) == "日本…")
        #expect(PhoneText(charset: .ascii).clipped("abcdefgh", width: 6) == "abc...")
        #expect(text.wrapped("one two three four", width: 9, most: 1) == ["one two…"])
        #expect(text.wrapped("one two", width: 9, most: 2) == ["one two"])
        #expect(text.cut("abc", width: 0) == "" && PhoneText(charset: .ascii).cut("abc", width: 2) == "  ")
    }

    @Test func cleansWhatASceneWasDrawnAs() {
        var drawn = StyledLine("猫\u{200F}", .bold)
        drawn.append("\u{301}b c", .dim)
        let clean = text.clean(drawn, width: 4)
        #expect(clean.runs.map(\.text) == ["猫", "\u{FFFD}…"] && clean.runs.map(\.style) == [.bold, .dim])
        #expect(clean.width == 4 && text.clean(drawn, width: 20).plain == "猫\u{FFFD}b c")
    }

    @Test func longTextsEnd() {
        let tower = "a" + String(repeating: "\u{301}", count: 1 << 20)
        #expect(text.clean(tower).unicodeScalars.count <= SafeText.longestCharacter)
        #expect(text.clean(String(repeating: "x", count: 1 << 20)).count == PhoneText.longest)
    }
}
