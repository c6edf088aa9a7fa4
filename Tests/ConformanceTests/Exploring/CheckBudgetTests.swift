import Foundation
import GameRules
import LuaRuntime
import Testing

@testable import Conformance

/// A check ends, whatever a game does with its time and its memory, and says what it left out.
@Suite(.serialized) struct CheckBudgetTests {
    private static let limit = 0.1, box = 0.3

    /// A game in which one place takes a while at every call, and no call too long.
    private static func slow(_ place: String, _ work: String = "for i = 1, 2000000 do end") -> String {
        func at(_ name: String) -> String { name == place ? work : "" }
        return """
            local parlor, scene = require "parlor", require "parlor.scene"
            \(at("load"))
            return parlor.game {
              title = "Slow", summary = "Takes its time.", limits = { time = \(limit) },
              setup = function() \(at("setup")) return { count = 0 } end,
              moves = { step = {
                choices = function() \(at("choices")) return { 1, 2 } end,
                format = function(n) \(at("format")) return "step " .. n end,
                play = function(state) \(at("play")) state.count = state.count + 1 end } },
              outcome = function(state) \(at("outcome")) if state.count == 4 then return parlor.draw() end end,
              view = function(view) \(at("view")) return view end,
              scene = function() \(at("scene")) return scene.text("Steps") end,
              message = function() \(at("message")) return { caption = "A step" } end,
              on = { did_become_active = function(app) \(at("active")) end,
                did_receive = function(app) \(at("receive")) end,
                did_read = function(app) \(at("read")) end },
            }
            """
    }

    private static func script(_ source: String) throws -> GameScript {
        try GameScript(GameFolder(id: "slow", game: source), library: try ScriptLibrary(folder: home.sdk))
    }

    /// A report, and the processor time that it took.
    private func check(
        _ source: String, _ options: CheckOptions, memory: Int = CheckBudget.memory
    ) throws -> (report: GameReport, seconds: Double) {
        let subject = Subject(try Self.script(source))
        return LuaThread.run {
            let begun = ProcessorClock.threadSeconds()
            let report = GameChecker(subject, options, memory: memory).report()
            return (report, ProcessorClock.threadSeconds() - begun)
        }
    }

    private static let places = [
        "load", "setup", "choices", "format", "play", "outcome", "view", "scene", "message", "active", "receive",
    ]

    @Test(arguments: places) func aQuickCheckOfASlowGameEnds(_ place: String) throws {
        let options = CheckOptions(seed: 3, timeBox: .seconds(Self.box), workers: 1)
        let (report, seconds) = try check(Self.slow(place), options)
        // what the host does between two looks at the clock comes on top
        #expect(seconds < Self.box + CheckBudget.callsOverBox * Self.limit + 1.5, "\(place)")
        #expect(report.findings.allSatisfy { $0.property.id == "W1" }, "\(report.findings)")
        #expect(report.omissions.contains { $0.contains("used up its processor time (0.7 s)") }, "\(report.omissions)")
    }

    /// Each hook begins matches without number: most of it is the host's own work, which no deadline of a call sees.
    @Test func hooksThatMakeTheHostWorkEnd() throws {
        let work = "pcall(function() app.match:begin() end)"
        let options = CheckOptions(seed: 3, timeBox: .seconds(1), workers: 1)
        let (_, seconds) = try check(Self.slow("read", work), options)
        #expect(seconds < 1 + CheckBudget.callsOverBox * Self.limit + 2)
    }

    @Test func whatWasCutOffIsNotCalledSound() throws {
        let options = CheckOptions(seed: 3, timeBox: .seconds(Self.box), workers: 1)
        let (report, _) = try check(Self.slow("setup"), options)
        let w3 = try #require(report.results.first { $0.property.id == "W3" })
        #expect(w3.verdict == .notJudged("The check used up its processor time (0.7 s)."))
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

    /// Each Lua state holds some megabytes, and nothing is wrong with the game.
    private static let hoard = slow("load", "local kept = {} for i = 1, 150000 do kept[i] = i + 0.5 end local function all() return kept end")
        .replacingOccurrences(of: "return { count = 0 }", with: "return { count = #all() - 150000 }")

    @Test func aGameThatHoardsIsNotBlamedForTheMemoryOfTheCheck() throws {
        let options = CheckOptions(seed: 3, games: 2, workers: 2)
        let (report, _) = try check(Self.hoard, options, memory: 10 << 20)
        #expect(report.findings.isEmpty, "\(report.findings)")
        #expect(report.omissions.contains { $0.contains("used up the memory of its Lua states") }, "\(report.omissions)")
        let (enough, _) = try check(Self.hoard, options)
        #expect(!enough.omissions.contains { $0.contains("used up the memory") }, "\(enough.omissions)")
        #expect(enough.isClean && enough.figures.finished == 2, "\(enough.findings)")
    }

    /// What comes of a game doesn't depend on how many are played at once, also where they don't fit side by side.
    @Test func gamesThatDoNotFitSideBySideArePlayedAlone() throws {
        let memory = 40 << 20
        let alone = try check(Self.hoard, CheckOptions(seed: 3, games: 4, workers: 1), memory: memory).report
        let beside = try check(Self.hoard, CheckOptions(seed: 3, games: 4, workers: 4), memory: memory).report
        #expect(alone.figures == beside.figures && alone.results.map(\.verdict) == beside.results.map(\.verdict))
    }
}
