import Foundation
import Measuring
import Parlor
import Testing

@testable import Benchmarks

@Suite struct MessageBenchTests {
    /// Only the clock ends a measurement. It may end in the middle of a match, and in a game with chance draws or sealed
    /// moves.
    @Test(arguments: ["tic-tac-toe", "battleship", "blackjack", "rock-paper-scissors"])
    func measuresTurnsForAsLongAsItsTimeLasts(game: String) throws {
        let clock = SteppedClock()
        let bench = try LuaThread.run {
            try MessageBench(GameCatalog(home: home).script(game), within: TimeBox(seconds: 12, clock: clock.now))
        }
        #expect((13...15).contains(clock.looks), "\(clock.looks)")
        #expect(bench.turns.count == bench.rules.count && (2...12).contains(bench.turns.count))
        // in addition to the rules, a turn includes reading, signing and drawing
        #expect(bench.overhead > 0 && bench.turns.quantile(0.5) > bench.rules.quantile(0.5))
        #expect(
            (300...(game == "battleship" ? 3000 : game == "tic-tac-toe" ? 560 : 1200)).contains(bench.longestURL),
            "\(bench.longestURL)")
        #expect(bench.turnsPerSecond > 0 && bench.matches > 0)
    }

    @Test func aMatchThatIsOverAtOnceCannotBeMeasured() throws {
        let folder = GameFolder(
            id: "odd",
            game: """
                return require "parlor".game {
                  title = "Odd", setup = function() return { n = 0 } end,
                  moves = { roll = { play = function() end } },
                  outcome = function(state) return require "parlor".draw() end,
                }
                """)
        let script = try GameScript(folder, library: ScriptSource(folder: home.sdk))
        #expect(throws: BenchFailure.overAtOnce) {
            try LuaThread.run { _ = try MessageBench(script, within: TimeBox(seconds: 0)) }
        }
    }

    @Test func reportsFromTheCommandLine() throws {
        let game = try report("messages tic-tac-toe --seconds 0.1")["games"]?[0]
        // on a busy machine the time may end before the first turn
        #expect(game?["id"] == "tic-tac-toe" && game?["turns"]?.intValue != nil)
        #expect(throws: GameError.self) { try report("messages nowhere") }
        #expect(throws: (any Error).self) { try report("messages --seconds 0") }
    }
}
