import Foundation
import Testing

@testable import LuaRuntime

@Suite struct ErrorTests {
    private func run(_ source: String, results: Int = 1, deadline: Duration? = nil) throws -> [LuaValue] {
        // Room for as many calls as Lua allows.
        let state = try LuaState(limits: LuaLimits(memory: 128 << 20, granted: 400 << 20))
        try state.register(module: "broken", source: "local x =\nend", name: "broken.lua")
        let chunk = try state.load(source, name: "game.lua")
        return try state.call(chunk, results: results, deadline: deadline)
    }

    private func failure(_ source: String, deadline: Duration? = nil) throws -> LuaError {
        try #require(throws: LuaError.self, "\(source)") { try run(source, deadline: deadline) }
    }

    @Test(arguments: [
        ("local t = nil; return t.x", "index: a value that can't be indexed"),
        ("local t = nil; t.x = 1", "index: a value that can't be indexed"),
        ("local t = {} t[nil] = 1", "index: nil or NaN as a key"),
        ("local t = {} t[0/0] = 1", "index: nil or NaN as a key"),
        ("rawset({}, nil, 1)", "index: nil or NaN as a key"),
        (
            "local t = {} for i = 1, 3000 do t = setmetatable({}, { __index = t }) end return t.x",
            "index: a chain of __index that is too long"
        ),
        ("local f = 1; f()", "call: a value that can't be called"), ("return 1 // 0", "arithmetic: division by zero"),
        ("return 1 % 0", "arithmetic: division by zero"), ("return {} + 1", "arithmetic: a value that isn't a number"),
        ("return 'a' + 1", "arithmetic: a value that isn't a number"),
        ("return 1.5 | 1", "arithmetic: a value that isn't an integer"),
        ("local t = { x = 1.5 } return t.x | 1", "arithmetic: a value that isn't an integer"),
        ("return {} & 1", "arithmetic: a value that isn't an integer"),
        ("return {} < {}", "compare: values that have no order"),
        ("return 1 < 'a'", "compare: values that have no order"),
        ("return 'a' .. {}", "concatenate: a value that isn't a text"),
        ("return #5", "length: a value that has none"),
        ("for i = 1, 'x' do end", "for: a bound or step that isn't a number, or a step of zero"),
        ("for i = 1, 2, 0 do end", "for: a bound or step that isn't a number, or a step of zero"),
        ("('x'):rep({})", "argument: not what the function takes"),
        ("return math.floor('x')", "argument: not what the function takes"),
        ("return utf8.codepoint('\\xff')", "argument: a text that is not UTF-8"),
        ("return utf8.offset('é', 1, 2)", "argument: a position inside a character"),
        ("local x <close> = 1", "close: a value that can't be closed"),
        ("require 'broken'", "syntax: the module can't be compiled"),
    ])
    func scriptsSeeTheHostsWordsForLuasErrors(_ source: String, _ text: String) throws {
        let caught = try run("local _, e = pcall(function() \(source) end) return e")[0].text ?? ""
        #expect(caught.hasSuffix(text), "\(source): \(caught)")
        let handled = try run("local _, e = xpcall(function() \(source) end, function(e) return e end) return e")[0]
            .text
        #expect(handled?.hasSuffix(text) == true, "\(source): \(handled ?? "nil")")
        // The author sees Lua's own words.
        #expect(!(try failure(source).message.contains(text)))
    }

