import LuaRuntime
import Testing

@Suite struct LuaMetersTests {
    @Test func printedTextIsBounded() throws {
        let state = try LuaState(limits: LuaLimits(printed: 20))
        let chunk = try state.load("print() print(1, nil, 'é', {}) for i = 1, ... do print(i) end", name: "print.lua")
        try state.call(chunk, .integer(1))
        #expect(state.printed == "\n1\tnil\té\ttable\n1\n")
        let error = #expect(throws: LuaError.self) { try state.call(chunk, .integer(9)) }
        #expect(error?.limit == .output)
    }

    @Test func countedInstructionsAreLimited() throws {
        let state = try LuaState()
        state.countInstructions(true, limit: 10_000)
        let loop = try state.load("while true do pcall(function() while true do end end) end", name: "loop.lua")
        let error = #expect(throws: LuaError.self) { try state.call(loop) }
        #expect(error?.limit == .instructions)
        let deep = try state.load("local function f() return 1 + f() end return pcall(f)", name: "deep.lua")
        state.countInstructions(true)
        #expect(#expect(throws: LuaError.self) { try state.call(deep) }?.limit == .depth)
        let endless = try state.load("while true do end", name: "loop.lua")
        #expect(#expect(throws: LuaError.self) { try state.call(endless, deadline: .milliseconds(10)) }?.limit == .time)
        state.countInstructions(false)
        let long = try state.load("local n = 0 for i = 1, 1e6 do n = n + 1 end return n", name: "long.lua")
        #expect(try state.call(long) == [.integer(1_000_000)])
    }
}
