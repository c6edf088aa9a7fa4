import Parlor
import Simulation
import Testing

@testable import ParlorCommand

/// The screen between two people with secrets: only an empty line opens the game.
@Suite struct CurtainTests {
    @Test(arguments: ["xyz", "auto 6", "a1", "/moves"]) func whatIsTypedOpensNothing(_ line: String) throws {
        let phones = try ChatRun(hideout, [line, ""], people: ["Ann", "Bob"])
        #expect(phones.screens[1].contains("Press Enter when Ann is at the keyboard."), "\(phones.screens[1])")
        #expect(!phones.screens[1].contains("hide a ship") && phones.screens[2].contains("hide a ship"))
        let seats = try PlayedSession(hideout, [line], seats: "Ana,Bob", interactive: true)
        #expect(
            seats.output.contains("Press Enter when Ana is at the keyboard.") && !seats.output.contains("hide a ship"))
    }

    @Test(arguments: ["quit", "/quit", "q"]) func quitLeaves(_ line: String) throws {
        let phones = try ChatRun(hideout, [line, ""], people: ["Ann", "Bob"])
        #expect(phones.screens.count == 1 && !phones.terminal.text.contains("hide a ship"))
    }

    @Test func helpSaysWhatOpensIt() throws {
        let phones = try ChatRun(hideout, ["help"], people: ["Ann", "Bob"])
        #expect(phones.screens[1].contains("Enter shows the game to Ann") && phones.screens[1].contains("`quit`"))
    }

    /// The screen between two people shows no cards, and each sees only their own.
    @Test func handsStayBehindTheCurtain() throws {
        let script = try GameCatalog(home: home).script("crazy-eights")
        let match = try Match(of: script, seats: 3, seed: 7)
        let hands = try (1...3).map { seat in
            (try match.view(for: seat)["secret"]?.element(at: .int(Int64(seat)))?.arrayValue ?? []).compactMap(
                \.stringValue)
        }
        let played = try PlayedOnScreen(
            "crazy-eights", seats: "Ana,Bob,Cai",
            [.look, .keys("\r"), .look, .keys("draw\r"), .look, .keys("moves\r"), .look])
        let mover = try #require(try match.status.turn.first)
        func shows(_ screen: String, _ card: String) -> Bool {
            let suits: [Character: String] = ["s": "♠", "h": "♥", "d": "♦", "c": "♣"]
            let rank = card.hasPrefix("t") ? "10" : card.prefix(1).uppercased()
            return screen.contains("[\(rank)\(suits[card.last ?? "?"] ?? "?")]")
                || screen.contains("\(rank)\(suits[card.last ?? "?"] ?? "?") │")
        }
        #expect(hands.joined().allSatisfy { !shows(played.seen[0], $0) } && hands.joined().count == 15)
        for screen in (1...3).map({ played.seen[$0] }) {
            #expect(hands[mover - 1].allSatisfy { shows(screen, $0) }, "\(screen)")
            for (seat, hand) in hands.enumerated() where seat + 1 != mover {
                #expect(hand.allSatisfy { !shows(screen, $0) }, "\(screen)")
            }
        }
    }

    /// On a screen drawn in place, the sentence about the next player stays after any key.
    @Test(arguments: ["\u{4}", "xyz\r", "help\r"]) func theSentenceStays(_ keys: String) throws {
        let run = try PlayedOnScreen(
            hideout, seats: "Ana,Bob", [.look, .keys(keys), .look, .keys("\r"), .look])
        for index in 0...1 {
            #expect(run.seen[index].contains("Only Ana may look at the screen now. Press Enter."))
        }
        #expect(run.seen[0] != run.seen[1] && run.seen[2].contains("hide a ship"))
        let gone = try PlayedOnScreen(hideout, seats: "Ana,Bob", [.keys("\u{4}"), .keys("\u{4}"), .look])
        #expect(gone.seen.isEmpty, "twice leaves")
    }
}