    @Test func theHostsWordsKeepTheLine() throws {
        #expect(
            try run("local ok, e = pcall(function()\n\n  local t = nil\n  return t.x end) return e")
                == [.text("game.lua:4: index: a value that can't be indexed")])
    }

    @Test(arguments: [
        ("error('mine')", "game.lua:1: mine"), ("error('mine', 0)", "mine"),
        ("error('attempt to index', 0)", "attempt to index"), ("error('stack overflow')", "game.lua:1: stack overflow"),
        ("error('the call was ended', 0)", "the call was ended"),
        ("assert(false, 'bad argument')", "game.lua:1: bad argument"), ("assert(nil)", "game.lua:1: assertion failed!"),
        ("string.upper = 1", "game.lua:1: string.upper can't be changed: string is frozen"),
        ("local t = setmetatable({}, { __index = function() error('deep', 0) end }) return t.x", "deep"),
    ])
    func whatScriptsRaisePassesUnchanged(_ source: String, _ text: String) throws {
        #expect(try run("local _, e = pcall(function() \(source) end) return e") == [.text(text)])
        #expect(
            try run("local _, e = xpcall(function() \(source) end, function(e) return e .. '!' end) return e")
                == [.text(text + "!")])
        let error = try failure(source)
        #expect(error.kind == .script, "\(source)")
        #expect(text.hasSuffix(error.message), "\(source): \(error.message)")
    }

    /// Lua treats this text as its own memory error, even if a script made it.
    @Test func theTextOfAMemoryErrorIsNoLimit() throws {
        let source = "error('not enough memory', 0)"
        #expect(try run("local ok, e = pcall(function() \(source) end) return e") == [.text("not enough memory")])
        #expect(try failure(source).kind == .script)
        #expect(
            try failure("pcall(function() \(source) end) local t = {} while true do t = { t } end").limit == .memory)
    }

    @Test func anErrorAfterAnErrorIsJudgedByItself() throws {
        let source = """
            local seen = {}
            for i = 1, 2000 do
                pcall(error, { i })
                pcall(error, 'text ' .. i, 0)
                local _, e = pcall(function() local t = nil; return t['k' .. i] end)
                seen[e] = true
            end
            local n = 0 for _ in pairs(seen) do n = n + 1 end
            return n
            """
        #expect(try run(source) == [.integer(1)])
    }

    @Test func levelsTellWhoIsToBlame() throws {
        let source = "local function check()\n  error('odd', %)\nend\ncheck()"
        #expect(try failure(source.replacingOccurrences(of: "%", with: "1")).line == 2)
        #expect(try failure(source.replacingOccurrences(of: "%", with: "2")).line == 4)
        #expect(try failure(source.replacingOccurrences(of: "%", with: "0")).message == "odd")
        #expect(try failure(source.replacingOccurrences(of: "%", with: "1 << 40")).message == "odd")
    }

    @Test func errorsOfOtherTypesAreNamed() throws {
        for (value, type) in [
            ("{}", "a table"), ("nil", "nil"), ("true", "a boolean"), ("print", "a function"), ("12", "a number"),
        ] {
            let error = try failure("error(\(value))")
            #expect(error.message == "an error was raised with \(type), not a text")
            #expect(error.kind == .script)
            #expect(error.line == 1)
        }
        #expect(try run("local t = {} local _, e = pcall(error, t) return e == t") == [.boolean(true)])
        #expect(
            try failure("error(setmetatable({}, { __tostring = function() while true do end end }))").kind == .script)
    }

    @Test func messagesAreOneShortLine() throws {
        #expect(try failure("error(('x'):rep(500000))").message.utf8.count <= 1024)
        #expect(try failure("error('x' .. ('é'):rep(4000), 0)").message == "x" + String(repeating: "é", count: 511))
        #expect(try failure("error(('\\xff'):rep(4000), 0)").message.utf8.count <= 1024)
        #expect(try failure("error('a\\nb\\r\\tc\\0d', 0)").message == "a b  c d")
        #expect(
            try run("local _, e = pcall(error, ('é'):rep(4000), 0) return #e, utf8.len(e)", results: 2)
                == [.integer(1024), .integer(512)])
        #expect(try failure("assert(false, ('y'):rep(5000))").message.utf8.count <= 1024)
    }

    @Test func tracebacksNameTheCalls() throws {
        let error = try failure(
            "local function inner()\n  error('x')\nend\nlocal function outer()\n  inner()\nend\nouter()")
        #expect(error.traceback.map(\.line) == [2, 5, 7])
        #expect(error.traceback.map(\.source) == ["game.lua", "game.lua", "game.lua"])
        #expect(error.traceback.map(\.function) == ["inner", "outer", ""])
        #expect(error.traceback[0].description == "game.lua:2: in inner")
        let deep = try failure("local function f(n) if n == 0 then error('x') end return 1 + f(n - 1) end f(100)")
        #expect(deep.traceback.count == 16)
    }

    @Test func syntaxErrorsHaveALine() throws {
        for (source, line) in [
            ("x = ", 1), ("\n\nlocal = 1", 3), ("goto nowhere", 1), ("break", 1), ("return '\n'", 1),
        ] {
            let error = try failure(source)
            #expect(error.kind == .script)
            #expect(error.source == "game.lua")
            #expect(error.line == line, "\(source): \(error)")
        }
        let error = try failure("\nrequire 'broken'")
        #expect(error.source == "broken.lua")
        #expect(error.line == 2)
        #expect(try failure("\u{1B}Lua").kind == .script)
    }

    @Test func depthIsALimit() throws {
        #expect(try failure("local function f() return 1 + f() end return f()").limit == .depth)
        #expect(
            try failure("local t t = setmetatable({}, { __index = function(_, k) return t[k] end }) return t.x").limit
                == .depth)
        #expect(
            try failure("return " + String(repeating: "(", count: 1000) + "1" + String(repeating: ")", count: 1000))
                .limit == .depth)
        #expect(
            try failure(
                "local function h() error('again') end xpcall(error, h) local function f() return 1 + f() end f()"
            ).limit == .depth)
    }

    @Test func anErrorInAHandlerIsCaught() throws {
        #expect(
            try run("return xpcall(error, function(e) error(e) end, 'x')", results: 2)
                == [.boolean(false), .text("depth: an error while an error was handled")])
    }

    @Test(arguments: [
        "while true do pcall(function() while true do end end) end",
        "while true do xpcall(function() while true do end end, function() while true do end end) end",
        "pcall(pcall, pcall, function() while true do end end) while true do end",
        "xpcall(error, function() while true do end end)",
        "local t = {} for i = 1, 300 do t[i] = -i end pcall(table.sort, t, function(a, b) while true do end end) return 1",
        "pcall(string.gsub, 'xxx', 'x', function() while true do end end) return 1",
        "pcall(string.gsub, 'xxx', 'x', setmetatable({}, { __index = function() while true do end end })) return 1",
        "local m = {} for _, e in ipairs { '__add', '__eq', '__lt', '__call', '__len', '__index', '__tostring', '__unm' } do m[e] = function() while true do end end end local t = setmetatable({}, m) pcall(function() return t + 1 end) return 1",
        "local m = { __tostring = function() while true do end end } pcall(print, setmetatable({}, m)) return 1",
        "for i = 1, 100 do pcall(function() local x = ('a'):rep(30000):find(('.-'):rep(40) .. 'b') end) end return 1",
    ])
    func aKillCannotBeCaught(_ source: String) throws {
        let error = try failure(source, deadline: .milliseconds(15))
        #expect(error.limit == .time, "\(source): \(error)")
        #expect(error.message == "time is up")
    }

    @Test func otherLimitsCannotBeCaughtEither() throws {
        #expect(
            try failure("pcall(function() for i = 1, 1e9 do print(('x'):rep(1000)) end end) return 1").limit == .output)
        #expect(
            try failure("pcall(function() local t = {} for i = 1, 1e9 do t[i] = {} end end) return 1").limit == .memory)
        #expect(
            try failure("local s = ('x'):rep(400000) pcall(function() while true do s:upper() end end) return 1").limit
                == .granted)
    }

    /// The number of further nested calls depends on the host's own calls on the stack, so a script must not be able to
    /// learn it.
    @Test(arguments: [
        "local function f() return 1 + f() end pcall(f)", "local function f() return pcall(f) end return f()",
        "local function f() return xpcall(f, function(e) return e end) end return f()",
        "local t t = setmetatable({}, { __index = function(_, k) return t[k] end }) pcall(function() return t.x end)",
        "local m = {} m.__add = function(a, b) return a + b end local t = setmetatable({}, m) "
            + "pcall(function() return t + t end)",
        "local m = {} m.__call = function(self) return 1 + self() end pcall(setmetatable({}, m))",
        "local m = {} m.__tostring = function(self) return tostring(self) .. 'x' end pcall(tostring, setmetatable({}, m))",
        "local m = {} m.__eq = function(a, b) return a == b end "
            + "pcall(function() return setmetatable({}, m) == setmetatable({}, m) end)",
        "local function f() return (('x'):gsub('x', f)) end pcall(f)",
        "local function f() table.sort({ 2, 1 }, f) end pcall(f)",
        "local function f() for _ in f do end end pcall(f)",
        "local t = {} for i = 1, 1100000 do t[i] = i end pcall(table.unpack, t)",
        "local function f() return 1 + f() end xpcall(f, function() return 1 end)",
        "local function f() return 1 + f() end xpcall(error, function() f() end)",
    ])
    func anOverflowCannotBeCaught(_ source: String) throws {
        let state = try LuaState(limits: LuaLimits(memory: 128 << 20, granted: 400 << 20))
        let chunk = try state.load(source, name: "game.lua")
        let error = #expect(throws: LuaError.self, "\(source)") { try state.call(chunk) }
        #expect(error?.limit == .depth, "\(source): \(error.map { "\($0)" } ?? "")")
        #expect(error?.line == 1)
        // the state stays usable, and an error in a call that is nested less deeply can be caught
        let fine = try state.load("return (pcall(error, 'x'))", name: "fine.lua")
        #expect(try state.call(fine) == [.boolean(false)])
    }

    /// A script can't learn the depth from the compiler, either: the same nesting is allowed in a module, wherever the
    /// module is required.
    @Test(arguments: [0, 100, 150]) func compilingDoesNotKnowHowDeepItsCallerIs(_ depth: Int64) throws {
        for (nested, fits) in [(150, true), (250, false)] {
            let state = try LuaState()
            let tables = String(repeating: "{", count: nested) + String(repeating: "}", count: nested)
            try state.register(module: "deep", source: "return #" + tables, name: "deep.lua")
            let chunk = try state.load(
                """
                local deepest = ...
                local function f(n)
                  if n == 0 then return require 'deep' end
                  local result
                  local _ = ('x'):gsub('x', function() result = f(n - 1) end)
                  return result
                end
                return f(deepest)
                """, name: "game.lua")
            if fits {
                #expect(try state.call(chunk, .integer(depth)) == [.integer(1)])
            } else {
                let error = #expect(throws: LuaError.self) { try state.call(chunk, .integer(depth)) }
                #expect(error?.limit == .depth, "\(depth): \(error.map { "\($0)" } ?? "")")
            }
        }
    }

    @Test func aHandlerThatFailsRunsOnce() throws {
        let source = "local n = 0 local ok, e = xpcall(error, function(e) n = n + 1 error(e) end, 'x') return n, e"
        #expect(try run(source, results: 2) == [.integer(1), .text("depth: an error while an error was handled")])
    }

    @Test func positionsAreSplitOff() {
        #expect(LuaError.splitPosition("game.lua:12: what") == ("game.lua", 12, "what"))
        #expect(LuaError.splitPosition("game.lua:12: a: b:3: c") == ("game.lua", 12, "a: b:3: c"))
        for text in ["what", "", ":", "::", "a:b: c", "a:1:b", "no file here:1: x", "a:1", "a:99999999999999999999: x"]
        {
            #expect(LuaError.splitPosition(text) == (nil, nil, text))
        }
    }

    @Test func descriptionsReadAsLuaWouldSayThem() {
        #expect(LuaError(kind: .script, message: "m", source: "a.lua", line: 3).description == "a.lua:3: m")
        #expect(LuaError(kind: .busy, message: "m").description == "m")
    }
}

