import Testing

@testable import ParlorCommand

/// A refusal at a terminal wraps between words, and excerpts of scripts stay unchanged.
@Suite struct ErrorTextTests {
    @Test func wordsStayWhole() {
        let text = "parlor: There is no game 'x'. Bundled games: battleship, blackjack."
        let lines = ErrorText.lines(text, columns: 30)
        #expect(lines == ["parlor: There is no game 'x'.", "Bundled games: battleship,", "blackjack."])
        #expect(ErrorText.lines(text, columns: 80) == [text])
        let excerpt =
            "x can't be loaded:\n  12 │ local long = 'a line of the script that is longer than that'\n     │ ^"
        #expect(ErrorText.lines(excerpt, columns: 30).joined(separator: "\n") == excerpt)
        #expect(ErrorText.lines(text, columns: 1) == [text] && ErrorText.lines("", columns: 80) == [""])
    }

    @Test func testsWantAGame() throws {
        try withTemporaryFolder { folder in
            let run = try runProgram(["test"], directory: folder)
            #expect(run.status == 2 && run.output == "", "\(run)")
            #expect(run.errors.contains("Name a game's folder, as in `parlor test ./my-game`"), "\(run.errors)")
        }
    }
}
