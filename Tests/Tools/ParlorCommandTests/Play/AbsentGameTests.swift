import Parlor
import Testing

@testable import ParlorCommand

/// A desktop runs no games, and a phone may not have the game. The text on such a device says what
/// to do.
@Suite struct AbsentGameTests {
    private func told(_ screen: String) -> String { screen.replacing("\n", with: " ") }

    @Test func atADesktopNothingSendsInACircle() throws {
        let run = try ChatRun(
            "tic-tac-toe",
            ["b2", "as Bob", "tap", "open", "install", "start", "a1", "screen dark", "uninstall", "as Ann"],
            people: ["Ann", "Bob"], desktops: ["Bob"])
        let said = run.screens.map(told)
        #expect(
            said[1].contains("Waiting for somebody to take seat 2. Bob can't take it, because a desktop runs no games.")
        )
        #expect(
            said[2].contains("Bob is at a desktop, which runs no games. It shows a message's picture and captions"))
        #expect(said[3].contains("can't play it: https://parlor.games/"))
        for index in 4...9 {
            #expect(
                said[index].contains("Bob is at a desktop, which runs no games. `as Ann` takes a phone."),
                "\(said[index])")
            #expect(!said[index].contains("`install`"), "\(said[index])")
        }
        #expect(run.terminal.screens.allSatisfy { !told($0).contains("isn't installed") })
    }

    @Test func aPhoneWithoutTheGameSaysWhatItShowsAndGetsIt() throws {
        let run = try ChatRun(
            "tic-tac-toe", ["b2", "as Bob", "tap", "a1", "install", "a1"], people: ["Ann", "Bob"], without: ["Bob"])
        let said = run.screens.map(told)
        #expect(
            said[1].contains("Bob's phone doesn't have Tic-Tac-Toe: `as Bob`, then `install`, installs it."),
            "\(said[1])")
        for index in [2, 3] {
            #expect(
                said[index].contains(
                    "Bob's phone doesn't have Tic-Tac-Toe: `install` installs it. Until then a message shows"))
        }
        #expect(
            said[3].contains("Nothing opens. Bob's phone doesn't have Tic-Tac-Toe: `install` installs it."),
            "\(said[3])")
        #expect(
            said[4].contains("'a1' can't be played here. Bob's phone doesn't have Tic-Tac-Toe: `install` installs it."))
        #expect(said[5].contains("Bob, mark a cell") && said[5].contains("is on Bob's phone now."))
        #expect(said[6].contains("Ann, mark a cell"))
    }

    /// A group waits for a person without the game, and starts when that person has it.
    @Test func aGroupWaitsForWhoLacksIt() throws {
        let run = try ChatRun("blackjack", ["as Cy", "install"], without: ["Cy"])
        #expect(
            told(run.screens[0]).contains("seat 3 is free. Cy's phone doesn't have Blackjack: `as Cy`, then `install`"))
        let last = told(run.last)
        #expect(last.contains("to move") && !last.contains("seat 3 is free"), "\(last)")
        #expect(run.status == 0)
    }

    @Test func aRoundWhoseOtherSeatIsAtADesktop() throws {
        let run = try ChatRun("rock-paper-scissors", [""], people: ["Ann", "Bob"], desktops: ["Bob"])
        #expect(told(run.last).contains("Bob can't take it, because a desktop runs no games."), "\(run.last)")
    }
}
