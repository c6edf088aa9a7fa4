import Parlor
import Testing

@testable import ParlorCommand

/// Bytes of a terminal become keys, whatever they are and wherever they are split.
@Suite struct KeyDecoderTests {
    private func keys(_ text: String) -> [Key] {
        var decoder = KeyDecoder()
        return decoder.take(Array(text.utf8))
    }

    @Test func readsLettersControlsAndUTF8() {
        #expect(keys("aé日🂡") == [.character("a"), .character("é"), .character("日"), .character("🂡")])
        #expect(keys("\r\n\t\u{7F}\u{8}") == [.enter, .enter, .tab, .backspace, .backspace])
        #expect(keys("\u{3}\u{4}\u{C}") == [.control("c"), .control("d"), .control("l")])
        #expect(keys("\u{0}\u{1C}\u{1F}") == [])
        #expect(keys("\u{9B}\u{85}") == [], "the C1 controls are no text")
    }

    @Test(arguments: [
        ("\u{1B}[A", Key.up), ("\u{1B}OB", .down), ("\u{1B}[1;5C", .right), ("\u{1B}[D", .left), ("\u{1B}[H", .home),
        ("\u{1B}[4~", .end), ("\u{1B}[1~", .home), ("\u{1B}OF", .end), ("\u{1B}[3~", .delete), ("\u{1B}[5~", .pageUp),
        ("\u{1B}[6~", .pageDown), ("\u{1B}[6;2~", .pageDown), ("\u{1B}OM", .enter),
    ]) func readsSequences(_ text: String, _ key: Key) {
        #expect(keys(text) == [key])
        var decoder = KeyDecoder()
        #expect(text.utf8.flatMap { decoder.take([$0]) } == [key], "byte by byte")
        #expect(keys(text + "x") == [key, .character("x")], "what follows is text again")
    }

    @Test func readsTheMouse() {
        #expect(keys("\u{1B}[<0;5;3M") == [.click(row: 2, column: 4)])
        #expect(keys("\u{1B}[<0;5;3m") == [], "letting go is nothing")
        #expect(keys("\u{1B}[<64;1;1M") == [.wheel(isUp: true, row: 0, column: 0)])
        #expect(keys("\u{1B}[<65;2;9M") == [.wheel(isUp: false, row: 8, column: 1)])
        #expect(keys("\u{1B}[<2;1;1M\u{1B}[<0;0;1M\u{1B}[<0;1M\u{1B}[<0;99999999999999999999;1M") == [])
        #expect(keys("\u{1B}[M !!x") == [.character("x")], "an old mouse's bytes aren't typed")
    }

    @Test func aLoneEscapeNeedsSilence() {
        var decoder = KeyDecoder()
        #expect(decoder.take([0x1B]) == [])
        #expect(decoder.isWaiting)
        #expect(decoder.takeSilence() == [.escape])
        #expect(!decoder.isWaiting)
        #expect(decoder.take(Array("\u{1B}[1;".utf8)) == [] && decoder.takeSilence() == [], "a torn sequence is none")
        #expect(keys("\u{1B}xa") == [.character("a")], "Alt is ignored")
        #expect(keys("\u{1B}\u{1B}[A") == [.escape, .up])
        #expect(keys("\u{1B}[1;\u{1B}[B") == [.down], "a sequence that breaks off takes nothing with it")
    }

    @Test func readsPastes() {
        #expect(keys("\u{1B}[200~b2\r\u{1B}[A x\u{1B}[201~\r") == [.paste("b2\r\u{1B}[A x"), .enter])
        var decoder = KeyDecoder()
        _ = decoder.take(Array("\u{1B}[200~".utf8))
        for _ in 0..<40 { _ = decoder.take(Array(repeating: UInt8(ascii: "x"), count: 1000)) }
        #expect(decoder.kept <= KeyDecoder.longestPaste)
        guard case .paste(let text)? = decoder.take(Array("\u{1B}[201~".utf8)).first else {
            Issue.record("no paste")
            return
        }
        #expect(text.utf8.count <= KeyDecoder.longestPaste && text.hasPrefix("xxx"))
    }

    @Test func hostileBytesNeitherCrashNorPileUp() {
        var generator = SplitMix64(seed: 5)
        var decoder = KeyDecoder()
        let alphabet =
            Array("\u{1B}\u{1B}[[<;0123456789ABMm~O\u{9}ab".utf8) + [0x80, 0xC3, 0xE2, 0xF0, 0xFF, 0xED, 0xA0]
        for _ in 0..<60_000 {
            guard let byte = alphabet.randomElement(using: &generator) else { continue }
            for case .character(let character) in decoder.take([byte]) {
                #expect(SafeText(String(character)).string == String(character))
            }
            #expect(decoder.kept <= KeyDecoder.longestPaste + KeyDecoder.longestSequence)
        }
        var long = KeyDecoder()
        _ = long.take(Array("\u{1B}[".utf8) + Array(repeating: UInt8(ascii: "1"), count: 100_000))
        #expect(long.kept <= KeyDecoder.longestSequence)
    }
}
