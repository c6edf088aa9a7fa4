import GameRules
import LuaRuntime
import Testing
import Values

@Suite struct EvaluationTests {
    private func hunt() throws -> Match {
        let match = try Match(of: catalog().script(hideout))
        try match.play("a1", seat: 1)
        try match.play("c3", seat: 1)
        return match
    }

    @Test func seesTheStateTheViewTheMatchAndTheSeat() throws {
        let match = try hunt()
        #expect(try match.views.evaluate("state.hits, match.options.ships, seat", seat: 2) == [0, 2, 2])
        #expect(try match.views.evaluate("state.secret[1].a1, view.secret[1], seat") == [true, .null, .null])
        #expect(try match.views.evaluate("view.secret[1]", seat: 1) == [["a1": true, "c3": true]])
        #expect(try match.views.evaluate("print") == [nil])
        #expect(try match.views.evaluate("local x = 1") == [])
        #expect(try match.views.evaluate("1, 2, 3, 4, 5, 6, 7, 8, 9").count == 8)
    }

    @Test func changesNothing() throws {
        let match = try hunt()
        let before = try match.stateBytes()
        for expression in [
            "state.hits", "(function() state.hits = 9; state.secret[1].b2 = true; view.sea.a1 = 'hit' end)()",
            "state.secret[2]", "rawset(state, 'x', 1)",
        ] {
            _ = try match.views.evaluate(expression, seat: 1)
            #expect(try match.stateBytes() == before, "\(expression)")
        }
        for expression in [
            "rawset(match, 'ply', 7)", "match.random(3)", "x = 1", "string.len == nil or rawset(string, 1, 1)",
        ] {
            #expect(failure { _ = try match.views.evaluate(expression) } != nil, "\(expression)")
            #expect(try match.stateBytes() == before, "\(expression)")
        }
        try match.play("b2", seat: 2)
    }

    @Test func saysWhatIsWrongWithAnExpression() throws {
        let match = try hunt()
        #expect("\(try #require(failure { _ = try match.views.evaluate("1 +") }))".contains("near <eof>"))
        #expect("\(try #require(failure { _ = try match.views.evaluate("state.x.y") }))".contains("field 'x'"))
        #expect("\(try #require(failure { _ = try match.views.evaluate("{print}") }))".contains("function"))
        #expect(failure { _ = try match.views.evaluate("io.open('x')") } != nil)
    }

    @Test func endsAtTheLimits() throws {
        let match = try Match(
            of: catalog().script("tic-tac-toe"), limits: LuaLimits(memory: 4 << 20, deadline: .milliseconds(400)))
        try match.play("b2", seat: 1)
        let hungry = "local t = {} for i = 1, 1 << 40 do t[i] = {} end"
        for (expression, limit) in [("while true do end", LuaError.Limit.time), (hungry, .memory)] {
            let error = failure { _ = try match.views.evaluate(expression) } as? GameError
            guard case .failed(let failure) = try #require(error) else {
                Issue.record("\(expression): no failure of the script")
                continue
            }
            #expect(failure.error.limit == limit, "\(expression): \(failure)")
            #expect(try match.history().map(\.text) == ["b2"])
            #expect(try match.views.evaluate("state.board.b2") == [1])
        }
    }

    /// Expressions can read the state even if the script's `view` fails.
    @Test func worksWithABrokenView() throws {
        let source = """
            local parlor = require "parlor"
            return parlor.game {
              title = "Broken", setup = function() return { n = 4 } end,
              moves = { go = { play = function(state) state.n = state.n - 1 end } },
              outcome = function() end,
              view = function() error("no view today") end,
            }
            """
        let match = try Match(of: script(source))
        #expect(try match.views.evaluate("state.n, view", seat: 1) == [4, .null])
    }
}
