import Scenes
import Testing

@Suite struct SafeTextTests {
    @Test func leavesOrdinaryTextAlone() {
        for text in ["", "plain", "é", "猫", "👨‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "✌️", "שלום", "a\u{200F}b"] {
            #expect(SafeText(text).string == text)
        }
    }

    @Test func replacesEveryControl() {
        let controls = Array(0...0x1F) + Array(0x7F...0x9F) + Array(0x202A...0x202E) + Array(0x2066...0x2069)
        for value in controls + [0xFFF9, 0xFFFE, 0xFFFF, 0xFDD0, 0x1FFFF] {
            guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
            let safe = SafeText("a\(Character(scalar))b").string
            let isBreak = [0x0A, 0x0D, 0x85, 0x09].contains(value)
            #expect(safe == (isBreak ? "a b" : "a\u{FFFD}b"), "U+\(String(value, radix: 16))")
        }
    }

    @Test func keepsLineBreaksWhereAsked() {
        let text = "a\nb\r\nc\rd\u{2028}e\u{85}f\n\ng"
        #expect(SafeText(text, lineBreaks: .kept).string == "a\nb\nc\nd\ne\nf\n\ng")
        #expect(SafeText(text).string == "a b c d e f  g")
    }

    @Test func cutsTowersOfCombiningMarks() {
        let tower = "a" + String(repeating: "\u{301}", count: 500)
        #expect(SafeText(tower + "b").string.unicodeScalars.count == SafeText.longestCharacter + 1)
    }

    @Test func isIdempotent() {
        for piece in SceneGenerator.hostilePieces {
            let once = SafeText(piece).string
            #expect(SafeText(once).string == once)
        }
    }
}
