import LuaRuntime
import Testing
import Values

@Suite struct OrderTests {
    private func run(_ source: String) throws -> LuaValue {
        let state = try LuaState()
        return try state.call(try state.load(source, name: "order.lua"))[0]
    }

    private func visited(_ table: String, _ body: String = "") throws -> LuaValue {
        try run(
            "local t = \(table) local s = {} for k, v in pairs(t) do s[#s + 1] = tostring(k) \(body) end return table.concat(s, ' ')"
        )
    }

    @Test func visitsBooleansNumbersAndTextsInOrder() throws {
        #expect(
            try visited(
                "{ b = 1, a = 1, [''] = 1, ['a\\0'] = 1, aa = 1, B = 1, ['\\xff'] = 1, ['é'] = 1, [true] = 1, [false] = 1, "
                    + "[2] = 1, [1.5] = 1, [-1] = 1, [-1.5] = 1, [math.huge] = 1, [-math.huge] = 1, [math.mininteger] = 1, "
                    + "[math.maxinteger] = 1, [2^63] = 1, [-2^70] = 1, [2^53] = 1 }", "s[#s] = s[#s]:gsub('%z', '0')")
                == .text(
                    "false true -inf -1.1805916207174e+21 -9223372036854775808 -1.5 -1 1.5 2 9007199254740992 "
                        + "9223372036854775807 9.2233720368548e+18 inf  B a a0 aa b é \u{FFFD}"))
    }

    @Test func sequencesAreVisitedInOrder() throws {
        #expect(try visited("{ 5, 6, 7 }") == .text("1 2 3"))
        #expect(try visited("{ 5, nil, 7, x = 1 }") == .text("1 3 x"))
        #expect(try visited("{}") == .text(""))
        #expect(try visited("{ [3] = 1, [1] = 1, [2] = 1 }") == .text("1 2 3"))
    }

    @Test(arguments: [
        ("{ 1, 2, 3, 4 }", "if k == 2 then t[3] = nil t[5] = 5 t[1] = nil end", "1 2 4"),
        ("{ a = 1, b = 2, c = 3 }", "if k == 'a' then t.b = nil t.d = 4 end", "a c"),
        ("{ a = 1, b = 2, c = 3 }", "t[k] = nil", "a b c"), ("{ 1, 2, 3 }", "t[k] = nil", "1 2 3"),
        ("{ a = 1, b = 2 }", "for i = 1, 100 do t['x' .. i .. k] = i end", "a b"),
        ("{ 1, 2 }", "t = {}", "1 2"), ("{ a = 1, b = 2 }", "t.b = 9", "a b"),
    ])
    func changesWhileItRunsAreSeenAsSkippedKeysOnly(_ table: String, _ body: String, _ expected: String) throws {
        #expect(try visited(table, body) == .text(expected))
    }

    @Test func aValueChangedBeforeItsTurnIsSeen() throws {
        #expect(
            try run("local t, s = { a = 1, b = 2 }, 0 for k, v in pairs(t) do t.b = 10 s = s + v end return s")
                == .integer(11))
    }

    @Test func tablesAndFunctionsHaveNoOrder() throws {
        for source in ["pairs({ [{}] = 1 })", "pairs({ [print] = 1, a = 1 })", "next({ [{}] = 1, a = 1 })"] {
            let error = #expect(throws: LuaError.self) { try run("return \(source)") }
            #expect(error?.message.contains("as a key has no order") == true)
        }
        for source in ["pairs()", "pairs(5)", "pairs(nil)", "next('x')"] {
            #expect(throws: LuaError.self) { try run("return \(source)") }
        }
    }

    @Test func nextGivesTheFirst() throws {
        #expect(try run("local k, v = next({ b = 1, a = 2 }) return k .. v") == .text("a2"))
        #expect(try run("return next({}) == nil and select('#', next({})) == 1") == .boolean(true))
        #expect(try run("local k, v = next({ 7, 8, x = 1 }) return k + v") == .integer(8))
        #expect(try run("return (next({ x = 1 }, nil))") == .text("x"))
        let error = #expect(throws: LuaError.self) { try run("return next({ a = 1 }, 'a')") }
        #expect(error?.message == "next takes no key here: loop with pairs")
    }

    @Test func pairsUsesNoMetamethod() throws {
        #expect(
            try run(
                """
                local t = setmetatable({ 1, 2 }, { __index = function() error 'used' end, __len = function() return 9 end,
                    __pairs = function() error 'used' end })
                local n = 0 for _, v in pairs(t) do n = n + v end return n
                """) == .integer(3))
    }

    @Test func bigTablesAreVisitedInOrder() throws {
        #expect(
            try run(
                """
                local t, seed = {}, 7
                for i = 1, 20000 do
                    seed = (seed * 1103515245 + 12345) % 2147483648
                    t[seed % 2 == 0 and seed or 'k' .. seed] = true
                    t[seed + 0.5] = true
                end
                local count, last = 0
                for k in pairs(t) do
                    count = count + 1
                    local rank = type(k)
                    if last ~= nil then
                        assert(type(last) == rank and last < k or type(last) == 'number' and rank == 'string')
                    end
                    last = k
                end
                return count
                """) == .integer(40000))
    }

    /// The order of keys inside a table differs from state to state. The number of counted steps must not differ.
    @Test func countsTheSameInEveryState() throws {
        var counts: Set<UInt64> = []
        var states: [LuaState] = []  // all at once, because each state's hash seed depends on its address
        for _ in 0..<8 {
            let state = try LuaState()
            state.countInstructions(true)
            let chunk = try state.load(
                """
                local t = {} for i = 1, 500 do t['key' .. i * 7919 % 1009] = i end
                local s = '' for k, v in pairs(t) do if v % 50 == 0 then s = s .. k end end
                table.sort({ 3, 1, 2 }) return s, host.encode(t), host.copy(t)
                """, name: "count.lua", trust: .host)
            try state.call(chunk)
            counts.insert(state.meters.instructions)
            states.append(state)
        }
        #expect(counts.count == 1)
    }
}
