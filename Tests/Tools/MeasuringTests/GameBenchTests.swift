import Effort
import Foundation
import GameRules
import LuaRuntime
import Testing
import Values

@testable import Measuring

@Suite struct GameBenchTests {
    /// The baseline must play the same kind of games; otherwise the comparison means nothing.
    @Test(
        arguments: TestEffort.sample(
            [
                "crazy-eights", "connect-four", "tic-tac-toe", "battleship", "blackjack", "liars-dice", "pig",
                "rock-paper-scissors",
            ], oneIn: 2), [false, true])
    func bothSidesPlayTheSameGames(game: String, wholeGames: Bool) throws {
        try LuaThread.run {
            let script = try GameCatalog(home: home).script(game)
            let games = 400
            var guarded = try GuardedPlayouts(script, wholeGames: wholeGames, pool: MemoryPool())
            var plain = try PlainPlayouts(script, home: home)
            let moves = (guarded: try guarded.play(games: games), plain: try plain.play(games: games))
            let ratio = Double(moves.guarded) / Double(moves.plain)
            #expect(abs(ratio - 1) < GameBench.tolerance, "\(moves)")
        }
    }

    @Test func measuresAGame() throws {
        let bench = try LuaThread.run {
            try GameBench(
                GameCatalog(home: home).script("tic-tac-toe"), home: home, within: TimeBox(seconds: 0), slice: 0.02)
        }
        #expect(bench.guarded.speeds.count == bench.plain.speeds.count && bench.guarded.speeds.count == 2)
        #expect(bench.guarded.games > 0 && bench.plain.games > 0)
        #expect((7...9).contains(bench.guarded.movesPerGame) && bench.complaint == nil)
        #expect(bench.ratio > 0.05 && bench.ratio < 20)
        #expect(bench.wholeRatio > 0.05 && bench.wholeRatio < 20)
        #expect(bench.peak >= bench.instanceBytes / 2 && bench.instanceBytes > 50_000 && bench.saveBytes > 50)
        let report = BenchReport(games: [bench])
        #expect(report.table.contains("| tic-tac-toe") && report.table.contains("| geometric mean"))
        #expect(Set(report.table.split(separator: "\n").map(\.count)).count == 1)
        let value = try Value(json: report.value.json())
        #expect(value["games"]?[0]?["id"] == "tic-tac-toe" && value["geometric_mean"]?.numberValue != nil)
        #expect(value["games"]?[0]?["guarded"]?["moves_per_second"]?.numberValue ?? 0 > 0)
    }

    /// A game that plays longer in Parlor than in plain Lua. The text of `print` tells the game
    /// where it runs.
    @Test func complainsAboutGamesOfDifferentLength() throws {
        let folder = GameFolder(
            id: "uneven",
            game: """
                local parlor = require "parlor"
                local plain = tostring(print):find("0x") ~= nil
                return parlor.game { title = "Uneven", seats = 1, setup = function() return { n = 0 } end,
                  moves = { go = { play = function(state) state.n = state.n + 1 end } },
                  outcome = function(state) if state.n >= (plain and 4 or 8) then return parlor.draw() end end }
                """)
        let script = try GameScript(folder, library: ScriptSource(folder: home.sdk))
        let bench = try LuaThread.run { try GameBench(script, home: home, within: TimeBox(seconds: 0), slice: 0.02) }
        #expect(bench.complaint?.contains("8.00 moves each, 4.00 in plain Lua") == true)
    }

    /// Only the clock ends a measurement.
    @Test func measuresForAsLongAsItsTimeLasts() throws {
        let clock = SteppedClock()
        let bench = try LuaThread.run {
            try GameBench(
                GameCatalog(home: home).script("tic-tac-toe"), home: home,
                within: TimeBox(seconds: 40, clock: clock.now),
                slice: 0.001)
        }
        #expect(bench.plain.speeds.count > 5 && (41...50).contains(clock.looks))
    }
}
