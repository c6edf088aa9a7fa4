import Foundation
import Parlor
import Testing

@testable import ParlorCommand

@Suite struct BenchTests {
    @Test func medianAndGeometricMean() {
        #expect([3.0, 1, 2].median == 2)
        #expect([4.0, 1, 2, 3].median == 2.5)
        #expect([Double]().median.isNaN && [Double]().geometricMean.isNaN)
        #expect(abs([1.0, 4, 16].geometricMean - 4) < 1e-12)
    }

    /// The baseline must play the same kind of games, else the comparison means nothing.
    @Test(
        arguments: [
            "tic-tac-toe", "connect-four", "crazy-eights", "battleship", "blackjack", "liars-dice", "pig",
            "rock-paper-scissors",
        ], [false, true])
    func bothSidesPlayTheSameGames(game: String, wholeGames: Bool) throws {
        try LuaThread.run {
            let script = try Catalog(home: home).script(game)
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
            try GameBench(Catalog(home: home).script("tic-tac-toe"), home: home, seconds: 0.4)
        }
        #expect(bench.guarded.speeds.count == bench.plain.speeds.count && bench.guarded.speeds.count >= 2)
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

    /// A game that tells the two sides apart by what they let it see.
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
        let script = try GameScript(folder, library: ScriptLibrary(folder: home.sdk))
        let bench = try LuaThread.run { try GameBench(script, home: home, seconds: 0.2) }
        #expect(bench.complaint?.contains("8.00 moves each, 4.00 in plain Lua") == true)
    }

    @Test func measuresBeginnings() throws {
        let run = try runProgram(["bench", "tic-tac-toe", "--opening", "--seconds", "0.1", "--json"])
        #expect(run.status == 0)
        let value = try Value(json: run.output)
        for part in [value["games"]?[0]?["match"], value["games"]?[0]?["app"], value["long_match"]] {
            // how they compare is for a release build on a machine with nothing else to do
            #expect(part?["kept_ratio"]?.numberValue ?? 0 > 0 && part?["spare_ratio"]?.numberValue ?? 0 > 0)
        }
        #expect(value["games"]?[0]?["match"]?["bytes"]?.intValue ?? 0 > 50_000)
        #expect(try runProgram(["bench", "--opening", "--messages"]).status != 0)
    }

    @Test func runsFromTheCommandLine() throws {
        let run = try runProgram(["bench", "tic-tac-toe", "--seconds", "0.2", "--json"])
        #expect(run.status == 0)
        #expect(try Value(json: run.output)["games"]?[0]?["ratio"]?.numberValue ?? 0 > 0)
    }
}
