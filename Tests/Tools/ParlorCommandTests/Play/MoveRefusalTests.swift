import Parlor
import Testing

@testable import ParlorCommand

/// The answer to a rejected move: whose turn it is, what is wrong, what can be played.
@Suite struct MoveRefusalTests {
    @Test func atOneKeyboard() throws {
        func refusal(_ moves: [String]) throws -> String {
            try PlayedSession("tic-tac-toe", moves, seats: "Ana,Bob").complaints.replacing("\n", with: " ")
        }
        #expect(
            try refusal(["b2", "b2"])
                == "'b2' can't be played now. Ana has played b2 already. Try a3, b3 or c3, or see `moves`.")
        #expect(
            try refusal(["q9"]).contains("'q9' can't be played now. Try a3, b3 or c3, or see `moves`."))
        let over = ["a1", "a2", "b1", "b2", "c1", "c2"]
        #expect(try refusal(over) == "The game is over. Type `rematch`, `new`, `undo` or `quit`.")
    }

    /// A move that can be repeated isn't rejected because it was played before.
    @Test func whatMayComeAgainIsNotPlayedAlready() throws {
        let full = Array(repeating: "1", count: 7)
        for words in [
            try PlayedSession("connect-four", full, seats: "Ana,Bob").complaints,
            try ChatRun("connect-four", full, people: ["Ann", "Bob"], isInteractive: false).terminal.parts.last ?? "",
        ] {
            let words = words.replacing("\n", with: " ")
            #expect(!words.contains("already") && !words.contains("Did you mean"), "\(words)")
            #expect(words.contains("Try 2, 3 or 4, or see `moves`."), "\(words)")
        }
        let script = try counting(
            "hit = { play = function(state) state.n = state.n + 1 end, legal = function(state) return state.n == 0 end },"
                + "stand = { play = function(state) state.n = state.n + 1 end },")
        let words = try PlayedSession(script, ["hit", "hit"].map(InputLine.text)).complaints
        #expect(!words.isEmpty && !words.contains("already"), "\(words)")
    }

    @Test func aCellCountsAsTakenWhereNothingCameTwice() throws {
        let moves = try Match(of: counting("mark = { choices = { 'a1', 'a2' }, play = print }")).legalMoves(for: 1)
        func reason(_ history: [(String, String, String)], _ text: String) -> String? {
            let played = history.map { MoveRefusal.Played(name: $0.0, text: $0.1, move: $0.2) }
            return MoveRefusal(text: text, moves: moves, history: played).reason
        }
        #expect(reason([("Ana", "b2", "mark")], "B2") == "Ana has played b2 already.")
        #expect(reason([("Ana", "b2", "mark"), ("Bob", "b2", "mark")], "b2") == nil)
        #expect(reason([("Ana", "b2", "mark"), ("Bob", "b1", "mark"), ("Ana", "b1", "mark")], "b2") == nil)
        #expect(reason([("Ana", "b2", "place")], "b2") == nil, "another kind of move")
    }

    @Test func onPhones() throws {
        func last(_ moves: [String]) throws -> String {
            let run = try ChatRun("tic-tac-toe", moves, people: ["Ann", "Bob"], isInteractive: false)
            return run.terminal.parts.last?.replacing("\n", with: " ") ?? ""
        }
        #expect(try last(["b2", "b2"]).contains("nor a command. Ann has played b2 already. Try a3, b3"))
        #expect(try last(["b2", "as Ann", "a1"]).contains("It is Bob's turn, not Ann's: `as Bob` takes Bob's phone."))
        #expect(try last(["a1", "a2", "b1", "b2", "c1", "c2"]).contains("the match is over: `rematch` or `new`"))
    }
}
