import Foundation
import GameRules
import Synchronization
import Testing

@testable import Conformance

/// What a check comes to even where there is little time, and what it says meanwhile.
struct WholeGameTests {
    private func script(_ plies: Int, more: String = "") throws -> GameScript {
        let source = """
            local parlor = require "parlor"
            return parlor.game {
              title = "Long", summary = "Many steps.",
              setup = function() return { count = 0 } end,
              moves = { step = { play = function(state) state.count = state.count + 1 end } },
              outcome = function(state) if state.count >= \(plies) then return parlor.draw() end end,
              \(more)
            }
            """
        return try GameScript(GameFolder(id: "long", game: source), library: ScriptLibrary(folder: home.sdk))
    }

    /// Where the time box ends every game, one is played to its end for its moves alone.
    @Test func whetherGamesEndIsKnownWithinTheTimeBox() throws {
        let options = CheckOptions(seed: 1, timeBox: .milliseconds(1))
        let report = conformance(of: try script(200), options: options)
        #expect(report.findings.isEmpty, "\(report.findings)")
        guard case .holds = report[.o1], case .holds = report[.w1] else {
            Issue.record("O1 \(report[.o1]), W1 \(report[.w1])")
            return
        }
        #expect(report.figures.finished == 0, "it isn't one of the games that were checked")
        let endless = conformance(of: try script(Int.max), options: options)
        #expect(endless.findings.map(\.property) == [.o1], "\(endless.findings)")
    }

    @Test func whatLeavingRunsCountsAsRun() throws {
        let leaving = """
            leave = function(state, seat, why)
                state.count = state.count + 1
              end,
            """
        let report = conformance(of: try script(6, more: leaving), options: CheckOptions(seed: 1, games: 4))
        #expect(report.findings.isEmpty, "\(report.findings)")
        guard case .collected(let coverage) = report.coverage else { Issue.record("no lines"); return }
        #expect(coverage.missing == [:])
    }

    /// One game may take long: its plies are told, too.
    @Test func progressIsToldWithinAGame() throws {
        let heard = Mutex<[Int]>([])
        _ = conformance(of: try script(60), options: CheckOptions(seed: 1, games: 1)) { progress in
            if progress.stage == .games, progress.done == 0 { heard.withLock { $0.append(progress.plies) } }
        }
        #expect(heard.withLock { $0 } == [0, 10, 20, 30, 40, 50, 60])
    }
}
