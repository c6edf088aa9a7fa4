import Testing

@testable import ParlorCommand

@Suite struct ReplCommandTests {
    @Test(arguments: [
        ("help", ReplCommand.help), ("h", .help), ("/h", .help), (":help", .help), ("  HELP  ", .help),
        ("moves", .moves), ("m", .moves), ("undo", .undo(1)), ("u 3", .undo(3)), ("redo 2", .redo(2)), ("r", .redo(1)),
        ("history", .history), ("hi", .history), ("view", .view(nil)), ("view 2", .view("2")),
        ("view as Ana Maria", .view("Ana Maria")), ("v spectator", .view("spectator")), ("state", .state),
        ("lua state.x + 1", .lua("state.x + 1")), ("l 1", .lua("1")), ("save a b.play", .save("a b.play")),
        ("load x", .load("x")), ("replay", .replay(nil)), ("replay x.play", .replay("x.play")), ("bot", .seats),
        ("bot 2", .bot("2", isOn: true)), ("bot Ana Maria random", .bot("Ana Maria", isOn: true)),
        ("bot 2 off", .bot("2", isOn: false)), ("auto", .auto(nil)), ("a 5", .auto(5)), ("stats", .stats),
        ("reload", .reload), ("resign", .resign), ("new", .new(nil)), ("new 7", .new(7)), ("quit", .quit),
        ("q", .quit), ("rules", .rules), ("board", .board), ("quit\r", .quit),
    ])
    func reads(line: String, command: ReplCommand) {
        #expect(ReplInput(line) == .command(command))
    }

    @Test(arguments: ["", "   ", "\t", "\r"])
    func takesBlankLinesForNothing(line: String) { #expect(ReplInput(line) == .nothing) }

    @Test(arguments: ["b2", "rock", "ask Is it alive?", "undone", "\u{1B}[A", "日本"])
    func takesEverythingElseForAMove(line: String) { #expect(ReplInput(line) == .move(line)) }

    @Test(arguments: [
        ("undo 0", "Usage: undo [n]; n is 1 or more"), ("undo -1", "Usage: undo [n]; n is 1 or more"),
        ("undo x", "Usage: undo [n]; n is 1 or more"), ("redo -1", "Usage: redo [n]; n is 1 or more"),
        ("auto 1.5", "Usage: auto [n]; n is 1 or more"), ("lua", "Usage: lua EXPRESSION"), ("save", "Usage: save FILE"),
        ("load ", "Usage: load FILE"), ("quit now", "Usage: quit"), ("new x", "Usage: new [seed]"),
        ("/undoo", "There is no command 'undoo'. Did you mean '/undo'?"), ("/", "There is no command ''."),
        ("auto 99999999999999999999", "Usage: auto [n]; n is 1 or more"),
    ])
    func saysWhatACommandTakes(line: String, sentence: String) { #expect(ReplInput(line) == .unclear(sentence)) }

    @Test func letsALegalMoveWinOverACommand() {
        let isMove = { $0 == "undo" }
        #expect(ReplInput("undo", isMove: isMove) == .move("undo"))
        #expect(ReplInput("/undo", isMove: isMove) == .command(.undo(1)))
        #expect(ReplInput(":undo", isMove: isMove) == .command(.undo(1)))
        #expect(ReplInput("undo 2", isMove: isMove) == .command(.undo(2)))
    }

    @Test func restsShortFormsWhileLettersAreMoves() {
        #expect(ReplInput("q", allowsShort: false) == .move("q"))
        #expect(ReplInput("/q", allowsShort: false) == .command(.quit))
        #expect(ReplInput("quit", allowsShort: false) == .command(.quit))
    }

    @Test func hasNoWordTwice() {
        let words = CommandWord.all.flatMap { [$0.name, $0.short].compactMap { $0 } }
        #expect(Set(words).count == words.count)
    }
}
