import GameRules
import LuaRuntime
import Synchronization
import Testing

@testable import Conformance

/// A failing game is reduced to the moves that show the mistake.
struct ShrinkerTests {
    /// A game whose state can't be saved any more after somebody has chosen `b` and somebody has
    /// later chosen `d`.
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

    private var script: GameScript {
        get throws { try GameScript(GameFolder(id: "late", game: source), library: ScriptSource(folder: home.sdk)) }
    }

    private func report() throws -> GameReport {
        conformance(
            of: GameFolder(id: "late", game: source), library: try ScriptSource(folder: home.sdk),
            options: CheckOptions(seed: 4, games: 4))
    }

    @Test func aGameIsCutDownToTheMovesThatFail() throws {
        let finding = try #require(try report().findings.first)
        #expect(finding.property == .s1)
        #expect(finding.isShrunk)
        #expect(finding.steps.map(\.description) == ["1 b", "2 d"])
    }

    /// The shrinking of games has a share of the progress, and reports it.
    @Test func progressIsToldWhileGamesAreMadeShorter() throws {
        let heard = Mutex<[CheckProgress]>([])
        let folder = GameFolder(id: "late", game: source)
        _ = conformance(
            of: folder, library: try ScriptSource(folder: home.sdk), options: CheckOptions(seed: 4, games: 4)
        ) { progress in
            if progress.stage == .shrinking { heard.withLock { $0.append(progress) } }
        }
        let told = heard.withLock { $0 }
        #expect(told.count > 5 && told.map(\.fraction) == told.map(\.fraction).sorted())
        #expect(Set(told.map(\.plies)).count > 1, "plies that are tried are told, too")
    }

    @Test func aFindingIsntMadeShorterWithoutTime() throws {
        let finding = try #require(try report().findings.first)
        var runs = 0
        let script = try script
        let ended = LuaThread.run { () -> Finding in
            var shrinker = Shrinker(
                GameUnderTest(script), deadline: ProcessorDeadline(in: 0), noteRun: { _ in runs += 1 })
            return shrinker.shrink(finding)
        }
        #expect(ended == finding && runs == 0)
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
        var shrinker = Shrinker(GameUnderTest(script))
        #expect(shrinker.shrink(finding) == finding)
    }
}
