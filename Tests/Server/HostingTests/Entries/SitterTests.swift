import Testing

@testable import Hosting

struct SitterTests {
    /// A name is written down as it was cleaned, and read back only if cleaning it again changes nothing.
    @Test(arguments: [
        "abcdefghijklmnopqrstuvw xyz", "abcdefghijklmnopqrst uvw", "a b c d e f g h i j k l m n o p", "  Ann  ",
        "e" + String(repeating: "\u{301}", count: 300),
        String(repeating: "\u{1f469}\u{200d}", count: 30), "Ann\u{202e}", "\u{3000}", "", "a\u{85}b", "a \u{301}b c",
    ])
    func aCleanNameIsClean(_ text: String) {
        guard let name = Sitter.cleanedName(text) else { return }
        #expect(Sitter.cleanedName(name) == name)
        #expect(name.count <= Sitter.longestName && name.utf8.count <= 4 * Sitter.longestName)
        for ending in ["2", "17"] {
            let numbered = Sitter.name(name, followedBy: ending)
            #expect(Sitter.cleanedName(numbered) == numbered)
            #expect(numbered.hasSuffix(ending))
        }
    }

    /// Nobody sits there without a name, or with one that looks like another's.
    @Test func whatCantBeSeenIsTakenOut() {
        for filler in ["\u{3164}", "\u{115f}", "\u{ffa0}", "\u{2800}", "\u{200b}", "\u{e0041}", "\u{ad}"] {
            #expect(Sitter.cleanedName("Ann" + filler) == "Ann")
            #expect(Sitter.cleanedName(filler + " " + filler) == nil)
        }
        #expect(Sitter.cleanedName("\u{fe0f}") == nil && Sitter.cleanedName("\u{301} \u{301}") == nil)
        #expect(Sitter.cleanedName("❤️") == "❤️")
    }

    @Test func whateverIsMadeUp() {
        var generator = SystemRandomNumberGenerator()
        let scalars: [Unicode.Scalar] = [
            "a", "b", " ", "\u{301}", "\u{200d}", "\u{1f469}", "\u{3000}", "\t", "\u{fe0f}", "é", "\u{1f1e6}", "ก",
            "\u{e33}",
        ]
        for _ in 1...2000 {
            let text = (0..<Int.random(in: 0...60)).map { _ in String(scalars.randomElement(using: &generator) ?? "a") }
                .joined()
            guard let name = Sitter.cleanedName(text) else { continue }
            #expect(Sitter.cleanedName(name) == name, "\(text.unicodeScalars.map(\.value))")
            let numbered = Sitter.name(name, followedBy: "2")
            #expect(Sitter.cleanedName(numbered) == numbered, "\(text.unicodeScalars.map(\.value))")
        }
    }

    @Test func whatCantBeReadAgainIsntWritten() throws {
        let broken = HostedEntry(at: .now, .join(seat: 1, Sitter(name: "ends in a space ", tokenHash: nil)))
        #expect(throws: HostingError.self) { try broken.checkedBytes() }
        let fine = HostedEntry(at: .now, .join(seat: 1, Sitter(name: "Ann", tokenHash: nil)))
        #expect(try HostedEntry(bytes: fine.checkedBytes()) == fine)
    }
}
