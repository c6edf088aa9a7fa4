import Foundation
import GameRules
import LuaRuntime
import Testing

@testable import Conformance

/// A check ends, however much time and memory a game uses, and reports the cases that it left out.
@Suite(.serialized) struct CheckBudgetTests {
    private static let whole = 0.6

    /// Returns a game in which every call at one place takes some time, but not too long.
    private static func slow(_ place: String, _ work: String = Busywork.lasting(0.01)) -> String {
        func at(_ name: String) -> String { name == place ? work : "" }
        return """
            local parlor, scene = require "parlor", require "parlor.scene"
            \(at("load"))
            return parlor.game {
              title = "Slow", summary = "Takes its time.", information = "perfect",
              setup = function() \(at("setup")) return { count = 0 } end,
              moves = { step = {
                choices = function() \(at("choices")) return { 1, 2 } end,
                format = function(n) \(at("format")) return "step " .. n end,
                play = function(state) \(at("play")) state.count = state.count + 1 end } },
              outcome = function(state) \(at("outcome")) if state.count == 4 then return parlor.draw() end end,
              view = function(view) \(at("view")) return view end,
              scene = function() \(at("scene")) return scene.text("Steps") end,
              message = function() \(at("message")) return { caption = "A step" } end,
              on = { did_become_active = function(app, conversation) \(at("active"))
                  if conversation.selected_message then app.match:read(conversation.selected_message) end end,
                did_receive = function(app, _, message) \(at("receive")) app.match:read(message) end,
                did_read = function(app) \(at("read")) end },
            }
            """
    }

    private static func script(_ source: String) throws -> GameScript {
        try GameScript(GameFolder(id: "slow", game: source), library: try ScriptSource(folder: home.sdk))
    }

    /// Returns a report, and its processor time.
    private func check(
        _ source: String, _ options: CheckOptions, _ budget: CheckBudget? = nil, memory: Int = CheckBudget.memory
    ) throws -> (report: GameReport, seconds: Double) {
        let subject = GameUnderTest(try Self.script(source))
        return LuaThread.run {
            let begun = ProcessorClock.threadSeconds()
            let report = GameChecker(subject, options, budget: budget, memory: memory).report()
            return (report, ProcessorClock.threadSeconds() - begun)
        }
    }

    private static let places = [
        "load", "setup", "choices", "format", "play", "outcome", "view", "scene", "message", "active", "receive",
    ]

    @Test(arguments: places) func aCheckOfASlowGameEnds(_ place: String) throws {
        let budget = CheckBudget(whole: Self.whole, part: .infinity)
        let (report, seconds) = try check(Self.slow(place), CheckOptions(seed: 3, games: 4, workers: 1), budget)
        // one second more, because the host works between two checks of the clock
        #expect(seconds < Self.whole + 1, "\(place)")
        #expect(report.findings.isEmpty, "\(report.findings)")
        #expect(report.omissions.contains { $0.contains("used up its processor time (0.6 s)") }, "\(report.omissions)")
    }

    @Test func theBoxOfAQuickCheckEndsItToo() throws {
        let source = Self.slow("play").replacingOccurrences(of: "setup =", with: "limits = { time = 0.2 }, setup =")
        let (_, seconds) = try check(source, CheckOptions(seed: 3, timeBox: .seconds(0.2), workers: 1))
        #expect(seconds < 0.2 + CheckBudget.callsOverBox * 0.2 + 1)
    }

    @Test func eachPartOfAFullCheckEnds() throws {
        let budget = CheckBudget(whole: nil, part: 0.1)
        let (report, seconds) = try check(Self.slow("play"), CheckOptions(effort: .full, seed: 3, workers: 1), budget)
        // ten parts: the setups, two checks before the games, the games, and six checks after them
        #expect(seconds < 10 * 0.1 + 2)
        #expect(report.omissions.contains { $0.contains("(0.1 s for each part)") }, "\(report.omissions)")
    }

