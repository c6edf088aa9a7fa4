import Foundation
import GameRules
import Synchronization
import Testing

@testable import Conformance

/// The result of a check with little time, and its progress.
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
        return try GameScript(GameFolder(id: "long", game: source), library: ScriptSource(folder: home.sdk))
    }

    /// If the time box ends every game, one game is played to its end for its moves only.
    @Test func whetherGamesEndIsKnownWithinTheTimeBox() throws {
        let options = CheckOptions(seed: 1, timeBox: .milliseconds(1))
        let report = conformance(of: try script(200), options: options)
        #expect(report.findings.isEmpty, "\(report.findings)")
        guard case .holds = report[.o1], case .holds = report[.w1] else {
            Issue.record("O1 \(report[.o1]), W1 \(report[.w1])")
            return
        }
        #expect(report.figures.finished == 0, "it isn't one of the games that were checked")
        // the end of that game is judged, and so are the declared facts
        for property in [Property.o2, .o3, .o4, .s1] {
            guard case .holds = report[property] else { Issue.record("\(property) \(report[property])"); continue }
        }
        let endless = conformance(of: try script(Int.max), options: options)
        #expect(endless.findings.map(\.property) == [.o1], "\(endless.findings)")
    }

    /// If no game reached its end, the last line says so.
    @Test func thatNoGameEndedIsSaidInTheLastLine() throws {
        let subject = GameUnderTest(try script(200))
        var tally = SearchState(subject, CheckOptions(seed: 1), CheckBudget(CheckOptions(), deadline: 5))
        var result = GameResult(plan: plan)
        (result.figures.games, result.wasCut) = (1, true)
        tally.add(result)
        let last = PrettyReport(columns: 400).summary([CheckedGame(tally.report())]).last
        #expect(last?.contains(" O1 O2 O3 ") == true, "\(last ?? "")")
        #expect(last?.hasSuffix("No game was played to its end: long") == true, "\(last ?? "")")
    }

    private var plan: GamePlan {
        GamePlan(number: 0, setup: GameSetup(seats: 2, options: [:]), style: .uniform, seen: [:], seed: 1)
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

    /// The progress within a long game is reported, too.
    @Test func progressIsToldWithinAGame() throws {
        let heard = Mutex<[Int]>([])
        _ = conformance(of: try script(60), options: CheckOptions(seed: 1, games: 1)) { progress in
            if progress.stage == .games, progress.done == 0 { heard.withLock { $0.append(progress.plies) } }
        }
        #expect(heard.withLock { $0 } == [0, 10, 20, 30, 40, 50, 60])
    }
}
