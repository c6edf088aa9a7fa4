import Foundation
import Measuring
import Parlor
import Testing

@testable import Benchmarks

@Suite struct OpeningBenchTests {
    @Test func measuresBeginnings() throws {
        let value = try report("opening tic-tac-toe --seconds 0.1")
        for part in [value["games"]?[0]?["match"], value["games"]?[0]?["app"], value["long_match"]] {
            // the values of the ratios mean something only in a release build on an idle machine
            #expect(part?["kept_ratio"]?.numberValue ?? 0 > 0 && part?["spare_ratio"]?.numberValue ?? 0 > 0)
        }
        #expect(value["games"]?[0]?["match"]?["bytes"]?.intValue ?? 0 > 50_000)
    }

    @Test func measuresForAsLongAsItsTimeLasts() throws {
        let clock = SteppedClock()
        let bench = try LuaThread.run {
            try OpeningBench(
                GameCatalog(home: home).script("tic-tac-toe"), within: TimeBox(seconds: 20, clock: clock.now))
        }
        #expect((5...10).contains(bench.match.text.count) && (5...12).contains(bench.app.text.count))
        #expect(clock.looks <= 24, "\(clock.looks)")
    }

    @Test func aLongMatchIsOpenedFromItsUrl() throws {
        let url = try LuaThread.run { try LongMatch.url(GameCatalog(home: home).script(LongMatch.game)) }
        // the second seat's join is a ply, too
        #expect(try MessageURLCoder().envelope(from: url).signedLog.log.plies.count == LongMatch.plies + 1)
        #expect(url.utf8.count < 1500)
    }
}
