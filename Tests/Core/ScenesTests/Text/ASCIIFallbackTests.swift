import Testing

@testable import Scenes

@Suite struct ASCIIFallbackTests {
    @Test func translatesKnownSigns() {
        #expect(ASCIIFallback.text("“naïve” — été… ½ ﬁ") == "\"naive\" - ete... ? fi")
        #expect(ASCIIFallback.mark("♞") == "n")
        #expect(ASCIIFallback.mark("♠️") == "s")
        #expect(ASCIIFallback.mark("🦊") == nil)
        #expect(ASCIIFallback.text("🦊 猫 \u{FFFD}") == "? ? ?")
    }

    @Test func everyStandInIsASCII() {
        for seed in UInt64(0)..<500 {
            var generator = SceneGenerator(seed: seed)
            let text = ASCIIFallback.text(SafeText(generator.hostileText()).string)
            #expect(text.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "seed \(seed)")
        }
    }
}
