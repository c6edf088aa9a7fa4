import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// An answer to a typed line is visible in a terminal of 80 columns and 24 rows, however high the
/// picture is.
@Suite struct AnswersSeenTests {
    private static let refused: [(line: String, words: String)] = [
        ("as Zed", "There is nobody called Zed here."), ("bet 20 on Zed", "There is no 'Zed' to bet on"),
        ("frobnicate", "'frobnicate' is neither a legal move now"), ("tap", "expected"), ("tap 99", "to tap"),
        ("kill nobody", "There is no such instance. Running:"), ("sticker zzz", "zzz"),
        ("claim", "It is your own turn"),
        ("bet", "This is written `bet CHIPS"), ("join", "You have a seat already"), ("start", "has begun already"),
        ("theirs", "isn't disputed"), ("cancel", "play a move first"), ("install", "is on Ann's phone already"),
        ("kill", "was ended. The match isn't lost"), ("receive", "Nothing is on its way"),
        ("reorder", "messages was reversed"),
        ("offline Zed", "There is nobody called Zed"),
    ]

    @Test func inTheQuickWay() throws {
        // choose a seed with which Ann is the first to move: nobody before her is dealt a blackjack
        let seed = try ChatRun.seed("blackjack", ["claim"]) { $0.screens[1].contains("It is your own turn") }
        let run = try ChatRun("blackjack", Self.refused.map(\.line), seed: seed)
        try #require(run.screens.count == Self.refused.count + 1)
        for (index, (line, words)) in Self.refused.enumerated() where line != "tap" {
            let screen = run.screens[index + 1]
            #expect(screen.contains(words), "\(line):\n\(screen)")
            #expect(screen.hasSuffix("\nAnn> "))
        }
    }

    @Test func stepByStep() throws {
        let typed: [(line: String, words: String)] = [
            ("open", "`start`"), ("as Zed", "There is nobody called Zed here."),
            ("send", "The draft field is empty: play a move first"),
            ("frobnicate", "'frobnicate' is neither a legal move now"), ("start", "send"), ("expand", "compact"),
            ("send", "`compact` shows it"), ("bet 20 on Zed", "There is no 'Zed' to bet on"),
            ("tap 99", "to tap"), ("claim", "Nobody has to move now"), ("hit", "'hit' is neither a legal move now"),
        ]
        let run = try ChatRun("blackjack", typed.map(\.line), isSlow: true)
        try #require(run.screens.count == typed.count + 1)
        for (index, (line, words)) in typed.enumerated() {
            #expect(run.screens[index + 1].contains(words), "\(line):\n\(run.screens[index + 1])")
        }
    }

    @Test func whoLacksTheGameIsNamedBeforeTheFirstLineIsTyped() throws {
        let run = try ChatRun("blackjack", [], without: ["Cy"])
        #expect(
            run.screens[0].replacing("\n", with: " ").contains("Cy's phone doesn't have Blackjack: `as Cy`, then"),
            "Cy can't join:\n\(run.screens[0])")
    }

    @Test func whoseKeyboardChangesHandsReadsItBefore() throws {
        let run = try ChatRun("rock-paper-scissors", ["", "as Zed", "rock", "", "as Ann"], people: ["Ann", "Bob"])
        #expect(run.screens[2].contains("There is nobody called Zed here."), "\(run.screens[2])")
        #expect(!run.screens[3].contains("Zed") && run.screens[3].contains("Hand the keyboard to Bob"))
    }

    /// In a pipe, too, an answer follows the picture.
    @Test func inAPipe() throws {
        let run = try ChatRun("blackjack", ["as Zed", "stand"], isInteractive: false)
        #expect(run.status == 1)
        #expect(run.terminal.parts[1].hasSuffix("There is nobody called Zed here."), "\(run.terminal.parts[1])")
    }

    // MARK: Hot seat

    private func hotSeat(_ game: String, _ inputs: [String], rows: Int) throws -> SeenTerminal {
        let script = try GameCatalog(home: home).script(game)
        let terminal = SeenTerminal(inputs, rows: rows)
        let session = HotSeatMode(
            match: try Match(of: script, seats: 2, options: [:], seed: 7), players: Players(count: 2),
            screen: Screen(columns: { 80 }), lines: terminal, write: { terminal.print($0) },
            complain: { terminal.print($0) }, readScript: { () throws(GameError) in script })
        _ = session.run()
        return terminal
    }

    @Test func atOneKeyboard() throws {
        let typed: [(line: String, words: String)] = [
            ("zz", "'zz' is no move"), ("b2", ""), ("undo", "The match is at its beginning"),
            ("redo", "after 1 move"),
            ("bot 9", "There is no seat '9'"), ("bot 2 random", "2 (bot)"), ("new 5", "Begin another one?"),
            ("yes", "A new match, seed 5"),
            ("reload", "Reloaded; 0 plies"), ("load /nonexistent", "nonexistent"),
        ]
        let terminal = try hotSeat("tic-tac-toe", typed.map(\.line), rows: 6)
        try #require(terminal.screens.count == typed.count + 1)
        for (index, (line, words)) in typed.enumerated() {
            let screen = terminal.screens[index + 1]
            #expect(words.isEmpty || screen.contains(words), "\(line):\n\(screen)")
        }
    }
}
