import GameRules
import Testing
import Values

@Suite struct UndoTests {
    @Test(arguments: ["tic-tac-toe", "connect-four", "battleship", "blackjack", "rock-paper-scissors"])
    func everyPlyCanBeReachedAgain(id: String) throws {
        let made = try catalog().script(id)
        var generator = SplitMix64(seed: 11)
        let match = try Match(of: made, seed: 11)
        var bytes = [try match.stateBytes()]
        var status = try match.status
        while status.outcome == nil {
            try match.playRandomMove(using: &generator)
            status = try match.status
            if status.ply == bytes.count || match.log.count == bytes.count { bytes.append(try match.stateBytes()) }
        }
        let last = status.ply
        for ply in [0, last / 2, last, 1, last] {
            try match.go(to: ply)
            if !made.id.hasPrefix("rock") { #expect(try match.stateBytes() == bytes[ply], "ply \(ply)") }
        }
        #expect(try match.status == status)
    }

    @Test func whatWasUndoneCanBeDoneAgainUntilAnotherMove() throws {
        let match = try Match(of: catalog().script("tic-tac-toe"))
        for (index, move) in ["a1", "b1", "c1"].enumerated() { try match.play(move, seat: index % 2 + 1) }
        try match.go(to: 1)
        #expect(match.redoable == 2)
        try match.go(to: 3)
        #expect(try match.history().map(\.text) == ["a1", "b1", "c1"])
        try match.go(to: 1)
        try match.play("b2", seat: 2)
        #expect(match.redoable == 0)
        #expect("\(try #require(failure { try match.go(to: 3) }))".contains("There is no ply 3"))
        #expect(try match.status.ply == 2)
    }
}
