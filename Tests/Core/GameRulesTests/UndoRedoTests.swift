import GameRules
import Testing
import Values

@Suite struct UndoRedoTests {
    @Test func goesBackAndForthPlyByPly() throws {
        let match = try Match(of: catalog().script("tic-tac-toe"))
        #expect(try !match.undo())
        for (index, move) in ["a1", "b1", "c1"].enumerated() { try match.play(move, seat: index % 2 + 1) }
        #expect(try match.undo() && match.undo())
        #expect(try match.history().map(\.text) == ["a1"])
        #expect(try match.redo())
        #expect(try match.history().map(\.text) == ["a1", "b1"])
        #expect(try match.redo())
        #expect(try !match.redo())
        #expect(try match.status.ply == 3)
    }

    @Test func takesARoundForOneStep() throws {
        let match = try Match(of: catalog().script("rock-paper-scissors"))
        try match.play("rock", seat: 1)
        #expect(try match.undo())  // undoes half of a round
        #expect(match.log.isEmpty)
        #expect(try match.status.turn == [1, 2])
        for hand in ["rock", "paper"] {
            try match.play(hand, seat: 1)
            try match.play("scissors", seat: 2)
        }
        #expect(try match.undo())
        #expect(try match.history().map(\.text) == ["rock", "scissors"])
        #expect(try match.undo())
        #expect(match.log.isEmpty)
        #expect(match.redoable == 4)
        #expect(try match.redo())
        #expect(try match.status.ply == 2)
        #expect(try match.redo())
        #expect(try match.history().map(\.text) == ["rock", "scissors", "paper", "scissors"])
        try match.play("rock", seat: 2)
        #expect(try match.status.turn == [1])
    }
}
