import LuaRuntime
import Testing

@Suite struct ModuleTests {
    @Test func aModuleWhoseLoadingWasEndedLoadsInTheNextCall() throws {
        let state = try LuaState()
        try state.register(
            module: "slow", source: "local n = 0 for i = 1, 3e7 do n = n + 1 end return { n = n }", name: "slow.lua")
        let chunk = try state.load("return require('slow').n", name: "script.lua")
        let error = #expect(throws: LuaError.self) { try state.call(chunk, deadline: .milliseconds(2)) }
        #expect(error?.limit == .time)
        #expect(try state.call(chunk) == [.integer(30_000_000)])
    }

    @Test func aModuleThatRequiresItselfIsTold() throws {
        let state = try LuaState()
        try state.register(module: "a", source: "return require 'b'", name: "a.lua")
        try state.register(module: "b", source: "return require 'a'", name: "b.lua")
        let chunk = try state.load("require 'a'", name: "script.lua")
        for _ in 0..<2 {
            let error = #expect(throws: LuaError.self) { try state.call(chunk) }
            #expect(error?.message == "module 'a' failed to load, or requires itself")
        }
    }

    @Test func modulesLoadOnceAndForEverybody() throws {
        let state = try LuaState()
        try state.register(module: "m", source: "print 'loaded' return { v = 1 }", name: "m.lua")
        try state.register(module: "nothing", source: "", name: "nothing.lua")
        try state.register(module: "no", source: "return false", name: "no.lua")
        let chunk = try state.load(
            "return require('m') == require('m') and require('nothing') == true and require('no') == false",
            name: "script.lua")
        #expect(try state.call(chunk) == [.boolean(true)])
        #expect(state.printed == "loaded\n")
        #expect(try state.call(chunk) == [.boolean(true)])
        #expect(state.printed == "")
        for name in ["'x'", "''", "'../m'", "'m.lua'", "'./m'", "'m\\0'", "'string'", "'_G'", "5", "nil", "{}"] {
            let other = try state.load("return require(\(name))", name: "script.lua")
            #expect(throws: LuaError.self, "\(name)") { try state.call(other) }
        }
    }
    @Test func aModulesTablesNestAsDeepAsTheyMay() throws {
        func load(_ depth: Int) throws -> [LuaValue] {
            let state = try LuaState()
            let source = "local t = {} for _ = 2, \(depth) do t = { inner = t } end return t"
            try state.register(module: "deep", source: source, name: "deep.lua")
            return try state.call(try state.load("return type(require 'deep')", name: "script.lua"))
        }
        #expect(try load(64) == [.text("table")])
        for depth in [65, 5_000] {
            let error = #expect(throws: LuaError.self, "\(depth) tables") { try load(depth) }
            #expect(error?.kind == .script && error?.message == "deep: tables nest too deep to be frozen")
        }
    }
}
