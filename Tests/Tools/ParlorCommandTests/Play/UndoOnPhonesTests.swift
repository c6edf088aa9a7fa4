import GameApps
import MatchSessions
import Parlor
import Simulation
import Testing

@testable import ParlorCommand

/// `undo` on phones takes back the last move of a person's own draft, or the whole draft. It never
/// takes back a sent move, nor a random draw that was seen.
@Suite struct UndoOnPhonesTests {
    private static let two = ["Ann", "Bob"]

    private func moves(_ run: ChatRun, _ person: String = "Ann") throws -> [String] {
        let context = run.session.context
        return try context.world.device(person).match(of: context.game, in: context.chat)?.record.draft?.moves ?? []
    }

    private func said(_ run: ChatRun) -> String { run.terminal.text.replacing("\n", with: " ") }

    @Test(arguments: [
        ("undo", ["a10-e10", "a9-d9"], "a8-c8 is taken back. a10-e10, a9-d9 stays drafted."),
        ("undo 2", ["a10-e10"], "a9-d9, a8-c8 is taken back. a10-e10 stays drafted."),
        ("undo all", [], "a10-e10, a9-d9, a8-c8 is taken back."), ("undo 9", [], "is taken back."),
    ]) func theLastMoveOrAll(_ line: String, _ left: [String], _ words: String) throws {
        for isSlow in [false, true] {
            let placing = (isSlow ? ["open", "start", ""] : [""]) + ["a10-e10", "a9-d9", "a8-c8"]
            let run = try ChatRun("battleship", placing + [line], people: Self.two, isSlow: isSlow)
            #expect(try moves(run) == left, "\(isSlow): \(said(run))")
            #expect(said(run).contains(words), "\(said(run))")
        }
    }

    @Test func itGoesOnFromWhatIsLeft() throws {
        let run = try ChatRun(
            "battleship", ["", "a10-e10", "a9-d9", "undo", "b9-e9", "undo", "undo", "undo"], people: Self.two)
        #expect(try moves(run).isEmpty)
        #expect(said(run).contains("b9-e9 is taken back. a10-e10 stays drafted."))
        #expect(said(run).contains("Ann has no draft. A sent message can't be taken back."))
    }

    @Test func anActIsTakenBackWhole() throws {
        let run = try ChatRun(
            "tic-tac-toe", ["open", "start", "b2", "compact", "send", "resign", "yes", "undo"], people: Self.two,
            isSlow: true)
        #expect(said(run).contains("resign is taken back."), "\(said(run))")
    }

    // MARK: Chance

    /// Two rolls per turn, and a move without a random draw.
    private static func rolling() throws -> GameScript {
        try counting(
            """
            roll = { play = function(state, _, _, match) state.n, state.die = state.n + 1, match.random(6) end },
            stay = { play = function(state) state.n = state.n + 1 end }
            """, more: "chance = 'quick', turn = function(state) return state.n // 3 % 2 + 1 end,")
    }

    @Test func aDrawStays() throws {
        let run = try ChatRun(try Self.rolling(), ["roll", "undo", "undo all", "roll 2"], people: Self.two)
        #expect(try moves(run) == ["roll"])
        let words = "roll can't be taken back, because you have seen its random draw."
        #expect(said(run).components(separatedBy: words).count == 3, "\(said(run))")
    }

    @Test func whatStandsBehindADrawIsTakenBack() throws {
        let run = try ChatRun(try Self.rolling(), ["roll", "stay", "undo all"], people: Self.two)
        #expect(try moves(run) == ["roll"])
        #expect(said(run).contains("stay is taken back. roll stays drafted. roll can't be taken back"), "\(said(run))")
        let free = try ChatRun(try Self.rolling(), ["stay", "roll", "undo all"], people: Self.two)
        #expect(try moves(free) == ["stay", "roll"], "what led to the draw stays, too")
    }

    /// A person may delete a draft at any time. After that, only the moves of the draft can be
    /// played again, because their draws were seen.
    @Test func whoDeletesTheDraftPlaysTheSameAgain() throws {
        let run = try ChatRun(try Self.rolling(), ["roll", "cancel", "moves", "stay"], people: Self.two)
        #expect(try moves(run).isEmpty)
        #expect(run.screens[3].hasSuffix("roll\nAnn> "), "roll is all there is: \(run.screens[3])")
        let again = try ChatRun(try Self.rolling(), ["roll", "cancel", "roll", "stay", "undo"], people: Self.two)
        #expect(try moves(again) == ["roll"])
        let resigned = try ChatRun(try Self.rolling(), ["roll", "resign", "yes"], people: Self.two)
        #expect(said(resigned).contains("resigns"))
    }

