import Foundation
import Measuring
import Parlor
import Testing

@testable import Benchmarks

@Suite struct FairnessBenchTests {
    /// The lengths are the same on every machine. The messages that take the most time to check are as long as a url or a hash
    /// chain allows.
    @Test func fairPlayCostsLittle() throws {
        let catalog = try GameCatalog(home: home)
        let scripts = try ["battleship", "pig", "rock-paper-scissors"].map(catalog.script)
        let box = TimeBox(seconds: 0)
        let bench = try LuaThread.run {
            try FairnessBench(
                scripts.map { try FairnessBench.worst($0, within: box) }, battleship: scripts[0], within: box)
        }
        let longest = try #require(bench.battleship)
        #expect(longest.shots > 195 && longest.characters <= 5000, "\(longest)")
        #expect(bench.fortyRounds <= 2000 && bench.fortySealedByBoth <= 5000, "\(bench.fortyRounds)")
        #expect(bench.verification > 0)
        for worst in bench.worst {
            let isFull = worst.game == "pig" ? worst.plies == 2031 : worst.characters > 4800
            #expect(isFull && worst.characters <= 5000 && worst.verdict == "illegal_transition", "\(worst)")
        }
        #expect(FairnessBenchReport(fairness: bench).table.contains("| pig"))
    }

    @Test func isReadFromTheCommandLine() throws {
        let value = try report("fairness tic-tac-toe --seconds 0.1")
        #expect(value["worst"]?[0]?["id"] == "tic-tac-toe" && value["battleship"] == .null)
    }
}
