import LuaRuntime
import Testing
import Values

@testable import GameRules

/// The turn status of the quick call equals that of the full status, at every ply.
@Suite struct TurnStatusTests {
    @Test(arguments: [
        "battleship", "blackjack", "connect-four", "crazy-eights", "liars-dice", "pig", "rock-paper-scissors",
        "tic-tac-toe",
    ])
    func saysWhatTheStatusSays(_ id: String) throws {
        let script = try catalog().script(id)
        var rounds = 0, ends = 0
        try LuaThread.run {
            for seed: UInt64 in 1...6 {
                let match = try Match(of: script, seats: script.seats.upperBound, seed: seed)
                var generator = SplitMix64(seed: seed)
                for ply in 0..<300 {
                    let quick = try match.rules.turnStatus
                    let status = try match.status
                    #expect(quick == (try match.rules.turnStatus), "from what is known")
                    #expect(quick.turn == status.turn && quick.isRound == status.isRound, "\(id), ply \(ply)")
                    #expect(quick.isOver == (status.outcome != nil), "\(id), ply \(ply)")
                    if quick.isRound { rounds += 1 }
                    if quick.isOver { ends += 1 }
                    guard status.outcome == nil else { break }
                    if ply == 9, let seat = status.turn.last {
                        try match.leave(seat: seat)
                    } else {
                        try match.playRandomMove(using: &generator)
                    }
                }
            }
        }
        #expect(ends > 0)
        #expect(id != "rock-paper-scissors" || rounds > 0)
    }

    @Test func aScriptThatWritesThereFailsIfLooksAreGuarded() throws {
        let match = try Match(of: try catalog().script("tic-tac-toe"))
        match.luaStates.isWatchful = true
        #expect(try match.rules.turnStatus.turn == [1])
        match.luaStates.isWatchful = true
        try match.play("b2", seat: 1)
        #expect(try match.rules.turnStatus.turn == [2])
    }
}
