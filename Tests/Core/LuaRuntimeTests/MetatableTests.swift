import LuaRuntime
import Testing

@Suite struct MetatableTests {
    private func run(_ source: String) throws -> [LuaValue] {
        let state = try LuaState()
        return try state.call(try state.load(source, name: "meta.lua"))
    }

    @Test func classesWorkAsAlways() throws {
        #expect(
            try run(
                """
                local Animal = {} Animal.__index = Animal
                function Animal.new(name) return setmetatable({ name = name }, Animal) end
                function Animal:speak() return self.name .. ' says ' .. self:sound() end
                function Animal:sound() return 'nothing' end
                local Dog = setmetatable({}, { __index = Animal, __call = function(class, name)
                    return setmetatable(Animal.new(name), class) end })
                Dog.__index = Dog
                function Dog:sound() return 'woof' end
                return Animal.new('cat'):speak() .. ', ' .. Dog('rex'):speak()
                """) == [.text("cat says nothing, rex says woof")])
    }

    @Test func methodsAddedLaterAreFound() throws {
        #expect(
            try run(
                "local C = {} C.__index = C local o = setmetatable({}, C) function C.late() return 1 end return o.late()"
            )
                == [.integer(1)])
    }

    @Test func metamethodsAddedLaterNeedAnotherSetmetatable() throws {
        #expect(
            try run(
                "local m = {} local t = setmetatable({}, m) m.__len = function() return 7 end local before = #t "
                    + "setmetatable(t, m) return before * 10 + #t") == [.integer(7)])
    }

    /// The snapshot of a metatable has the fields that the metatable has when `setmetatable` is called, whatever was
    /// changed before. This also holds if another metatable gets the same address.
    @Test(arguments: [0, 5, 40]) func whatCountsIsWhatTheMetatableHoldsNow(_ more: Int) throws {
        let source = """
            local told = {}
            local M = {}
            for i = 1, \(more) do M["method" .. i] = i end
            local function tell(t) told[#told + 1] = tostring(t.x) .. (rawequal(getmetatable(t), M) and "" or "?") end
            local a = setmetatable({}, M)
            M.__index = { x = 1 }
            local b, c = setmetatable({}, M), setmetatable({}, M)
            M.__index = { x = 2 }
            local d = setmetatable({}, M)
            M.__len = function() return 7 end
            local e = setmetatable({}, M)
            M.__index = nil
            local f = setmetatable({}, M)
            for _, t in ipairs { a, b, c, d, e, f } do tell(t) end
            told[#told + 1] = #d .. #e .. #f
            for i = 1, 3000 do
              local t = setmetatable({}, { __index = { x = i } })
              if t.x ~= i then told[#told + 1] = "other " .. i end
            end
            return table.concat(told, " ")
            """
        #expect(try run(source) == [.text("nil 1 1 2 2 nil 077")])
    }

    @Test func whatWasGivenComesBack() throws {
        #expect(
            try run(
                "local m = {} local t = {} return setmetatable(t, m) == t and getmetatable(t) == m "
                    + "and getmetatable(setmetatable(t, nil)) == nil and getmetatable({}) == nil and getmetatable(5) == nil "
                    + "and getmetatable('') == nil and getmetatable(print) == nil") == [.boolean(true)])
        for source in ["getmetatable()", "setmetatable()", "setmetatable({}, 5)", "setmetatable(5, {})"] {
            #expect(throws: LuaError.self, "\(source)") { try run(source) }
        }
    }

    @Test func everyOperatorIsCarried() throws {
        let source = """
            local log = {}
            local m = {}
            for _, e in ipairs { 'add', 'sub', 'mul', 'div', 'mod', 'pow', 'unm', 'idiv', 'band', 'bor', 'bxor', 'shl',
                'shr', 'bnot', 'len', 'eq', 'lt', 'le', 'call', 'tostring', 'index', 'newindex' } do
                m['__' .. e] = function() log[#log + 1] = e return e == 'tostring' and 't' or true end
            end
            local t, u = setmetatable({}, m), setmetatable({}, m)
            local _ = { t + 1, 1 - t, t * t, t / 1, t % 1, t ^ 1, -t, t // 1, t & 1, t | 1, t ~ 1, t << 1, t >> 1, ~t, #t,
                t == u, t < u, t <= u, t(), tostring(t), t.x }
            t.x = 1
            return table.concat(log, ' ')
            """
        #expect(
            try run(source) == [
                .text(
                    "add sub mul div mod pow unm idiv band bor bxor shl shr bnot len eq lt le call tostring index newindex"
                )
            ])
    }

    @Test(arguments: [
        ("__gc = function() while true do end end", "t = nil for i = 1, 50000 do local x = { i } end return true"),
        ("__mode = 'kv'", "t[1] = {} for i = 1, 50000 do local x = { i } end return t[1] ~= nil"),
        ("__close = function() error 'closed' end", "return not pcall(function() local x <close> = t end)"),
        ("__concat = function() return 'joined' end", "return not pcall(function() return t .. 'x' end)"),
        ("__metatable = 'locked'", "return type(getmetatable(t)) == 'table' and pcall(setmetatable, t, nil)"),
        ("__name = 'Named'", "return tostring(t) == 'table'"),
        ("__pairs = function() error 'used' end", "return (pcall(pairs, t))"),
    ])
    func whatIsUnsafeIsIgnored(_ field: String, _ test: String) throws {
        #expect(try run("local t = setmetatable({}, { \(field) }) \(test)") == [.boolean(true)])
    }

    @Test func aFrozenTableServesAsAMetatable() throws {
        let state = try LuaState()
        try state.register(
            module: "point",
            source: """
                local Point = {} Point.__index = Point
                function Point.new(x) return setmetatable({ x = x }, Point) end
                function Point:twice() return self.x * 2 end
                return Point
                """, name: "point.lua", trust: .host)
        let chunk = try state.load(
            """
            local Point = require 'point'
            local mine = setmetatable({ x = 4 }, Point)
            return Point.new(3):twice() * 10 + mine:twice() + (getmetatable(mine) == Point and 100 or 0)
            """, name: "meta.lua")
        #expect(try state.call(chunk) == [.integer(168)])
    }
}
