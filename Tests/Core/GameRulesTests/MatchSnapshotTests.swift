import Effort
import GameRules
import Testing
import Values

@Suite struct MatchSnapshotTests {
    /// Returns everything that a caller can see of a match.
    private func sight(of match: Match) throws -> [[UInt8]] {
        let turn = try match.status.turn
        let moves = try turn.map { seat in
            Array(try match.legalMoves(for: seat).map(\.text).joined(separator: ",").utf8)
        }
        return [try match.save(), try match.stateBytes(), Array("\(try match.status) \(match.redoable)".utf8)] + moves
    }

    @Test(arguments: [
        "tic-tac-toe", "connect-four", "crazy-eights", "battleship", "blackjack", "liars-dice", "pig",
        "rock-paper-scissors",
    ])
    func everyPlyOfAMatchComesBack(id: String) throws {
        let made = try catalog().script(id)
        for seed in 0..<3 as Range<UInt64> {
            var generator = SplitMix64(seed: seed)
            let match = try Match(of: made, options: TestEffort.options(of: id), seed: seed)
            match.luaStates.isWatchful = seed == 1
            var kept = [(try match.rules.snapshot(), try sight(of: match))]
            while try match.playRandomMove(using: &generator) {
                kept.append((try match.rules.snapshot(), try sight(of: match)))
            }
            for (snapshot, before) in kept.shuffled(using: &generator) {
                try match.rules.restore(to: snapshot)
                #expect(try sight(of: match) == before, "\(id), seed \(seed), ply \(snapshot.log.count)")
            }
        }
    }

    @Test(arguments: ["battleship", "blackjack", "crazy-eights", "liars-dice", "pig", "rock-paper-scissors"])
    func whatFollowsIsWhatFollowedThen(id: String) throws {
        let made = try catalog().script(id)
        for seed in 0..<3 as Range<UInt64> {
            var generator = SplitMix64(seed: seed)
            let match = try Match(of: made, seed: seed)
            try match.playRandomMove(using: &generator)
            let (snapshot, fork) = (try match.rules.snapshot(), generator)
            if try match.status.outcome == nil { while try match.playRandomMove(using: &generator) {} }
            let end = try match.save()
            try match.restart(seed: seed &+ 1)  // restoring must restore the key of the draws, too
            try match.rules.restore(to: snapshot)
            generator = fork
            if try match.status.outcome == nil { while try match.playRandomMove(using: &generator) {} }
            #expect(try match.save() == end, "\(id), seed \(seed)")
        }
    }

    @Test func undoAndRedoStayWhatTheyWere() throws {
        let match = try Match(of: catalog().script("tic-tac-toe"))
        try match.play("b2", seat: 1)
        try match.play("a1", seat: 2)
        try match.play("c3", seat: 1)
        try match.undo()
        let snapshot = try match.rules.snapshot()
        let before = try match.stateBytes()
        try match.play("a2", seat: 1)
        #expect(match.redoable == 0)
        try match.rules.restore(to: snapshot)
        #expect(match.redoable == 1 && match.log.count == 2)
        #expect(try match.stateBytes() == before)
        match.luaStates.forget()  // a replay of the restored log gives the same state
        #expect(try match.stateBytes() == before)
        try match.redo()
        #expect(try match.history().map(\.text) == ["b2", "a1", "c3"])
        try match.undo()
        try match.undo()
        #expect(try match.status.ply == 1)
    }

    @Test func aRoundUnderWayComesBack() throws {
        let match = try Match(of: catalog().script("rock-paper-scissors"))
        try match.play("rock", seat: 2)
        let snapshot = try match.rules.snapshot()
        #expect(snapshot.pending == 1)
        try match.play("paper", seat: 1)
        #expect(match.enteredInRound == 0)
        try match.rules.restore(to: snapshot)
        #expect(match.enteredInRound == 1)
        #expect(try match.status.turn == [1])
        try match.play("scissors", seat: 1)
        #expect(try match.stateBytes() != snapshot.state)
        #expect(try match.status.ply == 2)
    }

    @Test func seatsThatLeftComeBack() throws {
        let match = try Match(of: catalog().script("tic-tac-toe"))
        try match.play("b2", seat: 1)
        let before = try match.rules.snapshot()
        try match.leave(seat: 2)
        let after = try match.rules.snapshot()
        try match.rules.restore(to: before)
        #expect(try match.status.outcome == nil && match.status.gone == [])
        try match.rules.restore(to: after)
        #expect(try match.status.outcome == .win([1]))
        #expect(try match.status.gone == [2])
    }

    @Test func anotherMatchsSnapshotIsRefused() throws {
        let match = try Match(of: catalog().script("tic-tac-toe"))
        let throwing = try catalog().script("rock-paper-scissors")
        let other = try Match(of: throwing).rules.snapshot()
        let words = "\(try #require(failure { try match.rules.restore(to: other) }))"
        #expect(words.contains("another game"), "\(words)")
        let short = try Match(of: throwing, options: ["rounds": 1])
        let options = "\(try #require(failure { try short.rules.restore(to: other) }))"
        #expect(options.contains("other seats or options"), "\(options)")
        #expect(try short.status.ply == 0)
    }

    @Test func aFailureOnTheWayLeavesTheMatchAsItWas() throws {
        let match = try Match(of: catalog().script("tic-tac-toe"))
        let start = try match.rules.snapshot()
        try match.play("b2", seat: 1)
        let before = try match.save()
        match.luaStates.injectFault(at: 1, count: 50)  // 50, because Lua asks again after a collection
        #expect(failure { try match.rules.restore(to: start) } is GameError)
        #expect(match.log.count == 1)
        #expect(try match.save() == before)
        try match.rules.restore(to: start)
        #expect(match.log.isEmpty)
    }
}
