import Foundation
import Parlor
import Testing

@testable import ParlorCommand

@Suite struct MessageBenchTests {
    @Test func quantiles() {
        let numbers = (1...100).map(Double.init).shuffled()
        #expect(numbers.quantile(0.5) == 50 && numbers.quantile(0.99) == 99 && numbers.quantile(1) == 100)
        #expect([7.0].quantile(0.99) == 7 && [Double]().quantile(0.5).isNaN)
    }

    @Test(arguments: ["tic-tac-toe", "battleship", "blackjack", "rock-paper-scissors"])
    func measuresTurns(game: String) throws {
        let bench = try LuaThread.run {
            try MessageBench(Catalog(home: home).script(game), seconds: 0.05, tableMatches: 3)
        }
        #expect(bench.turns.count == bench.rules.count && bench.turns.count >= 2)
        // reading, signing and drawing come on top of the rules
        #expect(bench.overhead > 0 && bench.turns.quantile(0.5) > bench.rules.quantile(0.5))
        #expect(
            (300...(game == "battleship" ? 3000 : game == "tic-tac-toe" ? 560 : 1200)).contains(bench.longestURL),
            "\(bench.longestURL)")
        #expect(bench.turnsPerSecond > 0 && bench.matches > 0)
    }

    @Test func opensALongMatchFromItsUrl() throws {
        let script = try Catalog(home: home).script(ColdOpen.game)
        let opened = try LuaThread.run { try ColdOpen(script, runs: 1) }
        let envelope = try Carrier().envelope(from: opened.url)
        // the second seat's join is a ply, too
        #expect(envelope.signedLog.log.plies.count == ColdOpen.plies + 1)
        #expect(opened.seconds > 0 && opened.url.utf8.count < 1500)
    }

    /// Lengths are what they are on every machine, and the dearest messages are as long as a url may be.
    @Test func fairPlayCostsLittle() throws {
        let catalog = try Catalog(home: home)
        let scripts = try ["battleship", "pig", "rock-paper-scissors"].map(catalog.script)
        let bench = try LuaThread.run { try FairnessBench(scripts, runs: 1) }
        let longest = try #require(bench.battleship)
        #expect(longest.shots > 195 && longest.characters <= 5000, "\(longest)")
        #expect(bench.fortyRounds <= 2000 && bench.fortySealedByBoth <= 5000, "\(bench.fortyRounds)")
        #expect(bench.verification > 0)
        for worst in bench.worst {
            let isFull = worst.game == "pig" ? worst.plies == 2047 : worst.characters > 4900
            #expect(isFull && worst.characters <= 5000 && worst.verdict == "illegal_transition", "\(worst)")
        }
    }

    @Test func aTableOfMatchesIsSmall() throws {
        let script = try Catalog(home: home).script("connect-four")
        let bench = try LuaThread.run { try MessageBench(script, seconds: 0.01, tableMatches: 40) }
        // a Lua state kept for each of them would take 200 KiB
        if let bytes = bench.tableBytes { #expect(bytes < 40 * 150_000, "\(bytes)") }
    }

    @Test func reportsFromTheCommandLine() throws {
        let arguments = ["bench", "--messages", "tic-tac-toe", "--seconds", "0.1", "--held", "5"]
        let run = try runProgram(arguments + ["--json"])
        #expect(run.status == 0, "\(run.errors)")
        let value = try Value(json: run.output)
        #expect(value["games"]?[0]?["id"] == "tic-tac-toe" && value["games"]?[0]?["table"]?["matches"] == 5)
        #expect(value["games"]?[0]?["turn_ms"]?["p50"]?.numberValue ?? 0 > 0)
        #expect(value["cold_open"]?["plies"] == 200)
        #expect(value["fairness"]?["worst"]?[0]?["id"] == "tic-tac-toe")
        let table = try runProgram(arguments).output
        #expect(table.contains("| tic-tac-toe") && table.contains("opens from its url alone"))
        #expect(try runProgram(["bench", "--messages", "nowhere"]).status == 2)
    }
}
