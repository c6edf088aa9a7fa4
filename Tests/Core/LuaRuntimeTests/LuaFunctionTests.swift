import LuaRuntime
import Testing

@Suite struct LuaFunctionTests {
    @Test func referencesAreNeverUsedTwice() throws {
        let state = try LuaState()
        let first = try state.load("return 1", name: "1.lua")
        state.forget(first)
        state.forget(first)
        let second = try state.load("return 2", name: "2.lua")
        let third = try state.load("return 3", name: "3.lua")
        state.forget(first)
        #expect(try state.call(second) == [.integer(2)])
        #expect(try state.call(third) == [.integer(3)])
        #expect(throws: LuaError.self) { try state.call(first) }
        let other = try LuaState()
        #expect(throws: LuaError.self) { try other.call(second) }
        #expect(throws: LuaError.self) { try other.call(try other.load("return 1", name: "x"), .function(second)) }
    }

    @Test func functionsOfFailedCallsAreForgotten() throws {
        let state = try LuaState()
        let chunk = try state.load("return function() return ('x'):rep(10000) end, { print }", name: "f.lua")
        let good = try state.load("return function() end", name: "f.lua")
        state.collect()
        let before = state.meters.used
        for _ in 0..<500 { #expect(throws: LuaError.self) { try state.call(chunk, results: 2) } }
        state.collect()
        #expect(state.meters.used - before < 4096)
        for _ in 0..<500 { if let function = try state.call(good)[0].function { state.forget(function) } }
        state.collect()
        #expect(state.meters.used - before < 4096)
    }

    @Test func integersOnlyComeBackFromTheQuickCall() throws {
        let state = try LuaState()
        #expect(try state.call(try state.load("return ... + 1", name: "q.lua"), integer: 41) == 42)
        for result in ["1.0", "'1'", "nil", "{}"] {
            let chunk = try state.load("return \(result)", name: "q.lua")
            let error = #expect(throws: LuaError.self, "\(result)") { try state.call(chunk, integer: 1) }
            #expect(error?.message.hasPrefix("an integer was expected") == true)
        }
    }

    @Test func longResultsAreRefused() throws {
        let state = try LuaState()
        let chunk = try state.load(
            "local t = {} for i = 1, 17 do t[i] = ('x'):rep(1 << 19) end return table.unpack(t)", name: "long.lua")
        #expect(try state.call(chunk, results: 16).count == 16)
        let error = #expect(throws: LuaError.self) { try state.call(chunk, results: 17) }
        #expect(error?.message == "the results are over 8388608 bytes")
    }
}
