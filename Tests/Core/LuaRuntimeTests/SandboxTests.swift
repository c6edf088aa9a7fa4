import Foundation
import LuaRuntime
import Testing

@Suite struct SandboxTests {
    /// Runs a script that may `require` the trusted modules `plain` and `nested`, and returns its first result.
    private func run(_ source: String) throws -> LuaValue {
        let state = try LuaState()
        try state.register(
            module: "plain", source: "local M = { a = 1, b = 2 } function M.get() return M.a end return M",
            name: "plain.lua", trust: .host)
        try state.register(
            module: "nested",
            source: """
                local M = { list = { 1, 2, { deep = 1 } }, flat = { x = 1 } }
                M.__index = M
                M.self = { back = M }
                function M.new() return setmetatable({}, M) end
                function M.sum() return #M.list + M.list[3].deep + M.flat.x end
                return M
                """, name: "nested.lua", trust: .host)
        return try state.call(try state.load(source, name: "script.lua"))[0]
    }

    @Test(arguments: [
        "string.upper = nil", "_G.pairs = nil", "x = 1", "_ENV.x = 1", "_G.x = 1", "rawset(_G, 'x', 1)",
        "rawset(string, 'upper', 1)", "setmetatable(_G, nil)", "setmetatable(string, {})", "table.insert(string, 1)",
        "table.insert(_G, 1, 1)", "table.remove(string)", "table.sort(math)", "table.move({ 1 }, 1, 1, 1, string)",
        "table.move(string, 1, 1, 1)",
        "local _, raw = pairs(string) raw.upper = nil", "local _, raw = pairs(_G) raw.x = 1",
        "getmetatable(setmetatable({}, string)).upper = nil", "getmetatable(setmetatable({}, _G)).x = 1",
        "local t = setmetatable({}, { __index = string }) getmetatable(t).__index.upper = nil",
        "local i, raw = ipairs(string) raw.upper = nil",
        "local p = require 'plain' p.a = 2", "local p = require 'plain' rawset(p, 'a', 2)",
        "local p = require 'plain' local _, raw = pairs(p) raw.a = 2",
        "local n = require 'nested' n.list[1] = 9", "local n = require 'nested' n.list[3].deep = 9",
        "local n = require 'nested' n.__index.list = 9", "local n = require 'nested' n.self.back.list = 9",
        "local n = require 'nested' for _, t in pairs(n) do if type(t) == 'table' then t.z = 1 end end",
        "local n = require 'nested' table.insert(n.list, 1)", "local n = require 'nested' rawget(n, 'flat').x = 2",
        "local n = require 'nested' local k, v = next(n) rawget(n, k).back.flat = 1",
        "local n = require 'nested' getmetatable(n.new()).list = nil",
        "('x'):rep(1).y = 1", "getmetatable('').__index = nil",
    ])
    func refusesEveryWayToWriteWhatIsFrozen(_ source: String) throws {
        let error = #expect(throws: LuaError.self, "\(source)") { try run(source) }
        #expect(error?.kind == .script)
    }

    @Test(arguments: [
        ("return rawget(string, 'upper') == string.upper and rawlen(require 'nested'.list) == 3", "true"),
        ("local n = 0 for k in pairs(require 'plain') do n = n + #k end return n", "5"),
        ("local n = require 'nested' return #n.list .. #n.list[3] .. n.sum() .. n.list[3].deep", "3051"),
        ("local n = require 'nested' return n.self.back == n and n.__index == n", "true"),
        ("local s = '' for i, v in ipairs(require 'nested'.list) do s = s .. i end return s", "123"),
        ("return table.unpack(require 'nested'.list, 2, 2)", "2"), ("return next(require 'plain')", "a"),
        ("return table.concat({ table.unpack(require 'nested'.list, 1, 2) }, '+')", "1+2"),
        ("return getmetatable('') == nil and getmetatable(string) == nil and getmetatable(_G) == nil", "true"),
        ("return getmetatable(require 'nested'.new()) == nil", "true"),
        ("return _G == _ENV and _G._G == _G and host == nil", "true"),
    ])
    func readsThroughWhatIsFrozen(_ source: String, _ expected: String) throws {
        #expect(try run("return tostring((function() \(source) end)())") == .text(expected), "\(source)")
    }

    @Test func iteratorsTakeAnything() throws {
        for start in ["{ 1, 2 }", "{ a = 1 }", "{}"] {
            for arguments in ["", "5", "nil, -5", "'x', math.maxinteger", "{}, math.mininteger", "print, 1.5", "1, {}"]
            {
                _ = try run("local f = pairs(\(start)) return f(\(arguments))")
            }
        }
    }

    @Test func hostCodeSeesWhatIsRaw() throws {
        let state = try LuaState()
        try state.register(module: "m", source: "return { n = { 1 } }", name: "m.lua", trust: .host)
        let chunk = try state.load(
            "local m = require 'm' m.n[1] = 2 m.x = 3 x = 4 return m.n[1] + m.x + x + (host.copy and 1 or 0)",
            name: "host.lua", trust: .host)
        #expect(try state.call(chunk) == [.integer(10)])
        let script = try state.load("return x == nil and require 'm'.n[1] == 2", name: "script.lua")
        #expect(try state.call(script) == [.boolean(true)])
    }
}