/// The place of an error is reported, whichever limit an endless recursion exceeds first.
@Suite struct LimitPlaceTests {
    @Test(
        arguments: [1, 2, 3, 5, 8, 12, 13, 16, 20, 24, 32],
        ["return f() + 1", "local a, b, c = {}, {}, {} return f(a) or b or c"])
    func anEndlessRecursionIsPlaced(_ megabytes: Int, _ body: String) throws {
        let state = try LuaState(limits: LuaLimits(memory: megabytes << 20))
        let chunk = try state.load("local function f()\n  \(body)\nend\nreturn f()", name: "game.lua")
        let error = try #require(#expect(throws: LuaError.self) { try state.call(chunk) })
        #expect(error.limit == .memory || error.limit == .depth, "\(error)")
        #expect(error.source == "game.lua" && (1...2).contains(error.line ?? 0), "\(megabytes) MB: \(error)")
    }

    /// The error says which limit ended a call, and how much the limit allows.
    @Test func aLimitOnMemoryIsNamedWithItsSize() throws {
        func words(_ limits: LuaLimits, _ source: String) throws -> String {
            let state = try LuaState(limits: limits)
            do {
                _ = try state.call(state.load(source, name: "game.lua"))
            } catch {
                return error.message
            }
            return "nothing failed"
        }
        let hold = "local t = {} for i = 1, 1e7 do t[i] = ('x'):rep(1000) .. i end"
        let churn = "for i = 1, 1e7 do local s = ('x'):rep(1e5) .. i end"
        #expect(
            try words(LuaLimits(memory: 4_000_000), hold)
                == "limit memory: a script may hold 4000000 bytes, and asked for more")
        #expect(
            try words(LuaLimits(granted: 50_000_000), churn)
                == "limit granted: one call may be given 50000000 bytes, freed or not, and asked for more")
        #expect(
            try words(LuaLimits(printed: 1000), "while true do print 'x' end")
                == "limit output: one call may print 1000 bytes, and printed more")
    }

    @Test func aSharedPoolsLimitIsNamedWithItsSize() throws {
        let pool = MemoryPool(limit: 3_000_000)
        let state = try LuaState(limits: LuaLimits(), pool: pool)
        let error = #expect(throws: LuaError.self) {
            let source = "local t = {} for i = 1, 1e7 do t[i] = ('x'):rep(1000) .. i end"
            _ = try state.call(state.load(source, name: "game.lua"))
        }
        #expect(error?.limit == .pool)
        #expect(error?.message == "limit pool: all scripts together may hold 3000000 bytes, and one asked for more")
    }
}
