import LuaRuntime
import Testing

/// The results that scripts get in cases in which a sandbox easily loses Lua's own behaviour.
@Suite struct LuaAsLuaHasItTests {
    private func text(_ source: String) throws -> String? {
        let state = try LuaState()
        return try state.call(try state.load(source, name: "game.lua"))[0].text
    }

    private func failure(_ source: String, modules: [(name: String, chunk: LuaChunk)] = []) throws -> LuaError {
        let state = try LuaState()
        try state.register(LuaModules(modules, trust: .script))
        let chunk = try state.load(source, name: "game.lua")
        return try #require(throws: LuaError.self) { try state.call(chunk) }
    }

    @Test(arguments: [
        ("table.concat(t, ',')", "10,20,30"), ("table.concat({ table.unpack(t) }, ',')", "10,20,30"),
        ("tostring(select('#', table.unpack(t)))", "3"),
        ("table.concat(table.move(t, 1, 3, 2, {}), ',', 2, 4)", "10,20,30"), ("tostring(table.remove(t))", "30"),
    ])
    func functionsOfTablesAskMetamethods(_ expression: String, _ expected: String) throws {
        let answers = "{ __len = function() return 3 end, __index = function(_, k) return k * 10 end }"
        #expect(try text("local t = setmetatable({}, \(answers)) return \(expression)") == expected)
    }

    @Test(arguments: [
        "table.insert(t, 1)", "table.insert(t, 1, 1)", "table.move({ 1 }, 1, 1, 3, t)", "table.remove(t)",
        "table.sort(t)",
    ])
    func aReadOnlyTableStaysAsItIs(_ write: String) throws {
        let source = """
            local held = { 3, 2 }
            local t = setmetatable({}, { __index = held, __len = function() return #held end,
              __newindex = function() error("read only", 0) end })
            local done, why = pcall(function() \(write) end)
            return tostring(done) .. " " .. tostring(why) .. " " .. rawlen(t) .. table.concat(held)
            """
        #expect(try text(source) == "false read only 032")
    }

    @Test func anAssertionTellsItsPlace() throws {
        #expect(try text("return select(2, pcall(function()\nassert(false, 'hi') end))") == "game.lua:2: hi")
        #expect(try text("return select(2, pcall(function() assert(nil) end))") == "game.lua:1: assertion failed!")
        #expect(try text("return select(2, pcall(assert, false, 'hi'))") == "hi")
        #expect(try text("local e = {} return tostring(select(2, pcall(assert, false, e)) == e)") == "true")
        let error = try failure("\nassert(false, 'hi')")
        #expect(error.description == "game.lua:2: hi")
    }

    @Test func nextAsksForAnOrderOnlyWhereItNeedsOne() throws {
        #expect(try text("return tostring(next({}))") == "nil")
        #expect(try text("local k = {} return tostring(next({ [k] = 1 }) == k)") == "true")
        #expect(try text("local _, v = next({ [print] = 'x' }) return v") == "x")
        #expect(try text("local k = next({ b = 1, a = 2, c = 3 }) return k") == "a")
        #expect(
            try text("return select(2, pcall(next, { [{}] = 1, [{}] = 2 }))")
                == "pairs: a table as a key has no order")
        #expect(
            try text("return select(2, pcall(next, { a = 1, [{}] = 2, b = 3 }))")
                == "pairs: a table as a key has no order")
    }

    @Test(arguments: ["table.unpack({}, 1, 1e7)", "pcall(table.unpack, {}, 1, 1e7)"])
    func tooManyValuesAreCounted(_ call: String) throws {
        let error = try failure("return \(call)")
        #expect(error.limit == .depth)
        #expect(
            error.message == "too many values at once: 10000000, and a call holds at most 1000000 with all that it has",
            "\(error)")
        let deep = try failure("local function f() return 1 + f() end f()")
        #expect(deep.limit != nil && !deep.message.contains("values"), "\(deep)")
    }

    @Test func aFunctionThatAnotherCallsHasItsName() throws {
        let error = try failure("return (string.gsub('x', 'x', string.rep))")
        #expect(error.message.contains("'rep'") || error.message.contains("'string.rep'"), "\(error)")
    }

    @Test func aFileThatNestsTooDeepIsTheOneThatIsNamed() throws {
        let deep = "return " + String(repeating: "(", count: 300) + "1" + String(repeating: ")", count: 300)
        let error = try failure(
            "\nrequire 'deep'", modules: [("deep", LuaChunk(name: "deep.lua", source: deep, digest: nil))])
        #expect(error.source == "deep.lua", "\(error)")
        #expect(error.message.contains("nest too deep to be compiled"), "\(error)")
    }
}
