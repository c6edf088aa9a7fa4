import LuaRuntime
import Testing

/// No function that accesses a table raw reads or changes a table that was lent and has expired, or that the host has
/// sealed. Each raises an error, and doesn't treat the table as empty.
@Suite struct SealTests {
    /// Runs a script with modules of the host: `lent` returns a table that has expired, `sealed` a sealed table, and
    /// `plain` an ordinary table.
    private func run(_ source: String) throws -> LuaValue {
        let state = try LuaState()
        try state.register(
            module: "kinds",
            source: """
                local kinds = {}
                function kinds.plain() return { 3, 1, 2, a = 1 } end
                function kinds.lent()
                  local lent = host.lend({ 3, 1, 2, a = { 1 } })
                  host.expire()
                  return lent
                end
                function kinds.inner()
                  local lent = host.lend({ 3, 1, 2, a = { 1 } })
                  local inner = lent.a
                  host.expire()
                  return inner
                end
                local function touched() error("state.secret is sealed here", 2) end
                function kinds.sealed()
                  return setmetatable({}, { __index = touched, __newindex = touched, __len = touched })
                end
                return kinds
                """, name: "kinds.lua", trust: .host)
        return try state.call(try state.load(source, name: "script.lua"))[0]
    }

    /// Every function of the library that takes a table and reads it.
    private static let readers = [
        "t[1]", "t.a", "#t", "pairs(t)", "for _ in pairs(t) do end", "for _ in ipairs(t) do end", "next(t)",
        "rawget(t, 1)", "rawget(t, 'a')", "rawlen(t)", "table.concat(t)", "table.concat(t, ',', 1, 1)",
        "table.unpack(t)",
        "table.unpack(t, 1, 2)", "table.move(t, 1, 1, 1, {})", "select('#', table.unpack(t))",
    ]

    private static let writers = [
        "t[1] = 2", "t.b = 1", "rawset(t, 1, 2)", "rawset(t, 'b', 2)", "table.insert(t, 1)", "table.insert(t, 1, 1)",
        "table.remove(t)", "table.remove(t, 1)", "table.sort(t)", "table.sort(t, function(a, b) return a > b end)",
        "table.move({ 1 }, 1, 1, 1, t)", "table.move(t, 1, 2, 2)",
    ]

    private static func statement(_ use: String) -> String {
        use.contains("=") || use.hasPrefix("for") ? use : "local _ = \(use)"
    }

    private static let uses = readers + writers

    @Test(arguments: uses) func ordinaryTablesCanBeUsed(_ use: String) throws {
        _ = try run("local t = require('kinds').plain() \(Self.statement(use)) return true")
    }

    @Test(arguments: uses, ["lent", "inner"]) func whatHasExpiredSaysSo(_ use: String, _ kind: String) {
        let error = #expect(throws: LuaError.self, "\(use)") {
            try run("local t = require('kinds').\(kind)() \(Self.statement(use))")
        }
        #expect(
            error?.message.contains("lent to a hook that has returned") == true, "\(use): \(String(describing: error))")
    }

    @Test(arguments: uses) func whatIsSealedStaysSealed(_ use: String) throws {
        let error = #expect(throws: LuaError.self, "\(use)") {
            try run("local t = require('kinds').sealed() \(Self.statement(use))")
        }
        #expect(error?.message.contains("sealed") == true, "\(use): \(String(describing: error))")
        let left = try run(
            """
            local t = require('kinds').sealed()
            pcall(function() \(Self.statement(use)) end)
            return true
            """)
        #expect(left == .boolean(true))
    }

    /// Tables that are passed to the host are read raw, too.
    @Test(arguments: ["host.copy(t)", "host.raw_copy({ t })", "host.plain(t)", "host.encode(t)", "host.lend(t)"])
    func whatHasExpiredCrossesNowhere(_ use: String) throws {
        let state = try LuaState()
        let chunk = try state.load(
            "local t = host.lend({ 1, { 2 } }) host.expire() return \(use)", name: "host.lua", trust: .host)
        #expect(throws: LuaError.self, "\(use)") { try state.call(chunk) }
    }

    /// A sealed table isn't passed to the host, either: it would be copied as an empty table.
    @Test(arguments: [
        "host.copy(t)", "host.copy({ { t } })", "host.raw_copy(t)", "host.raw_copy({ t })", "host.plain(t)",
        "host.lend(t)", "host.lend({ t })",
    ])
    func whatIsSealedCrossesNowhere(_ use: String) throws {
        let state = try LuaState()
        let chunk = try state.load(
            """
            local function touched() error("sealed here", 2) end
            local t = setmetatable({}, { __index = touched, __newindex = touched, __len = touched })
            return \(use)
            """, name: "host.lua", trust: .host)
        let error = #expect(throws: LuaError.self, "\(use)") { try state.call(chunk) }
        #expect(error?.message.contains("sealed by the host") == true, "\(use): \(String(describing: error))")
    }

    /// The identity of the table may be compared, because that says nothing about its contents.
    @Test func aTableIsStillItself() throws {
        #expect(
            try run("local t = require('kinds').lent() return rawequal(t, t) and type(t) == 'table'") == .boolean(true))
    }

    /// A script's own metatable doesn't prevent raw reads.
    @Test func aScriptsOwnMetatableIsNoSeal() throws {
        let read = try run(
            """
            local t = setmetatable({ 1, 2 }, { __index = function() return 9 end, __newindex = error, __len = error })
            rawset(t, 3, 3)
            local n = 0
            for _, value in pairs(t) do n = n + value end
            return n + rawget(t, 1) + rawlen(t)
            """)
        #expect(read == .integer(10))
    }
}
