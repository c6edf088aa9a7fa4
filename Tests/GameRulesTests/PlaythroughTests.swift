import Foundation
import GameRules
import Testing

@Suite struct PlaythroughTests {
    static let files: [URL] = {
        let games =
            (try? FileManager.default.contentsOfDirectory(at: home.games, includingPropertiesForKeys: nil)) ?? []
        return games.sorted { $0.path < $1.path }.flatMap { game in
            let folder = game.appendingPathComponent("playthroughs")
            return ((try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? [])
                .filter { $0.pathExtension == "play" }.sorted { $0.path < $1.path }
        }
    }()

    @Test func everyGameHasTwo() throws {
        for id in try catalog().ids {
            let own = Self.files.filter { $0.path.contains("/\(id)/playthroughs/") }
            #expect(own.count >= 2, "\(id) has \(own.count) golden playthroughs")
        }
    }

    @Test(arguments: files) func goldenGamesEndAsWritten(file: URL) throws {
        let text = try String(contentsOf: file, encoding: .utf8)
        let playthrough = try Playthrough(text: text)
        #expect(playthrough.outcome != nil)
        let made = try catalog().script(playthrough.game)
        let match = try playthrough.play(made)
        match.isWatchful = true
        var again = try Playthrough(match)
        again.comments = playthrough.comments
        #expect(again.text == text, "written down again it reads differently")
    }

    @Test func aWrongOutcomeOrMoveIsNamed() throws {
        let made = try catalog().script("tic-tac-toe")
        let wrong = try Playthrough(text: "game: tic-tac-toe\n1 a1\n2 a1\n")
        #expect("\(try #require(failure { _ = try wrong.play(made) }))".hasPrefix("Line 3: `2 a1`"))
        let early = try Playthrough(text: "game: tic-tac-toe\n1 a1\noutcome: draw\n")
        #expect("\(try #require(failure { _ = try early.play(made) }))".contains("no outcome"))
    }

    @Test(arguments: ["\r\n", "\r"]) func everyKindOfLineEndIsOne(end: String) throws {
        let text = "# two\n\ngame: tic-tac-toe\nseats: 2\n1 a1\n2 a1\n"
        let other = text.replacingOccurrences(of: "\n", with: end)
        #expect(try Playthrough(text: other) == Playthrough(text: text))
        let mixed = text.replacingOccurrences(of: "seats: 2\n", with: "seats: 2" + end)
        #expect(try Playthrough(text: mixed) == Playthrough(text: text))
        #expect("\(try #require(failure { _ = try Playthrough(text: other + "x") }))".hasPrefix("Line 7"))
    }

    @Test func quotesAreCut() {
        #expect("short".excerpt == "short" && String(repeating: "x", count: 80).excerpt.count == 80)
        #expect(String(repeating: "x", count: 81).excerpt == String(repeating: "x", count: 80) + "…")
        #expect(("e" + String(repeating: "\u{301}", count: 1000)).excerpt.unicodeScalars.count == 81)
    }

    @Test(arguments: ["", "1 a1\n", "game: x\nseats: two\n", "game: x\n99 a1\n", "game: x\nnonsense\n", "game: x\n1\n"])
    func whatIsNoPlaythroughIsRefused(text: String) {
        #expect(failure { _ = try Playthrough(text: text) } is GameError)
    }
}
