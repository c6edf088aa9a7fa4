import GameRules
import LuaRuntime
import Testing
import Values

/// A call that fails discards the Lua state, and the match replays its log. If that takes long, the match continues
/// from a stored position instead.
@Suite struct LongReplayTests {
    private func match() throws -> Match {
        let source = """
            local parlor = require "parlor"
            return parlor.game {
              title = "Slow", setup = function() return { count = 0 } end,
              moves = {
                add = { choices = { 1, 2, 3 }, play = function(state, _, n) state.count = state.count + n end },
                fail = { play = function(state) state.count = 99 error "no" end },
                refuse = { play = function(state) state.count = 99 return parlor.reject("no", "Not now.") end },
              },
              outcome = function(state) if state.count > 50 then return parlor.draw() end end,
              scene = function(view) if view.count == 7 then error "torn" end end,
            }
            """
        return try Match(of: script(source), seats: 2, seed: 1)
    }

    @Test(arguments: ["fail", "refuse"]) func aMoveThatFailsCostsNoReplay(_ move: String) throws {
        let match = try match()
        match.moves.longReplay = .zero
        for ply in 0..<3 { try match.play("2", seat: ply % 2 + 1) }
        let counter = WorkCounter()
        try counter.count { () throws in
            #expect(throws: GameError.self) { try match.play(move, seat: 2) }
            #expect(try match.view(for: nil)["count"] == 6)
            try match.play("1", seat: 2)
            #expect(throws: GameError.self) { try match.scene(for: nil, style: "expanded") }
            #expect(try match.view(for: nil)["count"] == 7)
        }
        #expect(counter.work[.pliesReplayed] == 0 && counter.work[.positionsRestored] == 1, "\(counter.work)")
        // the match doesn't return to a position that was undone
        #expect(try match.undo())
        try match.play("3", seat: 2)
        #expect(throws: GameError.self) { try match.play(move, seat: 1) }
        #expect(try match.view(for: nil)["count"] == 9)
    }

    /// A log that replays quickly is replayed, and no position is stored.
    @Test func aQuickLogKeepsNothing() throws {
        let match = try match()
        match.moves.longReplay = .seconds(3600)
        try match.play("2", seat: 1)
        let counter = WorkCounter()
        try counter.count { () throws in
            #expect(throws: GameError.self) { try match.play("fail", seat: 2) }
            #expect(try match.view(for: nil)["count"] == 2)
            #expect(counter.work[.pliesReplayed] == 0, "the position stands where it is looked at")
            try match.play("1", seat: 2)
        }
        #expect(counter.work[.pliesReplayed] == 1 && counter.work[.positionsRestored] == 0)
    }
}