    /// The hooks start many matches. Most of this work is done by the host, and no deadline of a
    /// call limits it.
    @Test func hooksThatMakeTheHostWorkEnd() throws {
        let work = "pcall(function() app.match:begin() end)"
        let budget = CheckBudget(whole: 3, part: .infinity)
        let (_, seconds) = try check(Self.slow("read", work), CheckOptions(seed: 3, games: 1, workers: 1), budget)
        #expect(seconds < 3 + 2)
    }

    @Test func whatWasCutOffIsNotCalledSound() throws {
        let budget = CheckBudget(whole: 0.1, part: .infinity)
        let (report, _) = try check(Self.slow("play"), CheckOptions(seed: 3, games: 4, workers: 1), budget)
        let w3 = try #require(report.results.first { $0.property.id == "W3" })
        #expect(w3.verdict == .cutOff("The check used up its processor time (0.1 s)."))
        #expect(report.findings.isEmpty && !report.isClean && report.cutOff.contains { $0.id == "W3" })
        let game = CheckedGame(report)
        let summary = PrettyReport(columns: 200).summary([game])
        #expect(summary.suffix(2).contains { $0.hasPrefix("Not everything was tested: slow ") }, "\(summary)")
        let tap = TAPReport([game]).text
        #expect(tap.contains("severity: \"cut_off\"") && tap.contains("not ok"), "\(tap)")
        #expect(JUnitReport([game]).text.contains("failures=\"0\" errors=\"\(report.cutOff.count)\""))
        let json = try JSONReport([game]).text()
        #expect(json.contains("\"verdict\": \"cut_off\"") && json.contains("\"clean\": false"), "\(json)")
    }

    @Test func theBoundsAreTheDocumented() {
        func budget(_ effort: Effort, _ games: Int?) -> CheckBudget {
            CheckBudget(CheckOptions(effort: effort, games: games), deadline: 5)
        }
        #expect(budget(.quick, nil).whole == 25)
        #expect(budget(.quick, 1).whole == 130 && budget(.quick, 20).whole == 320)
        #expect(budget(.full, nil).whole == nil && budget(.full, nil).part == 600)
        #expect(budget(.full, 100).part == 1000 && budget(.full, nil).left(after: 1e9) == 600)
        #expect(budget(.quick, nil).left(after: 24) == 1)
    }

    /// A correct game whose Lua states take about a megabyte each.
    private static let hoard = slow(
        "load", "local kept = {} for i = 1, 40000 do kept[i] = i + 0.5 end local function all() return kept end"
    ).replacingOccurrences(of: "return { count = 0 }", with: "return { count = #all() - 40000 }")

    @Test func aGameThatHoardsIsNotBlamedForTheMemoryOfTheCheck() throws {
        let options = CheckOptions(seed: 3, games: 2, workers: 2)
        let (report, _) = try check(Self.hoard, options, memory: 3 << 20)
        #expect(report.findings.isEmpty, "\(report.findings)")
        #expect(
            report.omissions.contains { $0.contains("used up the memory of its Lua states") }, "\(report.omissions)")
        let (enough, _) = try check(Self.hoard, options)
        #expect(!enough.omissions.contains { $0.contains("used up the memory") }, "\(enough.omissions)")
        #expect(
            !enough.findings.contains { $0.property.id == "B1" } && enough.figures.finished == 2, "\(enough.findings)")
    }

    /// The result of a game doesn't depend on the number of workers, even if all games together
    /// don't fit into memory.
    @Test func gamesThatDoNotFitSideBySideArePlayedAlone() throws {
        func games(_ workers: Int) throws -> PlayFigures {
            try check(Self.hoard, CheckOptions(seed: 3, games: 3, workers: workers), memory: 64 << 20).report.figures
        }
        let (alone, beside) = (try games(1), try games(4))
        #expect(alone == beside && alone.finished == 3, "\(alone.finished) and \(beside.finished)")
    }
}
