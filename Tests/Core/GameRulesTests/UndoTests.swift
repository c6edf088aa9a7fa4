import GameRules
import Testing
import Values

@Suite struct UndoTests {
    @Test(arguments: [
        "tic-tac-toe", "connect-four", "crazy-eights", "battleship", "blackjack", "liars-dice", "pig",
        "rock-paper-scissors",
    ])
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

    // MARK: Draws

    @Test func whatDrewIsntUndone() throws {
        let match = try Match(of: catalog().script("blackjack"), seats: 2, seed: try seedOfTwoHands())
        #expect(
            try match.rules.lastDraw() == 0 && match.undoKeepingDraws() == false, "setup's draws are nobody's choice")
        try match.play("hit", seat: 1)
        let bytes = try match.stateBytes()
        #expect(try match.rules.lastDraw() == 1 && match.undoKeepingDraws() == nil)
        #expect(try match.stateBytes() == bytes && match.status.ply == 1 && match.redoable == 0)
        if try match.status.turn == [1] { try match.play("stand", seat: 1) }
        let ply = try match.status.ply
        try match.play("stand", seat: 2)
        #expect(try match.undoKeepingDraws() == true && match.status.ply == ply)
        #expect(try match.undo() && match.status.ply == ply - 1, "programs may do it all the same")
    }

    /// A saved match and a snapshot don't say which plies drew. A replay of the log does.
    @Test func itIsKnownOfASavedMatchToo() throws {
        let script = try catalog().script("blackjack")
        let match = try Match(of: script, seats: 2, seed: try seedOfTwoHands())
        let before = try match.rules.snapshot()
        try match.play("hit", seat: 1)
        let after = try match.rules.snapshot()
        let loaded = try Match(loading: match.save(), of: script)
        #expect(try loaded.rules.lastDraw() == 1 && loaded.undoKeepingDraws() == nil)
        try match.rules.restore(to: before)
        #expect(try match.rules.lastDraw() == 0)
        try match.rules.restore(to: after)
        #expect(try match.rules.lastDraw() == 1)
        try match.restart(seed: 3)
        #expect(try match.rules.lastDraw() == 0)
    }

    /// Returns a seed with which the first seat isn't dealt a blackjack.
    private func seedOfTwoHands() throws -> UInt64 {
        let script = try catalog().script("blackjack")
        return try #require(
            try (UInt64(1)...20).first {
                let match = try Match(of: script, seats: 2, seed: $0)
                guard try match.status.turn == [1] else { return false }
                try match.play("stand", seat: 1)
                return try match.status.turn == [2]
            })
    }
}
