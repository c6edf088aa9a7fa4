import Parlor
import Testing

@testable import ParlorCommand

/// What a refused move says: whose turn it is, what is wrong with it, what can be played.
@Suite struct MoveRefusalTests {
    @Test func atOneKeyboard() throws {
        func refusal(_ moves: [String]) throws -> String {
            try PlayedSession("tic-tac-toe", moves, seats: "Ana,Bob").complaints.replacing("\n", with: " ")
        }
        #expect(try refusal(["b2", "b2"]) == "'b2' can't be played now. Ana has played b2 already. Did you mean 'b3'?")
        #expect(
            try refusal(["q9"]).contains("'q9' can't be played now. Try a3, b3 or c3, or see `moves`."))
        let over = ["a1", "a2", "b1", "b2", "c1", "c2"]
        #expect(try refusal(over) == "The game is over. `rematch`, `new`, `undo` and `quit` go on from here.")
    }

    @Test func onPhones() throws {
        func last(_ moves: [String]) throws -> String {
            let run = try ChatRun("tic-tac-toe", moves, people: ["Ann", "Bob"], isInteractive: false)
            return run.terminal.parts.last?.replacing("\n", with: " ") ?? ""
        }
        #expect(try last(["b2", "b2"]).contains("no command. Ann has played b2 already. Did you mean"))
        #expect(try last(["b2", "as Ann", "a1"]).contains("It is Bob's turn, not Ann's: `as Bob` takes Bob's phone."))
        #expect(try last(["a1", "a2", "b1", "b2", "c1", "c2"]).contains("the match is over: `rematch` or `new`"))
    }
}
