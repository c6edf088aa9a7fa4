import Effort
import LuaRuntime
import Testing
import Values

@testable import GameRules

/// The check that a match can continue doesn't copy the legal moves out of Lua.
@Suite struct ContinuingTests {
    @Test(arguments: [
        "tic-tac-toe", "connect-four", "crazy-eights", "battleship", "blackjack", "liars-dice", "pig",
        "rock-paper-scissors",
    ])
    func countsTheMovesThatAreListed(id: String) throws {
        let script = try catalog().script(id)
        try LuaThread.run {
            for seed in TestEffort.extent(quick: 0..<1, full: 0..<4) as Range<UInt64> {
                var generator = SplitMix64(seed: seed)
                let match = try Match(of: script, seed: seed)
                repeat {
                    for seat in 1...match.seats {
                        #expect(try match.views.countMoves(of: seat) == match.legalMoves(for: seat).count)
                    }
                } while try match.playRandomMove(using: &generator)
                #expect(try (1...match.seats).allSatisfy { try match.views.countMoves(of: $0) == 0 })
            }
        }
    }

    private func game(_ choices: String, _ more: String = "") throws -> GameScript {
        try script(
            """
            local parlor = require "parlor"
            return parlor.game {
              title = "Stuck", setup = function() return { left = 1 } end,
              moves = {
                take = {
                  choices = function(state) \(choices) end,
                  play = function(state) state.left = state.left - 1 end, \(more)
                },
              },
              outcome = function() end,
            }
            """)
    }

    @Test func aSeatWithoutMovesStopsTheMatch() throws {
        let match = try Match(of: game("return state.left > 0 and { 1 } or {}"))
        let error = failure { try match.playGoingOn("1", seat: 1) }
        #expect("\(try #require(error))".contains("seat 2 is to move and has no legal move"))
        #expect(match.log.isEmpty)
    }

    @Test func aFormatThatFailsStopsTheMatch() throws {
        let match = try Match(
            of: game("return { 1 }", "format = function(_, state) if state.left == 0 then error 'oh' end end,"))
        #expect("\(try #require(failure { try match.playGoingOn("1", seat: 1) }))".contains("oh"))
        #expect(match.log.isEmpty)
    }
}
