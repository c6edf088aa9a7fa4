import GameRules
import LuaRuntime
import Testing
import Values

@Suite struct PrintedOutputTests {
    private func match(limits: LuaLimits? = nil) throws -> Match {
        let source = """
            local parlor = require "parlor"
            return parlor.game {
              title = "Talk", setup = function() print("set up") return {} end,
              moves = {
                say = { play = function() print("played", 7) end },
                fail = { play = function() print("about to fail") error("it failed") end },
                shout = { play = function() print(("x"):rep(900)) end },
              },
              outcome = function() print "outcome" end,
              view = function(state) print("viewed") return state end,
            }
            """
        return try Match(of: script(source), limits: limits)
    }

    @Test func isKeptUntilItIsTaken() throws {
        let match = try match()
        #expect(match.luaStates.takePrinted() == "set up\noutcome\n")
        #expect(match.luaStates.takePrinted() == "")
        try match.play("say", seat: 1)
        _ = try match.view(for: 1)
        #expect(match.luaStates.takePrinted() == "played\t7\noutcome\nviewed\n")
    }

    @Test func comesWithAFailure() throws {
        let match = try match()
        _ = match.luaStates.takePrinted()
        guard case .failed(let failure) = try #require(failure { try match.play("fail", seat: 1) } as? GameError) else {
            return
        }
        #expect(failure.printed == "about to fail\n")
        #expect(failure.error.message == "it failed")
    }

    /// Rebuilding the Lua state doesn't repeat printed output.
    @Test func isNotRepeatedByAReplay() throws {
        let match = try match()
        try match.play("say", seat: 1)
        _ = match.luaStates.takePrinted()
        match.luaStates.forget()
        _ = try match.view(for: 1)
        #expect(match.luaStates.takePrinted() == "viewed\n")
    }

    @Test func isKeptWithinBounds() throws {
        let match = try match(limits: LuaLimits(printed: 1000))
        for ply in 0..<20 { try match.play("shout", seat: ply % 2 + 1) }
        #expect(match.luaStates.takePrinted().utf8.count <= 2000)
    }
}
