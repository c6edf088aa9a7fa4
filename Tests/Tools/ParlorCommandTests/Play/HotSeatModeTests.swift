import Foundation
import Parlor
import Testing

@testable import ParlorCommand

@Suite struct HotSeatModeTests {
    private let step = "go = { play = function(state) state.n = state.n + 1 end }"

    // MARK: Moves

    @Test func playsAMoveAndShowsTheBoard() throws {
        let played = try PlayedSession("tic-tac-toe", ["b2", "quit"], seats: "Ana,Bob")
        #expect(played.status == 0 && played.complaints == "")
        #expect(played.output.contains("Tic-Tac-Toe: 1 Ana, 2 Bob"))
        #expect(played.output.contains("Ana, mark a cell with X: a3, b3"))
        #expect(played.output.contains("Ana played b2.\n  ┌───┬───┬───┐"))
        #expect(played.output.contains("2 │ · │‹X›│ · │"))
        #expect(played.output.hasSuffix("Bob, mark a cell with O: a3, b3, c3, a2, c2, a1, b1, c1"))
        #expect(!played.output.contains("\u{1B}"))
    }

    @Test func reportsARefusedMoveAndGoesOn() throws {
        let played = try PlayedSession("tic-tac-toe", ["b22", "b2", "b2", "b3", "xyzzy"])
        #expect(played.status == 1)
        #expect(played.complaints.contains("Did you mean 'b2'?"))
        #expect(played.complaints.contains("'b2' can't be played now."))
        #expect(played.complaints.contains("or see `moves`."))
        #expect(try played.moves == ["b2", "b3"])
    }

    @Test func forgivesAPersonAtATerminal() throws {
        #expect(try PlayedSession("tic-tac-toe", ["zz"], interactive: true).status == 0)
    }

    @Test func endsWithTheOutcome() throws {
        let played = try PlayedSession("tic-tac-toe", ["a1", "b1", "a2", "b2", "a3", "c3"], seats: "Ana,Bob")
        #expect(played.output.hasSuffix("Ana wins."))
        #expect(played.complaints.contains("The game is over."))
        #expect(played.status == 1)
    }

    @Test func letsMovesWinOverCommands() throws {
        let both = step + ", undo = { play = function(state) state.n = state.n + 3 end }"
        let played = try PlayedSession(counting(both), [.text("undo"), .text("go"), .text("/undo")])
        #expect(try played.moves == ["undo"])
        let letters = try counting("guess = { choices = { 'a', 'b' }, play = function(state) state.n = 1 end }")
        let guessed = try PlayedSession(letters, [.text("q"), .text("a"), .text("/q"), .text("b")])
        #expect(try guessed.moves == ["a"])  // q was no command, /q was
        #expect(guessed.complaints.contains("'q' is no move"))
    }

    @Test func takesTypedMovesWithTheirTexts() throws {
        let ask =
            "ask = { args = { type = 'text', max = 9, examples = { 'a' } }, play = function(state, _, q) print(q) end }"
        let played = try PlayedSession(counting(ask), [.text("ask help me"), .text("ask"), .text("Ask x")])
        #expect(try played.moves.first == "ask help me")
        #expect(played.output.contains("print (play): help me"))
        #expect(played.complaints.contains("a text of 1 to 9 characters"))
    }

    @Test func survivesAnyInput() throws {
        let inputs: [InputLine] = [
            .tooLong, .text("\u{1B}[2J"), .text(String(repeating: "x", count: 8000)), .text("\0"), .text("👩‍👩‍👧‍👦"),
            .text("/"),
            .text("lua \u{1B}"), .text("view \u{202E}"), .text("load \u{1B}"), .interrupted, .text("b2"),
        ]
        let played = try PlayedSession(GameCatalog(home: home).script("tic-tac-toe"), inputs)
        #expect(try played.moves == ["b2"])
        #expect(!(played.output + played.complaints).unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
        #expect(played.complaints.contains("8192 bytes"))
    }

