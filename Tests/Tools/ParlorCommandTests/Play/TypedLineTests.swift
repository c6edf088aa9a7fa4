import Parlor
import Testing

@testable import ParlorCommand

@Suite struct TypedLineTests {
    /// Returns the meaning of a line in words.
    private static func meaning<Session>(
        _ line: String, _ commands: CommandTable<Session>, moves: [Move] = []
    ) -> String {
        switch TypedLine(line, moves: moves, commands: commands) {
        case .nothing: "nothing"
        case .move(let move, let text): "move \(move.name), typed \(text)"
        case .command(let command, _): "command \(command.name)"
        case .misread(let sentence): sentence
        case .unknown(let text, let isMarked): "unknown \(isMarked ? "command" : "text") \(text)"
        }
    }

    @Test(arguments: [
        ("help", "help"), ("h", "help"), ("/h", "help"), (":help", "help"), ("  HELP  ", "help"), ("moves", "moves"),
        ("m", "moves"), ("undo", "undo"), ("u 3", "undo"), ("redo 2", "redo"), ("r", "redo"), ("hi", "history"),
        ("view", "view"), ("v spectator", "view"), ("lua state.x + 1", "lua"), ("l 1", "lua"), ("replay", "replay"),
        ("bot", "bot"), ("bot Ana Maria random", "bot"), ("a 5", "auto"), ("new 7", "new"), ("quit\r", "quit"),
        ("q", "quit"),
    ])
    func readsACommand(line: String, name: String) {
        #expect(Self.meaning(line, HotSeatMode.commands) == "command \(name)")
    }

    @Test(arguments: [
        ("help", "help"), ("as Bob", "as"), ("tap", "tap"), ("tap 2 b3", "tap"), ("time +5m", "time"),
        ("/bets", "bets"), (":log all", "log"), ("text  hi there ", "text"),
    ])
    func readsACommandOfPhones(line: String, name: String) {
        #expect(Self.meaning(line, PhonesMode.commands) == "command \(name)")
    }

    /// In chess notation `bxc3` is a pawn's move and `Bxc3` a bishop's.
    @Test(arguments: [
        (["bxc3", "Bxc3"], "Bxc3", "Bxc3"), (["bxc3", "Bxc3"], "bxc3", "bxc3"), (["bxc3"], "BXC3", "bxc3"),
        (["bxc3", "Bxc3"], "BXC3", nil), (["go bxc3", "Bxc3"], "go bxc3", "go bxc3"),
    ])
    func whatFitsMoreCloselyIsMeant(texts: [String], line: String, meant: String?) throws {
        let choices = texts.map { "'\($0)'" }.joined(separator: ", ")
        let match = try Match(of: counting("go = { choices = { \(choices) }, play = function() end }"))
        let moves = try match.legalMoves(for: 1)
        switch TypedLine(line, moves: moves, commands: HotSeatMode.commands) {
        case .move(let move, _): #expect(move.text == meant)
        case .misread(let sentence): #expect(meant == nil && sentence.contains("could mean 'bxc3' or 'Bxc3'"))
        default: Issue.record("no move was meant by \(line)")
        }
    }

    @Test(arguments: ["", "   ", "\t", "\r"])
    func takesBlankLinesForNothing(line: String) {
        #expect(Self.meaning(line, HotSeatMode.commands) == "nothing")
    }

    @Test(arguments: ["b2", "rock", "ask Is it alive?", "undone", "\u{1B}[A", "日本"])
    func knowsNothingElse(line: String) {
        #expect(Self.meaning(line, HotSeatMode.commands) == "unknown text \(line)")
    }

