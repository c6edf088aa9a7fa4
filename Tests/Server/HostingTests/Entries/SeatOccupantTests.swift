import Testing

@testable import Hosting

struct SeatOccupantTests {
    /// The log stores the cleaned name. A name is read back only if cleaning it again changes nothing.
    @Test(arguments: [
        "abcdefghijklmnopqrstuvw xyz", "abcdefghijklmnopqrst uvw", "a b c d e f g h i j k l m n o p", "  Ann  ",
        "e" + String(repeating: "\u{301}", count: 300),
        String(repeating: "\u{1f469}\u{200d}", count: 30), "Ann\u{202e}", "\u{3000}", "", "a\u{85}b", "a \u{301}b c",
    ])
    func aCleanNameIsClean(_ text: String) {
        guard let name = SeatOccupant.cleanedName(text) else { return }
        #expect(SeatOccupant.cleanedName(name) == name)
        #expect(name.count <= SeatOccupant.longestName && name.utf8.count <= 4 * SeatOccupant.longestName)
        for ending in ["2", "17"] {
            let numbered = SeatOccupant.name(name, followedBy: ending)
            #expect(SeatOccupant.cleanedName(numbered) == numbered)
            #expect(numbered.hasSuffix(ending))
        }
    }

    /// Nobody has an invisible name, or a name that looks like the name of somebody else.
    @Test func whatCantBeSeenIsTakenOut() {
        for filler in ["\u{3164}", "\u{115f}", "\u{ffa0}", "\u{2800}", "\u{200b}", "\u{e0041}", "\u{ad}"] {
            #expect(SeatOccupant.cleanedName("Ann" + filler) == "Ann")
            #expect(SeatOccupant.cleanedName(filler + " " + filler) == nil)
        }
        #expect(SeatOccupant.cleanedName("\u{fe0f}") == nil && SeatOccupant.cleanedName("\u{301} \u{301}") == nil)
        #expect(SeatOccupant.cleanedName("❤️") == "❤️")
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
            guard let name = SeatOccupant.cleanedName(text) else { continue }
            #expect(SeatOccupant.cleanedName(name) == name, "\(text.unicodeScalars.map(\.value))")
            let numbered = SeatOccupant.name(name, followedBy: "2")
            #expect(SeatOccupant.cleanedName(numbered) == numbered, "\(text.unicodeScalars.map(\.value))")
        }
    }

    @Test func whatCantBeReadAgainIsntWritten() throws {
        let broken = HostedEntry(at: .now, .join(seat: 1, SeatOccupant(name: "ends in a space ", tokenHash: nil)))
        #expect(throws: HostingError.self) { try broken.checkedBytes() }
        let fine = HostedEntry(at: .now, .join(seat: 1, SeatOccupant(name: "Ann", tokenHash: nil)))
        #expect(try HostedEntry(bytes: fine.checkedBytes()) == fine)
    }
}
