import Parlor
import Testing

@testable import ParlorCommand

/// The result of a round is shown before the next one starts, on every phone and at one keyboard.
@Suite struct RoundSeenTests {
    /// Moves that fit any deal. A move that isn't legal is only rejected.
    private static let round = ["stand", "stand", "stand", "reveal"]
    private static let options: [String: Value] = ["rounds": 2]

    @Test(arguments: 1...4 as ClosedRange<UInt64>) func atOneKeyboard(_ seed: UInt64) throws {
        let played = try PlayedSession(
            "blackjack", Self.round, seats: "Ana,Bob", options: Self.options, seed: seed)
        let seen = played.output.components(separatedBy: "Round 1 of 2 is over")
        #expect(seen.count == 2, "\(played.output)")
        let table = try #require(seen.last)
        for name in ["Ana", "Bob"] {
            #expect(table.contains(/\(you\)|Chips/) && table.contains(name), "\(table)")
        }
        #expect(table.contains(/(wins|loses) (\d|nothing)/) && !table.contains("??"), "\(table)")
        #expect(table.hasSuffix("Bob, deal round 2: deal"), "another seat deals: \(table)")
        let on = try PlayedSession(
            "blackjack", Self.round + ["deal"] + Self.round, seats: "Ana,Bob", options: Self.options, seed: seed)
        #expect(on.session.isOver)
        #expect(on.output.contains(/(Ana|Bob) wins: Ana|Nobody is ahead: Ana/), "\(on.output.suffix(300))")
        #expect(on.output.contains(/(Ana|Bob) wins with [+-]\d|Ana and Bob are even/), "\(on.output.suffix(600))")
    }

    @Test func inAMessage() throws {
        let script = try GameCatalog(home: home).script("blackjack")
        let run = try ChatRun(script, Self.round, people: ["Ann", "Bob"], seed: 9)
        #expect(
            run.terminal.text.contains(/Dealer \d+: Ann (wins|loses) \w+, (Bob|Seat 2) (wins|loses) \w+/), "\(run.last)"
        )
    }

    @Test func whoThrewMayThrowAgain() throws {
        let run = try ChatRun("rock-paper-scissors", ["", "rock", "", "paper", ""], people: ["Ann", "Bob"])
        #expect(run.last.contains("rock against paper: Bob wins the round.") && !run.last.contains("‹"), "\(run.last)")
    }

    @Test func peopleHaveNamesAgainstBots() throws {
        let run = try runProgram(["play", "tic-tac-toe", "--hot-seat", "--bot", "2", "--seed", "1"], input: "b2\n")
        #expect(run.output.contains("1 Ann, 2 Bob (bot)") && run.output.contains("Bob played"), "\(run.output)")
        let alone = try runProgram(["play", "tic-tac-toe", "--hot-seat"], input: "b2\n")
        #expect(alone.output.contains("Seat 2, mark a cell with O"))
    }
}
