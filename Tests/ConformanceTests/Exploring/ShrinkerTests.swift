import GameRules
import Testing

@testable import Conformance

/// What is left of a failing game is what shows the mistake.
struct ShrinkerTests {
    /// The state can't be saved once somebody has chosen `b` and, later, somebody `d`.
    private let source = """
        local parlor = require "parlor"
        return parlor.game {
          title = "Late", summary = "Fails after two of many moves.",
          setup = function() return { count = 0 } end,
          moves = { pick = { choices = { "a", "b", "c", "d", "e", "f" }, play = function(state, _, choice)
            state.count = state.count + 1
            if choice == "b" then state.armed = true end
            if choice == "d" and state.armed then state.broken = print end
          end } },
          outcome = function(state) if state.count == 60 then return parlor.draw() end end,
        }
        """

    private func report() throws -> GameReport {
        conformance(
            of: GameFolder(id: "late", game: source), library: try ScriptLibrary(folder: home.sdk),
            options: CheckOptions(seed: 4, games: 4))
    }

    @Test func aGameIsCutDownToTheMovesThatFail() throws {
        let finding = try #require(try report().findings.first)
        #expect(finding.property == .s1)
        #expect(finding.isShrunk)
        #expect(finding.steps.map(\.description) == ["1 b", "2 d"])
    }

    @Test func theSameSeedGivesTheSameReport() throws {
        let (first, second) = (try report(), try report())
        #expect(first.findings == second.findings)
        #expect(first.figures == second.figures)
    }

    @Test func aFindingThatDoesNotComeUpAgainStaysAsItIs() throws {
        let script = try catalog().script("tic-tac-toe")
        var finding = Finding(.m3, "It was never so.")
        finding.setup = GameSetup(seats: 2, options: [:])
        finding.game = 0
        var shrinker = Shrinker(Subject(script))
        #expect(shrinker.shrink(finding) == finding)
    }
}
