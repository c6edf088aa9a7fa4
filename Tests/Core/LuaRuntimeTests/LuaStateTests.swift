import LuaRuntime
import Testing
import Values

@Suite struct LuaStateTests {
    @Test func callsAFunctionWithValuesBothWays() throws {
        let state = try LuaState()
        let double = try state.load("local n, t = ...; return n * 2, { t.x, true, 'é' }", name: "double.lua")
        let table = try LuaValue.value(["x": 1.5])
        let results = try state.call(double, .integer(21), table, results: 3)
        #expect(results[0] == .integer(42))
        #expect(try results[1].decoded() == [1.5, true, "é"])
        #expect(results[2] == .nil)
    }

    @Test func reportsWhereAScriptFailed() throws {
        let state = try LuaState()
        let chunk = try state.load(
            "local function deep()\n  local x = nil\n  return x.y\nend\ndeep()", name: "game.lua")
        let error = #expect(throws: LuaError.self) { try state.call(chunk) }
        #expect(error?.kind == .script)
        #expect(error?.source == "game.lua")
        #expect(error?.line == 3)
        #expect(error?.message.contains("index a nil value") == true)
        #expect(error?.traceback.map(\.line) == [3, 5])
    }

    @Test func endsALoopAtItsDeadline() throws {
        let state = try LuaState()
        let loop = try state.load("while true do pcall(function() while true do end end) end", name: "loop.lua")
        let error = #expect(throws: LuaError.self) { try state.call(loop, deadline: .milliseconds(20)) }
        #expect(error?.limit == .time)
        let after = try state.load("return 1", name: "after.lua")
        #expect(try state.call(after) == [.integer(1)])
    }

    @Test func refusesMemoryBeyondTheLimit() throws {
        let state = try LuaState(limits: LuaLimits(memory: 1 << 20))
        let hoard = try state.load("local t = {} for i = 1, 1e9 do t[i] = {} end", name: "hoard.lua")
        let error = #expect(throws: LuaError.self) { try state.call(hoard) }
        #expect(error?.limit == .memory)
        #expect(state.meters.peak <= 1 << 20)
    }

    @Test func ordersPairs() throws {
        let state = try LuaState()
        let chunk = try state.load(
            "local s = '' for k in pairs { b = 1, a = 1, [2] = 1, [1.5] = 1, [-1] = 1, [true] = 1, aa = 1 } do s = s .. tostring(k) .. ' ' end return s",
            name: "pairs.lua")
        #expect(try state.call(chunk) == [.text("true -1 1.5 2 a aa b ")])
    }

    @Test func freezesGlobals() throws {
        let state = try LuaState()
        for source in ["x = 1", "string.upper = nil", "_G.x = 1", "rawset(_G, 'x', 1)", "setmetatable(string, nil)"] {
            let chunk = try state.load(source, name: "frozen.lua")
            let error = #expect(throws: LuaError.self, "\(source)") { try state.call(chunk) }
            #expect(error?.kind == .script)
        }
    }
}
