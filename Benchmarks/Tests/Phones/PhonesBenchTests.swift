import Measuring
import Parlor
import Testing

@testable import Benchmarks

@Suite struct PhonesBenchTests {
    private func bench(_ game: String, seconds: Double) throws -> PhonesBench {
        let clock = SteppedClock()
        let script = try GameCatalog(home: home).script(game)
        return try LuaThread.run {
            try PhonesBench(script, within: TimeBox(seconds: seconds, clock: clock.now))
        }
    }

    @Test func wholeMatchesAreMeasured() throws {
        let bench = try bench("tic-tac-toe", seconds: 60)
        #expect((5...40).contains(bench.longest) && bench.moves.count >= 5 && bench.lastEvents.count >= 1)
        #expect(bench.ratio > 0 && !bench.lateMoves.isEmpty)
        #expect(bench.work[.signaturesMade] >= bench.moves.count / 2 && bench.work[.pliesReplayed] > 0)
        #expect(PhonesBenchReport(games: [bench]).value["games"]?[0]?["plies"] == .int(Int64(bench.longest)))
    }

    @Test func aLongMatchIsLeftWhenTheTimeIsOver() throws {
        let bench = try bench("battleship", seconds: 20)
        #expect(bench.matches == 1 && bench.lastEvents.isEmpty && bench.longest < 60)
    }
}