    @Test(arguments: [
        ("undo 0", "This is written `undo [n]`: take back a turn, or n turns; n is 1 or more."),
        ("undo -1", "This is written `undo [n]`: take back a turn, or n turns; n is 1 or more."),
        ("redo x", "This is written `redo [n]`: redo an undone turn, or n turns; n is 1 or more."),
        ("auto 1.5", "This is written `auto [n]`: let bots play n plies, or to the end; n is 1 or more."),
        (
            "auto 99999999999999999999",
            "This is written `auto [n]`: let bots play n plies, or to the end; n is 1 or more."
        ),
        ("lua", "This is written `lua EXPRESSION`: evaluate Lua with state, view, match, seat."),
        ("save", "This is written `save FILE`: save the match; a FILE.play is text."),
        ("load ", "This is written `load FILE`: continue a saved match."),
        ("quit now", "This is written `quit`: leave, as Ctrl-D does."),
        ("new x", "This is written `new [seed]`: start another match."),
        ("/undoo", "unknown command undoo"), ("/", "unknown command "),
    ])
    func saysWhatACommandTakes(line: String, sentence: String) {
        #expect(Self.meaning(line, HotSeatMode.commands) == sentence)
    }

    @Test func letsALegalMoveWinOverACommand() throws {
        let moves = try Match(of: counting("undo = { play = print }")).legalMoves(for: 1)
        func meaning(_ line: String) -> String { Self.meaning(line, HotSeatMode.commands, moves: moves) }
        #expect(meaning("undo") == "move undo, typed undo" && meaning("UNDO") == "move undo, typed UNDO")
        #expect(meaning("/undo") == "command undo" && meaning(":undo") == "command undo")
        #expect(meaning("undo 2") == "command undo")
    }

    @Test func restsShortFormsWhileLettersAreMoves() throws {
        let letters = "guess = { choices = { 'a', 'b' }, play = print }"
        let moves = try Match(of: counting(letters)).legalMoves(for: 1)
        func meaning(_ line: String) -> String { Self.meaning(line, HotSeatMode.commands, moves: moves) }
        #expect(meaning("a") == "move guess, typed a" && meaning("guess b") == "move guess, typed guess b")
        #expect(meaning("q") == "unknown text q")
        #expect(meaning("/q") == "command quit" && meaning("quit") == "command quit")
    }

    @Test func readsArguments() {
        #expect(CommandArgument.times.read("") == 1 && CommandArgument.times.read("3") == 3)
        #expect(CommandArgument.timesOrAll.read("") == .some(nil) && CommandArgument.timesOrAll.read("5") == 5)
        #expect(CommandArgument.viewer.read("") == .some(nil))
        #expect(CommandArgument.viewer.read("as Ana Maria") == "Ana Maria" && CommandArgument.viewer.read("2") == "2")
        #expect(CommandArgument.seed.read("7") == 7 && CommandArgument.seed.read("x") == nil)
        #expect(CommandArgument.bot.read("") == .some(nil))
        for (text, wish) in [
            ("2", BotWish(who: "2", isOn: true)), ("Ana Maria random", BotWish(who: "Ana Maria", isOn: true)),
            ("2 off", BotWish(who: "2", isOn: false)), ("off", BotWish(who: "off", isOn: true)),
        ] {
            #expect(CommandArgument.bot.read(text) == wish)
        }
        for (text, wish) in [
            ("", TapWish.bubble(1)), ("2", .bubble(2)), ("2 b3", .move("b3", inBubble: 2)),
            ("draft b3", .move("b3", inBubble: nil)),
        ] {
            #expect(CommandArgument.tap.read(text) == wish)
        }
        #expect(CommandArgument.tap.read("0") == nil && CommandArgument.tap.read("draft") == nil)
        #expect(CommandArgument.time("TIME").read("5m") == .seconds(300))
        #expect(CommandArgument.time("+TIME").read("+90") == .seconds(90))
        #expect(CommandArgument.time("TIME").read("soon") == nil && CommandArgument.time("TIME").read("-1") == nil)
        #expect(CommandArgument.whole.read("all") == true && CommandArgument.whole.read("some") == nil)
    }
}
