import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// The sentence on each phone about what its person can do now, from the invitation to the first
/// move.
@Suite struct StandingTests {
    /// Returns the lines between the phone and the prompt.
    private func below(_ screen: String) -> String {
        let lines = screen.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        let end = lines.lastIndex { $0.hasPrefix("┗") } ?? lines.startIndex
        return lines.suffix(from: min(end + 1, lines.endIndex)).joined(separator: " ")
    }

    @Test func eachStepToAMatchOfThree() throws {
        let typed: [(line: String, words: [String])] = [
            ("open", ["`start` begins a match"]),
            ("start", ["Ann has drafted invitation: `send`, or `cancel`"]),
            ("send", ["Waiting for others to `join`: seats 2 and 3 are free."]),
            ("receive", []), ("receive", []),
            ("as Bob", ["A message waits: `tap` opens it."]),
            ("tap", ["`join` asks for seat 2", "Ann starts the match"]),
            ("join", ["Bob has drafted a request for seat 2: `compact`, then `send` or `cancel`"]),
            ("compact", ["request for seat 2: `send`, or `cancel`"]),
            ("send", ["You have asked for seat 2", "Waiting for Ann to start the match"]),
            ("receive", []), ("receive", []),
            ("as Ann", ["Bob asks for seat 2", "Waiting for somebody to `join`: seat 3 is free."]),
            ("as Cy", ["A message waits"]),
            ("tap", ["`join` asks for seat 3; seat 1 starts the match"]),
            ("join", ["seat 3"]), ("compact", []), ("cancel", ["`join` asks for seat 3"]),
            ("join", ["seat 3"]), ("send", ["Waiting for seat 1 to start the match"]),
            ("receive", []), ("receive", []),
            ("as Ann", ["Bob and Cy have asked for the free seats: `start` begins the match"]),
            ("start", ["Ann has drafted start"]), ("send", []),
            ("receive", []), ("receive", []),
            ("as Bob", []),
        ]
        let run = try ChatRun("blackjack", typed.map(\.line), isSlow: true)
        try #require(run.screens.count == typed.count + 1)
        #expect(below(run.screens[0]).contains("`open`"), "\(run.screens[0])")
        for (index, (line, words)) in typed.enumerated() {
            let said = below(run.screens[index + 1])
            for words in words { #expect(said.contains(words), "\(index) \(line), \(words): \(said)") }
            let own = said.components(
                separatedBy: "Waiting for \(run.screens[index + 1].split(separator: "\n").last?.dropLast(2) ?? "")")
            #expect(own.count == 1, "nobody waits for themselves: \(said)")
        }
        let before = run.terminal.text.components(separatedBy: "Ann> start").prefix(2).joined()
        #expect(!before.contains("to move"), "nobody can move before the start")
        #expect(run.terminal.text.contains("2 seats are free") && run.terminal.text.contains("1 seat is free"))
    }

    @Test func aNewMatchIsJoinedAndStartedInTheQuickWay() throws {
        let run = try ChatRun("blackjack", ["new", "yes", "as Bob", "join", "as Cy", "as Ann", "start"])
        let said = run.screens.map(below)
        // the player to move, who wasn't dealt a blackjack
        let mover = try #require(["Ann", "Bob", "Cy"].first { said[2].contains("\($0) to move: hit, stand") })
        func expectStanding(of person: String, _ said: String) {
            #expect(said.contains(person == mover ? "\(mover) to move" : "Waiting for \(mover) to move"), "\(said)")
        }
        expectStanding(of: "Bob", said[3])
        #expect(said[4].contains("You have a seat already"), "\(said[4])")
        expectStanding(of: "Cy", said[5])
        #expect(said[7].contains("The match has begun already"), "\(said[7])")
    }

    @Test func aRoundWaitsForTheOtherSeat() throws {
        let run = try ChatRun(
            "rock-paper-scissors", ["open", "start", "send", "receive", "as Bob", "tap"], people: ["Ann", "Bob"],
            isSlow: true)
        #expect(below(run.screens[3]).contains("Waiting for somebody to `join`: seat 2 is free."), "\(run.screens[3])")
        #expect(run.last.contains("`join` takes seat 2"), "\(run.last)")
    }

    @Test func aMoveThatInvitesWaitsForWhoTakesTheSeat() throws {
        let run = try ChatRun(
            "tic-tac-toe", ["open", "start", "b2", "compact", "send", "receive", "as Bob", "tap"],
            people: ["Ann", "Bob"], isSlow: true)
        #expect(below(run.screens[5]).contains("Waiting for somebody to take seat 2"), "\(run.screens[5])")
        #expect(run.last.contains("Bob, mark a cell with O: a3"), "\(run.last)")
    }

    @Test func aClosedGameSaysHowToSeeItAgain() throws {
        let words = "Tic-Tac-Toe is closed: `open` shows the board. "
        let people = ["Ann", "Bob"]
        let run = try ChatRun("tic-tac-toe", ["b2", "close"], people: people)
        #expect(below(run.last).contains(words + "Bob, mark a cell with O"), "\(run.last)")
        let over = try ChatRun("tic-tac-toe", ["a1", "a2", "b1", "b2", "c1", "close"], people: people)
        #expect(below(over.last).contains(words + "Ann wins. What next: `rematch`"), "\(over.last)")
        #expect(try !ChatRun("tic-tac-toe", ["b2", "close", "open"], people: people).last.contains("is closed"))
    }

    @Test func whoseSeatIsOpenIsNamedWhereOneOtherIsThere() throws {
        let run = try ChatRun("tic-tac-toe", ["resign", "yes"], people: ["Ann", "Bob"])
        #expect(run.terminal.text.contains("Bob wins.") && !run.terminal.text.contains("seat 2 wins"), "\(run.last)")
    }

    @Test func whoWatchesReadsIt() throws {
        let run = try ChatRun("tic-tac-toe", ["b2", "a1", "as Cy"])
        #expect(below(run.last).contains("Waiting for Ann to move. You watch, and may bet"), "\(run.last)")
        let slow = try ChatRun("tic-tac-toe", ["b2", "a1", "b1", "a3", "c3", "as Cy"])
        #expect(below(slow.last).contains("Waiting for Bob to move. You watch."), "\(slow.last)")
    }

    // MARK: Requests for a seat

    @Test func whoAsksForASeatIsSaidOnceWhereItConcerns() throws {
        let steps = [
            "open", "start", "send", "receive", "receive", "as Bob", "tap", "join", "compact", "send", "receive",
            "receive", "as Ann", "tap", "phones", "as Cy", "tap", "phones", "as Bob", "phones",
        ]
        let run = try ChatRun("blackjack", steps, isSlow: true)
        for (index, part) in run.terminal.parts.enumerated() {
            let count = part.components(separatedBy: "would like to take seat 2").count - 1
            let line = index == 0 ? "" : steps[index - 1]
            #expect(count == (index == 13 ? 1 : 0), "\(index) \(line): \(part)")
        }
    }

    @Test func aRequestThatWasMetIsNoNewsAnyMore() throws {
        let run = try ChatRun("blackjack", ["stand", "stand", "as Ann"])
        #expect(!run.terminal.text.contains("would like to take"), "\(run.terminal.text)")
    }

    // MARK: Others' choices

    @Test(arguments: ["phones", "hot seat", "pipe"]) func nobodysButtonShowsWhatAnotherPlayed(_ way: String) throws {
        let moves = ["hit", "stand", "stand"]
        let outputs: [String]
        if way == "hot seat" {
            outputs = [try PlayedSession("blackjack", moves, seats: "Ann,Bob", interactive: true).output]
        } else {
            // in some deals she is bust and has no further turn
            outputs = try (1...6).map { seed in
                try ChatRun("blackjack", moves, isInteractive: way == "phones", seed: UInt64(seed)).terminal.text
            }
        }
        for output in outputs {
            #expect(!output.contains("‹Stand›"), "\(output)")
            #expect(!output.contains("[‹"), "what may be chosen again isn't chosen yet: \(output)")
        }
    }

    @Test func inARoundToo() throws {
        let inputs = ["rock", "paper", "rock", "rock"]
        let plain = try PlayedSession("rock-paper-scissors", inputs, seats: "Ann,Bob").output
        for part in plain.components(separatedBy: "Ann to throw").dropLast() {
            let board = part.components(separatedBy: "\n").suffix(4).joined(separator: "\n")
            #expect(!board.contains("‹"), "Ann sees what Bob chose: \(board)")
        }
        let secret = try ChatRun(
            "rock-paper-scissors", ["", "rock", "", "paper", "", "rock", "", "rock"], people: ["Ann", "Bob"])
        for screen in secret.screens where screen.hasSuffix("Ann> ") {
            // her own rock is shown once her message contains it; only Bob threw paper
            #expect(!screen.contains("‹Paper›"), "\(screen)")
        }
    }
}
