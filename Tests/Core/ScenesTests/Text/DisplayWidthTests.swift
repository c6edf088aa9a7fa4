import Testing

@testable import Scenes

@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("猫", 2), ("ア", 2), ("ｱ", 1), ("Ａ", 2), ("가", 2),
        ("\u{1100}\u{1161}\u{11A8}", 2), ("🦊", 2), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("🇩", 1), ("✌", 1), ("✌️", 2), ("✊", 2),
        ("1️⃣", 2), ("♔", 1), ("♟", 1), ("♟️", 2), ("●", 1), ("♠", 1), ("✕", 1), ("─", 1), ("\u{200B}", 0), ("\u{AD}", 1),
        ("a\u{FE0F}", 1), ("\u{20000}", 2), ("\u{1FAE8}", 2), ("⠿", 1),
    ])
    func measures(text: String, width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test func addsUp() {
        #expect(DisplayWidth.of("a猫🦊e\u{301}") == 6)
    }
}