    // MARK: Commands

    @Test func helps() throws {
        let played = try PlayedSession("tic-tac-toe", ["help all"])
        for command in HotSeatMode.commands.all {
            #expect(played.output.contains("  \(command.usage)"), "\(command.name)")
        }
        let first = try PlayedSession("tic-tac-toe", ["help"]).output
        let page = try #require(first.range(of: "Type a move as its text"))
        #expect(first[page.lowerBound...].split(separator: "\n").count <= 23)
    }

    @Test func listsMovesAndRules() throws {
        let played = try PlayedSession("battleship", ["moves", "rules"])
        #expect(played.output.contains("a10-e10  b10-f10"))
        #expect(played.output.contains("# Battleship"))
    }

    @Test func goesBackAndForth() throws {
        let played = try PlayedSession("tic-tac-toe", ["b2", "a1", "undo", "undo 5", "undo", "redo", "r", "redo"])
        #expect(try played.moves == ["b2", "a1"])
        #expect(played.complaints == "There is nothing to take back.\nThere is nothing to play again.")
        #expect(played.output.contains("The match is at its beginning."))
    }

    @Test func showsWhatHappened() throws {
        let played = try PlayedSession(hideout, ["a1", "c3", "a1", "history"], seats: "Ana,Bob")
        #expect(played.output.contains("1. Ana a1  2. Ana c3  3. Bob a1"))
        let hunted = try PlayedSession(hideout, ["a1", "hi"], bots: ["1"])
        #expect(hunted.output.contains("1. Seat 1 sealed  2. Seat 1 sealed  3. Seat 2 a1"))
        #expect(try PlayedSession("tic-tac-toe", ["history"]).output.hasSuffix("Nothing was played yet."))
    }

    @Test func showsWhatASeatSees() throws {
        let played = try PlayedSession(hideout, ["a1", "view 1", "view spectator", "view 3"], seats: "Ana,Bob")
        let parts = played.output.components(separatedBy: "sees it:")
        #expect(parts.count == 3)
        #expect(parts[1].contains("S") && !parts[2].contains("│ S │") && !parts[2].contains("‹S›"))
        #expect(played.complaints.contains("There is no seat '3'"))
    }

    @Test func showsTheStateAndEvaluates() throws {
        let inputs = [
            "b2", "state", "lua state.board.b2 + seat, match.seats", "lua state.x.y", "lua print('hi')", "lua (1",
        ]
        let played = try PlayedSession("tic-tac-toe", inputs)
        #expect(played.output.contains("board = {b2 = 1"))
        #expect(played.output.contains("\n3\n2\n"))
        #expect(played.output.contains("print (lua): hi\nno value"))
        #expect(played.complaints.contains("lua: attempt to index a nil value (field 'x')"))
        #expect(played.complaints.contains("lua: ')' expected"))
        #expect(try played.moves == ["b2"])
    }

    @Test func showsFigures() throws {
        let played = try PlayedSession("tic-tac-toe", ["b2", "stats"])
        #expect(played.output.contains("32768 KB allowed"))
        let figures = try #require(played.session.lastTurn)
        #expect(figures.instructions > 50 && figures.time > .zero)
        #expect(played.output.contains("\(figures.instructions) instructions"))
    }

