import GameRules
import LuaRuntime
import Testing
import Values

@testable import Conformance

/// An endless call is found wherever it is, however its error is handled.
@Suite(.serialized) struct OverrunTests {
    /// Returns a game of up to five plies in which one function loops for ever if a condition
    /// holds. The deadline of a call is 0.1 s.
    private static func game(_ place: String, when condition: String, _ more: String = "") -> String {
        func at(_ name: String) -> String { name == place ? "if \(condition) then while true do end end" : "" }
        return """
            local parlor, scene = require "parlor", require "parlor.scene"
            return parlor.game {
              title = "Endless", summary = "Hangs.", information = "perfect", limits = { time = 0.1 }, \(more)
              setup = function(match) \(at("setup")) return { count = 0 } end,
              turn = function(state, match) \(at("turn")) return state.count % 2 + 1 end,
              moves = { step = {
                choices = function(state, seat, match) \(at("choices")) return { 1, 2 } end,
                when = function(state, seat, match) \(at("when")) return true end,
                format = function(n) return "step " .. n end,
                play = function(state, seat, count, match) local uses = 0 \(at("play")) state.count = state.count + 1 end } },
              outcome = function(state, match) \(at("outcome")) if state.count == 5 then return parlor.draw() end end,
              view = function(state, seat, match) \(at("view")) return { count = state.count } end,
              scene = function(view, seat, style, match) \(at("scene")) return scene.text("Steps") end,
              message = function(view, event, match) \(at("message")) return { caption = "A step" } end,
            }
            """
    }

    private static let quick = CheckOptions(seed: 3, timeBox: .seconds(2), workers: 2)

    private static func report(_ source: String) throws -> GameReport {
        let folder = GameFolder(id: "endless", game: source)
        return conformance(of: folder, library: try ScriptSource(folder: home.sdk), options: quick)
    }

    private static let places = ["turn", "choices", "when", "play", "outcome", "view", "scene", "message"]

    @Test(arguments: places, [0, 3]) func anEndlessCallIsFound(_ place: String, _ ply: Int) throws {
        let report = try Self.report(Self.game(place, when: "match.ply == \(ply)"))
        #expect(!report.isClean)
        let b1 = try #require(report.findings.first { $0.property.id == "B1" }, "\(report.findings)")
        #expect(b1.sentence.contains("exceeded its time limit"), "\(b1)")
        #expect(b1.place?.hasPrefix("game.lua:") ?? false, "\(b1)")
    }

    @Test func anEndlessCallUnderOtherOptionsIsFound() throws {
        let options = "options = { size = { default = 8, min = 3, max = 8 } },"
        let report = try Self.report(Self.game("play", when: "match.options.size ~= 8", options))
        #expect(report.findings.map(\.property.id) == ["B1"], "\(report.findings)")
    }

    /// A slow call that ends in time isn't a finding, whether lines are recorded or not.
    @Test func aCallThatTakesLongerWhileItsLinesAreNotedIsNoFinding() throws {
        let source = Self.game("play", when: "false").replacingOccurrences(
            of: "local uses = 0", with: "for i = 1, 100000 do local uses = i end")
        let report = try Self.report(source)
        #expect(report.findings.isEmpty, "\(report.findings)")
    }

    // MARK: The place of an overrun

    private static func match(_ source: String) throws -> Match {
        try Match(of: GameScript(GameFolder(id: "endless", game: source), library: ScriptSource(folder: home.sdk)))
    }

    @Test func anErrorThatIsHandledIsNoted() throws {
        let match = try Self.match(Self.game("play", when: "true"))
        let overruns = CallOverruns()
        overruns.run { _ = try? match.play("step 1", seat: 1) }
        let first = try #require(overruns.notes.first)
        #expect(first.hook == "moves.step.play" && first.place?.line == 10, "\(first)")
        #expect(overruns.notes.cutOff == nil)
    }

    @Test func aCallThatOnlyTheWholeTimeEndsIsNoOverrun() throws {
        let match = try Self.match(Self.game("play", when: "true"))
        let overruns = CallOverruns()
        overruns.run { ProcessorBudget(.milliseconds(20)).run { _ = try? match.play("step 1", seat: 1) } }
        #expect(overruns.notes.first == nil)
        #expect(overruns.notes.cutOff?.place?.line == 10)
    }

    @Test func aCallWhoseLinesAreNotedIsNoOverrun() throws {
        let match = try Self.match(Self.game("play", when: "true"))
        match.luaStates.coversLines = true
        let overruns = CallOverruns()
        overruns.run { _ = try? match.play("step 1", seat: 1) }
        #expect(overruns.notes.first == nil && overruns.notes.cutOff == nil)
    }
}
