import MessageProtocol
import Testing
import Values

@testable import Conformance

/// W1: no possible match takes too long to read.
@Suite struct MessageCostCheckTests {
    @Test(arguments: MessageMaterial.bundled) func w1HoldsForBundledGames(_ game: String) throws {
        let run = try MessageMaterial.runBundled(game)
        #expect(finding(of: MessageCostCheck(), run) == nil)
        #expect(run.counts[.w1] == 1)
    }

    /// Every random game ends after a few quick moves, but a player can repeat the slow move.
    @Test func w1RejectsASlowMoveThatCanBeRepeated() throws {
        let script = try MessageMaterial.script(
            """
            local parlor = require "parlor"
            return parlor.game {
              title = "Waiting",
              setup = function() return { count = 0 } end,
              moves = {
                wait = { play = function(state) for i = 1, 1000000 do end state.count = state.count + 1 end },
                win = { choices = { "a", "b", "c", "d", "e", "f" }, play = function(state) state.over = true end },
              },
              outcome = function(state) if state.over or state.count > 2000 then return parlor.draw() end end,
            }
            """)
        let run = try MessageMaterial.run(script)
        let found = try #require(finding(of: MessageCostCheck(), run))
        #expect(found.property == .w1 && found.sentence.contains("nobody can read in time"))
        #expect(found.sentence.contains("wait"), "\(found.sentence)")
        #expect(found.setup != nil && found.steps.count < 2000 && found.steps.allSatisfy { $0.text == "wait" })
        #expect(finding(of: MessageSizeCheck(), run) == nil)
    }

    /// A match that fills a url with quick moves.
    @Test func w1TakesALongGameOfQuickMoves() throws {
        let run = try MessageMaterial.run(MessageMaterial.counter(goal: 400))
        #expect(finding(of: MessageCostCheck(), run) == nil)
    }
}
