import Parlor
import Testing

@testable import ParlorCommand

@Suite struct ScreenTests {
    @Test func wrapsAndCleansTexts() {
        let screen = Screen(columns: { 20 })
        #expect(screen.lines("one two three four five six").map(\.plain) == ["one two three four", "five six"])
        #expect(screen.lines("a\u{1B}[2Jb\nc").map(\.plain) == ["a\u{FFFD}[2Jb", "c"])
        #expect(screen.lines("") == [])
        #expect(screen.line("0123456789012345678901").map(\.plain) == ["0123456789012345…"])
        #expect(Screen(charset: .ascii, columns: { 20 }).lines("ä → b").map(\.plain) == ["a -> b"])
    }

    @Test func setsTextsInColumns() {
        let screen = Screen(columns: { 12 })
        #expect(screen.table(["a", "bb", "ccc", "d"]).map(\.plain) == ["a    bb", "ccc  d"])
        #expect(screen.table([]) == [])
        #expect(screen.table(["日本", "x"]).map(\.plain) == ["日本  x"])
    }

    @Test func coloursOnlyWhereColourIs() throws {
        let match = try Match(of: GameCatalog(home: home).script("tic-tac-toe"))
        try match.play("b2", seat: 1)
        let last = try match.history(for: 2).last
        let board = try Screen().board(match, for: 2, lastMove: last)
        #expect(!board.map { $0.text(.none) }.joined().contains("\u{1B}"))
        #expect(board.map { $0.text(.ansi) }.joined().contains("\u{1B}["))
        let words = try Screen(isInWords: true).board(match, for: 2, lastMove: last).map(\.plain).joined(separator: " ")
        #expect(words.contains("b2: X, last move"))
    }

    /// The largest picture of a bundled game, with news, turn and prompt, fits into 80 columns and
    /// 24 lines.
    @Test(arguments: [
        ("battleship", 2, ["salvo": true]), ("blackjack", 5, ["rounds": Value.int(3)]), ("connect-four", 2, [:]),
        ("tic-tac-toe", 2, [:]), ("rock-paper-scissors", 2, [:]), ("liars-dice", 4, [:]), ("liars-dice", 6, [:]),
        ("pig", 6, [:]), ("crazy-eights", 5, ["specials": true]), ("crazy-eights", 2, ["draws": Value.int(52)]),
    ])
    func fitsTheSmallestTerminal(game: String, seats: Int, options: [String: Value]) throws {
        let script = try GameCatalog(home: home).script(game)
        var generator = SplitMix64(seed: 5)
        let match = try Match(of: script, seats: seats, options: options, seed: 5)
        var goesOn = true
        for _ in 0..<60 where goesOn {
            let board = try Screen().board(match, for: try match.status.turn.first, lastMove: nil)
            #expect(board.count <= 20, "\(board.map(\.plain).joined(separator: "\n"))")
            #expect(board.allSatisfy { $0.width <= 80 && SafeText($0.plain).columns == $0.width })
            goesOn = try match.playRandomMove(using: &generator)
        }
    }

    @Test func showsTheStateWhereTheScriptDrawsNothing() throws {
        let match = try Match(of: counting("go = { play = function(state) state.n = state.n + 1 end }"))
        let board = try Screen().board(match, for: 1, lastMove: nil).map(\.plain).joined(separator: "\n")
        #expect(board.contains("Counting") && board.contains("\"n\":0"))
    }

    @Test func saysWhatIsWrongWithAScene() throws {
        let script = try counting(
            "go = { play = print }", more: "scene = function() return { kind = 'text', txt = 'x' } end")
        let match = try Match(of: script)
        do {
            _ = try Screen().board(match, for: 1, lastMove: nil)
            Issue.record("it was drawn")
        } catch { #expect("\(error)".contains("did you mean \"text\"")) }
    }
}