    // MARK: Sealed moves

    /// A player hides a number and another one calls, which reveals it. The caller moves again.
    private static func calling() throws -> GameScript {
        try counting(
            """
            hide = { choices = { 1, 2 }, secret = 'call', play = function(state, seat, number)
              state.secret[seat].number = number
            end },
            peep = { play = function(state) state.n = state.n + 1 end },
            call = { play = function(state) state.n, state.found = state.n + 1, state.secret[1].number end }
            """,
            more: """
                turn = function(_, match)
                  return 1, match.sealed[1] == 0 and 'hide' or { 'peep', 'call' }
                end,
                """)
    }

    @Test func whatOpenedSealsStays() throws {
        let lines = ["1", "peep", "call", "peep"]
        let run = try ChatRun(try Self.calling(), lines, people: Self.two, isInteractive: false)
        #expect(try moves(run) == ["1", "peep", "call", "peep"], "\(said(run))")
        let words = "call can't be taken back, because it has opened sealed moves that you have seen."
        for (line, says) in [("undo", "peep is taken back. 1, peep, call stays drafted."), ("undo all", words)] {
            let run = try ChatRun(try Self.calling(), lines + [line], people: Self.two, isInteractive: false)
            #expect(try moves(run) == ["1", "peep", "call"], "\(said(run))")
            #expect(said(run).contains(says), "\(said(run))")
        }
        let twice = try ChatRun(try Self.calling(), lines + ["undo", "undo"], people: Self.two, isInteractive: false)
        #expect(try moves(twice) == ["1", "peep", "call"] && said(twice).contains(words), "\(said(twice))")
        let again = try ChatRun(
            try Self.calling(), lines + ["cancel", "2", "1", "call", "peep", "call"], people: Self.two,
            isInteractive: false)
        #expect(try moves(again) == ["1", "peep", "call"])
        #expect(
            said(again).contains("'2' is neither a legal move now")
                && said(again).contains("'call' is neither a legal move now"),
            "\(said(again))")
        let free = try ChatRun(try Self.calling(), ["1", "peep", "undo"], people: Self.two, isInteractive: false)
        #expect(try moves(free) == ["1"])
    }

    /// Dice under a cup are sealed, so a call that has opened them can't be undone, either.
    @Test func aCalledBidStays() throws {
        let run = try ChatRun(
            "liars-dice", ["roll", "roll", "2x6", "call", "undo", "undo all", "moves"], people: Self.two,
            isInteractive: false)
        #expect(said(run).components(separatedBy: "can't be taken back").count == 3, "\(said(run))")
        // a call whose result other phones must reveal has revealed nothing, so it was sent
        guard try !moves(run, "Bob").isEmpty else { return }
        #expect(try moves(run, "Bob") == ["call"])
        #expect(
            run.screens.contains { $0.contains("Bob has drafted call. Bob, roll your dice: roll.") },
            "undo isn't offered")
    }

    // MARK: At one keyboard

    @Test(arguments: [[], ["2"]]) func atOneKeyboardToo(_ bots: [String]) throws {
        let played = try PlayedSession(
            try Self.rolling(), ["roll", "undo", "stay", "undo", "undo 2"].map(InputLine.text), bots: bots)
        #expect(try played.moves == ["roll"])
        let words = "A random draw can't be taken back, because its result has been seen."
        #expect((played.output + played.complaints).components(separatedBy: words).count == 3, "\(played.complaints)")
        #expect(played.output.contains("This is the match after 1 move."))
    }

    @Test func whereOnlyBotsPlayNobodyPeeks() throws {
        let played = try PlayedSession(
            try Self.rolling(), ["auto 3", "undo 2"].map(InputLine.text), bots: ["all"])
        #expect(try played.moves.count == 1, "\(played.output)")
    }

    @Test func whatABotDrewAfterOnesOwnMoveKeepsThatToo() throws {
        // the seat's third move ends its turn, and the bot may roll: then no part of the turn is
        // undone
        let played = try PlayedSession(
            try Self.rolling(), ["stay", "stay", "stay", "undo"].map(InputLine.text), bots: ["2"])
        let texts = try played.moves
        #expect(texts.count == 6 || texts.count < 3, "a bot's turn is whole, or gone with one's own: \(texts)")
        #expect(texts.count < 3 || texts.contains("roll"))
    }
}
