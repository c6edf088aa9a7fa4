import Parlor
import Testing

@testable import ParlorCommand

/// A number that a device drew isn't shown to people.
@Suite struct RandomArgumentMovesTests {
    private let roll = """
        roll = { args = { type = "integer", min = 1000000, max = 9000000, drawn = true },
          play = function(state) state.n = state.n + 1 end },
        pick = { args = { type = "integer", min = 1, max = 9 }, play = function(state) state.n = state.n + 1 end },
        """

    @Test func onlyDrawnNumbersAreLeftOut() throws {
        var drawn = RandomArgumentMoves()
        #expect(drawn.shown("roll 5") == "roll 5", "nothing is known of it yet")
        drawn.learn(from: try Match(of: counting(roll)).legalMoves(for: 1))
        #expect(drawn.shown("roll 8960517011869664") == "roll" && drawn.shown("pick 5") == "pick 5")
        #expect(drawn.shown("roll") == "roll" && drawn.shown("roll on") == "roll on" && drawn.shown("") == "")
    }

    @Test func newsAndHistoryTellTheName() throws {
        let played = try PlayedSession(
            counting(roll), ["roll", "pick 5", "history"].map(InputLine.text), seats: "Ana,Bob", interactive: true)
        #expect(
            played.output.contains("Ana played roll.") && played.output.contains("1. Ana roll  "), "\(played.output)")
        #expect(played.output.contains("2. Bob pick 5"), "\(played.output)")
        #expect(try played.moves.first??.hasPrefix("roll ") == true, "the record has the number")
    }

    @Test func aDraftTellsTheName() throws {
        let run = try ChatRun("battleship", ["", "scatter", "undo"], people: ["Ann", "Bob"])
        let words = run.terminal.text.replacing("\n", with: " ")
        #expect(run.screens.contains { $0.contains("Ann has drafted scatter. ") }, "\(words)")
        #expect(words.contains("scatter is taken back."), "\(words)")
    }
}
