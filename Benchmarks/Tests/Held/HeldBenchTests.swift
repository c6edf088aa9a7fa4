import Foundation
import Measuring
import Parlor
import Testing

@testable import Benchmarks

@Suite struct HeldBenchTests {
    private func bench(_ game: String, matches: Int, within box: TimeBox) throws -> HeldBench {
        let script = try GameCatalog(home: home).script(game)
        return try LuaThread.run { try HeldBench(script, matches: matches, within: box) }
    }

    @Test func aTableOfMatchesIsSmall() throws {
        // other tests of the process use memory, too, so the least of some figures counts
        var least = Int.max
        for _ in 0..<4 where least >= 40 * 150_000 {
            let bench = try bench("connect-four", matches: 40, within: TimeBox(seconds: 1e9))
            #expect(bench.matches == 40)
            least = min(least, bench.bytes ?? 0)
        }
        // if each match kept a Lua state, that state would take 200 KiB
        #expect(least < 40 * 150_000, "\(least)")
    }

    /// If the time is too short for all requested matches, fewer matches are made, and their number is reported. If it is too
    /// short even for one match, that match stays unfinished.
    @Test(arguments: ["tic-tac-toe", "battleship"]) func holdsWhatTheTimeAllows(game: String) throws {
        let clock = SteppedClock()
        let bench = try bench(game, matches: 1000, within: TimeBox(seconds: 80, clock: clock.now))
        #expect((1...12).contains(bench.matches) && clock.looks <= 90, "\(bench.matches) \(clock.looks)")
        #expect(HeldBenchReport(games: [bench]).value["games"]?[0]?["matches"] == .int(Int64(bench.matches)))
    }

    @Test func aGameWithoutAnEndIsSaidToBeOne() throws {
        let folder = GameFolder(
            id: "endless",
            game: """
                return require "parlor".game {
                  title = "Endless", setup = function() return { n = 0 } end,
                  moves = { roll = { play = function() end } },
                  outcome = function(state) if state.n > 6 then return require "parlor".draw() end end,
                }
                """)
        let script = try GameScript(folder, library: ScriptSource(folder: home.sdk))
        #expect(throws: BenchFailure.endless) {
            try LuaThread.run { _ = try HeldBench(script, matches: 2, within: TimeBox(seconds: 1e9)) }
        }
    }

    @Test func isReadFromTheCommandLine() throws {
        let game = try report("held tic-tac-toe --matches 5 --seconds 20")["games"]?[0]
        #expect(game?["id"] == "tic-tac-toe" && game?["matches"] == 5)
        #expect(throws: (any Error).self) { try report("held --matches 0") }
    }
}
