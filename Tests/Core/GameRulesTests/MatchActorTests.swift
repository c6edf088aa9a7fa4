import Dispatch
import Foundation
import GameRules
import LuaRuntime
import Testing

/// Matches that several tasks play at once.
@Suite(.timeLimit(.minutes(5))) struct MatchActorTests {
    @Test func playsOnAThreadOfLuas() async throws {
        let match = MatchActor(try Match(of: catalog().script("tic-tac-toe")))
        let (isLuas, turn) = try await match.run { match in
            try match.play("b2", seat: 1)
            return (LuaThread.isCurrent, try match.status.turn)
        }
        #expect(isLuas && turn == [2])
        let error = await #expect(throws: GameError.self) {
            try await match.run { match throws(GameError) in _ = try match.play("b2", seat: 2) }
        }
        #expect("\(try #require(error))".contains("b2"))
    }

    @Test func doesOneThingAfterTheOther() async throws {
        let match = MatchActor(try Match(of: catalog().script("tic-tac-toe")))
        let plies = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<9 {
                group.addTask {
                    try await match.run { match in
                        guard let seat = try match.status.turn.first, let move = try match.legalMoves(for: seat).first
                        else { return 0 }
                        return try match.play(move.text, seat: seat).ply
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        // the matches end with three in a row before all nine cells are full
        #expect(Set(plies).subtracting([0]) == Set(1...(plies.max() ?? 0)) && plies.max() == 7)
    }

    /// More scripts wait than there are threads of Swift concurrency. The task that they wait for can still run.
    @Test func whatWaitsKeepsNoThread() async throws {
        let count = 8 * ProcessInfo.processInfo.activeProcessorCount
        let goOn = DispatchSemaphore(value: 0)
        let script = try catalog().script("tic-tac-toe")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                let match = MatchActor(try Match(of: script))
                group.addTask { await match.run { _ in goOn.wait() } }
            }
            group.addTask {
                for _ in 0..<count {
                    try await Task.sleep(for: .milliseconds(1))
                    goOn.signal()
                }
            }
            try await group.waitForAll()
        }
    }
}