    @Test func savesLoadsAndReplays() throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("x.save").path
            let first = try PlayedSession("tic-tac-toe", ["b2", "a1", "save \(path)", "save \(folder.path)"])
            #expect(first.output.contains("Saved in") && first.status == 1)
            let second = try PlayedSession(
                "tic-tac-toe", ["c3", "load \(path)", "replay \(path)", "c1", "load nothing"])
            #expect(try second.moves == ["b2", "a1", "c1"])
            #expect(second.output.contains("2/2  Seat 2 played a1."))
            #expect(second.complaints == "There is no file nothing.")
        }
    }

    @Test func stepsThroughTheMatchSoFar() throws {
        let played = try PlayedSession("tic-tac-toe", ["b2", "a1", "replay", "", "b", "", "", "c3"], interactive: true)
        #expect(try played.moves == ["b2", "a1", "c3"])
        let frames = played.output.components(separatedBy: "1/2  Seat 1 played b2.").count - 1
        #expect(frames == 2 && played.output.contains("2/2  Seat 2 played a1."))
    }

    @Test func beginsAnew() throws {
        let played = try PlayedSession("blackjack", ["stand", "new 5", "lua match.ply"])
        #expect(played.session.match.seed == 5 && played.session.match.log.isEmpty)
        #expect(played.output.contains("A new match, seed 5."))
    }

    @Test func resigns() throws {
        let played = try PlayedSession("tic-tac-toe", ["b2", "resign", "resign"], seats: "Ana,Bob")
        #expect(played.output.contains("Bob resigned.") && played.output.contains("Ana wins."))
        #expect(played.complaints.hasPrefix("The match is over, so nobody can resign."))
    }

    // MARK: Bots

    @Test func letsBotsPlayTheirSeats() throws {
        let played = try PlayedSession("connect-four", ["4", "4", "bot 2 off", "1", "bot"], bots: ["2"])
        #expect(played.session.match.log.map(\.seat) == [1, 2, 1, 2, 1])
        #expect(played.output.hasSuffix("Seats: Seat 1, Seat 2."))
        let again = try PlayedSession("connect-four", ["4", "4"], bots: ["2"])
        #expect(try Array(again.moves) == Array(played.moves.prefix(4)), "the seed decides what bots do")
    }

    @Test func takesBackToWhereAPersonMoves() throws {
        let played = try PlayedSession("connect-four", ["4", "4", "undo"], bots: ["2"])
        #expect(played.session.match.log.count == 2)
        let first = try PlayedSession("connect-four", ["4", "undo 9"], bots: ["1"])
        #expect(first.session.match.log.count == 1, "the bot begins again")
    }

    @Test func playsByItself() throws {
        let played = try PlayedSession("connect-four", ["auto 3", "auto"])
        #expect(try played.session.match.status.outcome != nil)
        #expect(played.output.contains("Seat 2, drop a red disc (○)"))
        let idle = try PlayedSession("tic-tac-toe", ["", "", "b2"], bots: ["all"], interactive: true)
        #expect(idle.session.match.log.count == 2, "Enter plays one move each")
        #expect(idle.lines.prompts.allSatisfy { $0 == "bots> " })
    }

    @Test func restsInAMatchThatNeverEnds() throws {
        let endless = try counting("go = { play = print }", more: "turn = function() return 2 end")
        let played = try PlayedSession(endless, [], bots: ["2"], mostPlies: 50)
        #expect(played.session.match.log.count == 50)
        #expect(played.output.contains("The bots pause"))
    }

    // MARK: Failures

    @Test func showsAFailureAndKeepsTheMatch() throws {
        let script = try counting(
            step + ", bad = { play = function(state) print('so far') state.n = 99 error('no luck') end }")
        let played = try PlayedSession(script, [.text("go"), .text("bad"), .text("go"), .text("lua state.n")])
        #expect(played.status == 1)
        #expect(played.complaints.contains("The script failed in moves.bad.play: no luck\n  game.lua:4"))
        #expect(played.complaints.contains("  > 4 |"))
        #expect(played.complaints.contains("print: so far"))
        #expect(try played.moves == ["go", "go"])
        #expect(played.output.hasSuffix("\n2"))
    }

    @Test func keepsPlayingWithABrokenScene() throws {
        let script = try counting(step, more: "scene = function(view) return view.nothing.at.all end")
        let played = try PlayedSession(script, [.text("go"), .text("moves")])
        #expect(try played.moves == ["go"])
        #expect(played.complaints.contains("The script failed in scene"))
        #expect(played.output.hasSuffix("go"))
    }

    @Test func letsABrokenBotRest() throws {
        let script = try counting("go = { play = function(state, seat) if seat == 2 then error('not me') end end }")
        let played = try PlayedSession(
            script, [.text("go"), .text("bot 2 off"), .text("undo"), .text("go")], bots: ["2"])
        #expect(played.complaints.components(separatedBy: "not me").count >= 2)
        #expect(played.session.match.log.count == 1)
    }

    @Test func findsWritesWhereNoneMayBe() throws {
        let script = try counting(step, more: "view = function(state) state.n = 0 return state end")
        #expect(try PlayedSession(script, [.text("go")]).complaints == "", "a view gets a copy")
        let writes = try counting(
            "go = { when = function(state) state.n = 5 return true end, play = function() end }")
        #expect(try PlayedSession(writes, [.text("moves")]).complaints.contains("changed the state"))
    }

    // MARK: Reloading

    @Test func takesUpAChangedScript() throws {
        let script = try counting(step)
        let other = try counting("go = { play = function(state) state.n = state.n + 2 end }")
        let played = try PlayedSession(
            script, [.text("go"), .text("go"), .text("reload"), .text("lua state.n")],
            reading: { () throws(GameError) in other })
        #expect(played.output.contains("Reloaded; 2 plies were played again."))
        #expect(played.output.hasSuffix("\n4"))
    }

    @Test func keepsTheOldScriptWhereTheNewOneIsWrong() throws {
        let library = try ScriptSource(folder: home.sdk)
        let wrong = """
            local parlor = require "parlor"
            return parlor.game { title = "X", steup = 1, moves = {}, outcome = 3 }
            """
        for (source, words) in [(wrong, ["steup", "moves", "outcome"]), ("return = 3", ["game.lua:1"])] {
            let played = try PlayedSession(
                counting(step), [.text("go"), .text("reload"), .text("go")],
                reading: { () throws(GameError) in
                    try GameScript(GameFolder(id: "test-game", game: source), library: library)
                })
            for word in words { #expect(played.complaints.contains(word)) }
            #expect(try played.moves == ["go", "go"])
        }
        let unfit = try counting("stay = { play = print }")
        let played = try PlayedSession(
            counting(step), [.text("go"), .text("reload"), .text("go")], reading: { () throws(GameError) in unfit })
        #expect(played.complaints.contains("Ply 1, 'go' of seat 1"))
        #expect(try played.moves == ["go", "go"])
    }

    // MARK: Leaving

    @Test func leavesAtTheSecondInterrupt() throws {
        let script = try GameCatalog(home: home).script("tic-tac-toe")
        let played = try PlayedSession(
            script, [.interrupted, .text("b2"), .interrupted, .interrupted, .text("a1")], interactive: true)
        #expect(try played.moves == ["b2"])
        #expect(played.output.contains("Ctrl-C again"))
        #expect(played.output.hasSuffix("`save FILE` saves a match."))
        #expect(played.status == 0)
        #expect(try PlayedSession(script, [.end], interactive: true).output.hasSuffix("Goodbye."))
    }

    @Test func endsQuietlyWithItsInput() throws {
        let played = try PlayedSession("tic-tac-toe", ["b2"])
        #expect(played.status == 0 && played.output.hasSuffix("c1"))
    }

    // MARK: Completion

    @Test func completesMovesCommandsAndSeats() throws {
        func completions(_ begun: String) throws -> [String] {
            let script = try GameCatalog(home: home).script("tic-tac-toe")
            let played = try PlayedSession(script, [], seats: "Ana,Bob", interactive: true, completing: begun)
            return try #require(played.lines.completions.first)
        }
        #expect(try completions("b").prefix(3) == ["b3", "b2", "b1"])
        #expect(try completions("un") == ["undo "])
        #expect(try completions("/qu") == ["/quit"])
        #expect(try completions("view B") == ["view Bob"])
        #expect(try completions("bot 2 r") == ["bot 2 random"])
        #expect(try completions("zzz") == [])
        #expect(try !completions("").contains { $0.hasPrefix("/") })
    }
}
