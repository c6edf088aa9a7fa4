import Testing

@testable import Values

@Suite struct ExcerptTests {
    /// Unicode counts digits, `#` and `*` as emoji. An invisible character after one of them must be replaced all the
    /// same.
    @Test(arguments: ["x1", "h8", "12", "#", "*", "m", "1 ", "©", "😀", "👍🏽", "❤\u{FE0F}"])
    func whatIsUnseenIsShownBehindAnything(_ text: String) {
        for unseen in ["\u{200B}", "\u{200D}", "\u{202E}", "\u{2060}", "\u{AD}", "\u{E0041}", "\u{2800}", "\u{3164}"] {
            #expect(
                (text + unseen).onOneLine == text + "\u{FFFD}" && (text + unseen).hidesSomething,
                "\(text.debugDescription)")
            #expect((text + unseen + "1").hidesSomething)
        }
    }

    @Test(arguments: ["1", "x", "#", "*", " ", "猫"]) func aSelectorBehindWhatIsNoEmojiIsShown(_ text: String) {
        #expect((text + "\u{FE0F}").hidesSomething && (text + "\u{FE0F}1").hidesSomething)
        #expect((text + "\u{200D}😀").hidesSomething)
    }

    @Test(arguments: ["👨‍👩‍👧‍👦", "✌️", "👍🏽", "❤️‍🔥", "1️⃣", "#️⃣", "©️", "🏳️‍🌈", "🇳🇱", "⠿", "é", "猫", "שלום", "a b"])
    func emojiStayWhole(_ text: String) { #expect(text.onOneLine == text && !text.hidesSomething) }
}
