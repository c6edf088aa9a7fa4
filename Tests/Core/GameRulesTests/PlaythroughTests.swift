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
        match.luaStates.isWatchful = true
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

    /// A text with lines in another order, or with a field twice, is ambiguous, so it is refused.
    @Test(arguments: [
        ("game: x\noutcome: draw\n1 a\n", "Line 3: expected nothing behind the outcome, which stands in line 2"),
        ("game: x\noutcome: draw\noption size: 3\n", "Line 3: expected nothing behind the outcome"),
        ("game: x\n1 a\noption size: 3\n", "Line 3: expected a ply or the outcome; the head ends before the first ply"),
        ("game: x\n1 a\nseed: 3\n", "Line 3: expected a ply or the outcome"),
        ("1 a\ngame: x\n", "Line 1: expected the head, with `game: …`, before the first ply"),
        ("outcome: draw\ngame: x\n", "Line 1: expected the head, with `game: …`, before the outcome"),
        ("game: x\nseed: 1\nseed: 2\n", "Line 3: expected one seed; line 2 has one already"),
        ("game: x\nseed: 1\nseed: 1\n", "Line 3: expected one seed; line 2 has one already"),
        ("game: x\ngame: y\n", "Line 2: expected one game; line 1 has one already"),
        ("game: x\nversion: 1\n# a\nversion: 1\n", "Line 4: expected one version; line 2 has one already"),
        ("game: x\nseats: 2\nseats: 3\n", "Line 3: expected one seats; line 2 has one already"),
        ("game: x\noption a: 1\noption b: 1\noption a: 1\n", "Line 4: expected one option a; line 2 has one already"),
        ("game: x\n1 a\noutcome: draw\noutcome: draw\n", "Line 4: expected one outcome; line 3 has one already"),
        ("game: x\n1 leave foo\n", "Line 2: a seat leaves `resigned`, `claimed` or `timeout`; found `leave foo`"),
        ("game:\n1 a\n", "Line 1: expected the game's id behind `game:`"),
        ("game: x\n1 a\noutcome:\n", "Line 3: expected the outcome behind `outcome:`"),
        ("game: x\noption : 3\n", "Line 2: expected the option's name behind `option`"),
        ("game: x\nseats: 2\n3 a\n", "Line 3: expected a seat from 1 to 2, as line 2 says; found `3 a`"),
    ])
    func whatContradictsItselfIsRefused(text: String, words: String) {
        let found = failure { _ = try Playthrough(text: text) }.map { "\($0)" } ?? ""
        #expect(found.hasPrefix(words), "\(found)")
    }

    @Test func theHeadsLinesMayStandInAnyOrder() throws {
        let text =
            "# a\nseed: 3\noption b: 2\ngame: x\noption a: 1\nseats: 2\n\n# b\n1 a\n2 leave resigned\n# c\noutcome: draw\n# d\n"
        let read = try Playthrough(text: text)
        #expect(read.seed == 3 && read.options == ["a": "1", "b": "2"] && read.plies.count == 2)
        #expect(read.comments == ["a", "b", "c", "d"] && read.outcome == "draw")
        #expect(try Playthrough(text: read.text).text == read.text)
    }

    /// Some editors put a byte-order mark at the start of every text.
    @Test func aByteOrderMarkIsPassedOver() throws {
        #expect(try Playthrough(text: "\u{FEFF}game: x\n1 a\n") == Playthrough(text: "game: x\n1 a\n"))
    }
}
