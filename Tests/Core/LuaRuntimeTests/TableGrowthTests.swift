import CLuaBoundary
import Effort
import Testing
import Values

@testable import LuaRuntime

/// Growing a table is one step that nothing can interrupt. The step must not take long, and honest tables must be able
/// to grow.
@Suite(.serialized) struct TableGrowthTests {
    /// Returns the error of the calls, and the longest processor time of a call.
    private func run(
        _ source: String, limits: LuaLimits = LuaLimits(), calls: Int = 1
    ) throws -> (error: LuaError?, worst: Double) {
        let state = try LuaState(limits: limits)
        let chunk = try state.load(source, name: "grow.lua")
        return try LuaThread.run {
            let step = try state.call(chunk)[0].function
            var worst = 0.0
            for _ in 0..<calls {
                guard let step else { break }
                var error: LuaError?
                worst = max(
                    worst,
                    ProcessorClock.measure {
                        do throws(LuaError) { try state.call(step) } catch let caught { error = caught }
                    })
                if let error { return (error, worst) }
            }
            return (nil, worst)
        }
    }

    @Test func theLayoutIsKnown() throws {
        _ = try LuaState()
        #expect(guard_knows_nodes(), "on this Lua no table may have a large hash part")
    }

    @Test(arguments: [
        "for i = 1, 200000 do t[i] = i end", "for i = 200000, 1, -1 do t[i] = i end",
        "for i = 1, 200000 do t[i * 3] = i end", "for i = 1, 200000 do t['key ' .. i] = i end",
        "for i = 1, 200000 do t[i / 7] = i end", "for i = 1, 200000 do t[i * 1.0e10] = i end",
        "for i = 1, 100000 do t[-i] = i t[i] = i end",
        "for x = 0, 299 do for y = 0, 299 do t[x << 16 | y] = true end end",
        "for x = 0, 299 do for y = 0, 299 do t[x * 1000 + y] = true end end",
        "for y = 0, 299 do for x = 0, 299 do t[x << 16 | y] = true end end",
        "for x = 0, 599 do for y = 0, 499 do t[x * 1000 + y] = true end end",
        "for x = 0, 299 do for y = 0, 299 do t[x << 32 | y] = true end end",
        "for x = 0, 299 do for y = 0, 299 do t[x + y / 1024] = true end end",
        "for i = 1, 64 do for j = 0, 1000 do t[(1 << i % 63) + j] = i end end",
        "local h = 0 for i = 1, 200000 do h = h * 6364136223846793005 + 1442695040888963407 t[h] = i end",
        "for i = 1, 100000 do t[{}] = i end", "for i = 1, 400000 do t[i % 20011 * 64] = i end",
    ])
    func honestTablesGrow(_ fill: String) throws {
        let (error, _) = try run("return function() local t = {} \(fill) end")
        #expect(error == nil, "\(fill): \(error.map { "\($0)" } ?? "")")
    }

    /// Each call adds some keys, so no deadline of a call bounds the number of keys. Only the check of their places
    /// bounds it.
    @Test(arguments: [
        ("i * 524287", 5000), ("i * 262143", 5000), ("i * 131071", 5000), ("-i * 524287", 5000),
        ("1 + i * 2.0 ^ -52", 3000), ("i * 2.0 ^ 60 + 2.0 ^ 62", 5000), ("i * 1048575", 8000), ("i * 65535", 3000),
    ])
    func keysThatCollideAreKeptOut(_ key: String, _ step: Int) throws {
        let source = """
            local t, i = {}, 0
            return function()
              for _ = 1, \(step) do i = i + 1 t[\(key)] = true end
            end
            """
        let (error, worst) = try run(source, limits: LuaLimits(deadline: .seconds(1)), calls: 80)
        print("\(key): \(Int(worst * 1000)) ms at most, \(error.map { "\($0.limit?.rawValue ?? "")" } ?? "all in")")
        #expect(error == nil || error?.limit == .table || error?.limit == .time || error?.limit == .memory)
        #expect(worst < 1.5, "\(key)")
    }

    /// Keys for 512 places of the new part, in an order in which no two successive keys are in one page. A step
    /// between such keys takes a hundred times as long as a step within the cache.
    @Test func keysThatAreFarApartAreKeptOut() throws {
        let (error, worst) = try run(
            """
            local t, C, L = {}, 512, 512
            for j = 0, L - 1 do
              for i = 0, C - 1 do
                local p = (i * (2 * ((j * 2654435761) % (C // 2)) + 1) + j * 40503) % C
                local q = C * j + p - i - 7
                if q < 0 then q = q + 262143 end
                t[i + 7 + 524287 * q] = true
              end
            end
            return function() t[-1] = true end
            """)
        #expect(error?.limit == .table)
        #expect(worst < 0.5)
    }

    /// First a chain of keys, and then keys whose places are taken by nodes of the chain. Each of the later keys
    /// moves such a node away, and for that Lua walks along the chain. In the first case the nodes are side by side;
    /// in the second they are scattered over pages.
    @Test(
        arguments: [
            """
            for q = 0, n - 1 do put(0, q) end
            local r = M - 1
            for q = n, m - 1 do
              put(r, q)
              r = r == M - 1 and M + 1 - n or r - 1
            end
            """,
            """
            local free, slot, q = { M }, M - 1, 0
            while #free < n do
              if (slot * 2654435761 >> 13) % 12 == 0 then free[#free + 1] = slot else put(slot, q) q = q + 1 end
              slot = slot - 1
            end
            for i = 1, n do put(0, q) q = q + 1 end
            local r = free[n]
            while q < m do
              put(r, q)
              q = q + 1
              r = r - 1
            end
            """,
        ], ["true", "q % 2 == 0"])
    func linksThatHaveToMoveAreCounted(_ fill: String, _ isNumber: String) throws {
        let (error, worst) = try run(
            """
            local n, M, m, t = 11000, (1 << 19) - 1, (1 << 18) - 1, {}
            local function put(r, q)
              local key = r + M * ((q - r) % m)
              t[(\(isNumber)) and key or key + M * m] = true
            end
            \(fill)
            return function() for i = 1, 3 do t[-i] = true t[i + 0.5] = true end end
            """)
        #expect(error?.limit == .table)
        #expect(worst < 0.5)
    }

    @Test(arguments: [3, 7]) func chainsOfFloatsBesideEachOtherAreOverSoon(_ apart: Int) throws {
        let (error, worst) = try run(
            """
            return function()
            local n, G, K, M, t = 5000, 5, 16411, (1 << 19) - 1, {}
            for c = 0, n - 1 do for a = 0, G - 1 do t[(a * \(apart) + c * K * M) + 0.0 + (1 << 40)] = true end end
            for i = 1, (1 << 18) - G * n do t["q" .. i % 50] = 1 t[-(G * \(apart) + 7 + i * 3) - 1] = true end
            for i = 1, 3 do t[i + 0.5] = 1 end
            end
            """)
        print("chains of floats: \(Int(worst * 1000)) ms, \(error?.limit?.rawValue ?? "all in")")
        #expect(error?.limit == .table)
        #expect(worst < 0.5)
    }

    /// Chains of any length, in any order, among other keys. Every step that isn't refused ends soon.
    @Test(arguments: TestEffort.extent(quick: Array(1...8), full: Array(1...200)))
    func mixedChainsAreOverSoon(_ seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let bits = Int.random(in: 15...19, using: &random)
        let chains = (0..<Int.random(in: 1...6, using: &random)).map { _ in
            (place: Int.random(in: 0..<64, using: &random) * 3, keys: 1 << Int.random(in: 3...13, using: &random))
        }
        let list = chains.map { "{ \($0.place), \($0.keys) }" }.joined(separator: ", ")
        let kind = ["", " + 0.0", " + 0.5"].randomElement(using: &random) ?? ""
        let down = Bool.random(using: &random) ? "M - left % 20000" : "left * 2654435761 % M"
        let (error, worst) = try run(
            """
            return function()
            local M, t, chains = (1 << \(bits)) - 1, {}, { \(list) }
            local left = 1 << \(bits - 1)
            for c = 1, 8192 do
              for _, chain in ipairs(chains) do
                if c <= chain[2] then t[(chain[1] + c * M)\(kind)] = true left = left - 1 end
              end
            end
            while left > 0 do left = left - 1 t[\(down) + M * (left + 1)] = true end
            for i = 1, 5 do t[-i] = true end
            end
            """)
        print("seed \(seed): \(Int(worst * 1000)) ms, \(error?.limit?.rawValue ?? "all in")")
        #expect(error == nil || error?.limit == .table || error?.limit == .memory)
        #expect(worst < 1, "seed \(seed)")
    }

    @Test func theLimitHasItsName() throws {
        let fill = "local t = {} for i = 1, (1 << 18) + 1 do t[i * ((1 << 19) - 1)] = true end"
        for source in [fill, "pcall(function() \(fill) end) return 1"] {
            let (error, time) = try run("return function() \(source) end")
            #expect(error?.limit == .table)
            #expect(error?.message == "too many keys of a table, or too many texts, fall on one place")
            #expect(error?.line == 1)
            #expect(time < 1)
        }
        // an honest table in the same state may grow after the hostile table is gone
        let state = try LuaState()
        let chunk = try state.load(fill, name: "grow.lua"),
            fine = try state.load(
                "local t = {} for i = 1, 300000 do t[i * 5] = i end return 1", name: "fine.lua")
        #expect(throws: LuaError.self) { try state.call(chunk) }
        #expect(try state.call(fine) == [.integer(1)])
    }

    /// Returns, for each block of two bytes, its possible contents, from the last block to the first. Whatever
    /// contents are chosen, the hash is the same. See `lua_hash` in lstring.c of Lua 5.4.
    private static func collidingBlocks(seed: UInt32, blocks: Int, length: Int) -> [[Int64]] {
        func hash(_ state: UInt32, _ byte: UInt32) -> UInt32 { state ^ ((state << 5) &+ (state >> 2) &+ byte) }
        var state = seed ^ UInt32(length)
        return (0..<blocks).map { _ in
            var found: [UInt32: [Int64]] = [:]
            for last in UInt32(0)...255 {
                let middle = hash(state, last)
                for first in UInt32(0)...255 {
                    found[hash(middle, first), default: []].append(Int64(first << 8 | last))
                }
            }
            let most = found.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
            state = most?.key ?? state
            return most?.value ?? []
        }
    }

    /// Texts with the same hash, which a script can find without knowing the seed. Each call adds some of them.
    @Test(arguments: [(8, 16), (8, 40), (8, 41), (8, 64), (8, 400), (8, 4000), (8, 30000)])
    func textsThatCollideAreKeptOut(_ blocks: Int, _ length: Int) throws {
        let state = try LuaState(limits: LuaLimits(deadline: .seconds(5)))
        var seed: UInt32 = 0
        LuaThread.run { #expect(guard_text_seed(state.pointer, &seed) == GUARD_OK) }
        let choices = Self.collidingBlocks(seed: seed, blocks: blocks, length: length)
        #expect(choices.suffix(8).reduce(1) { $0 * min($1.count, 7) } > 50_000, "too few texts share a place")
        let chunk = try state.load(
            """
            local choices, front = ...
            local t, n = {}, 0
            return function()
              for _ = 1, 100 do
                local rest, parts = n, {}
                for place = 1, #choices do
                  local list = choices[place]
                  local block = list[rest % #list + 1]
                  parts[#choices + 1 - place] = string.char(block >> 8, block & 255)
                  rest = rest // #list
                end
                t[front .. table.concat(parts)] = true
                n = n + 1
              end
            end
            """, name: "texts.lua")
        let lists = Value.array(choices.map { .array($0.map { .int($0) }) })
        let front = String(repeating: "x", count: length - 2 * blocks)
        let step = try #require(try state.call(chunk, .value(lists), .text(front)).first?.function)
        let (worst, error) = LuaThread.run {
            var (worst, error) = (0.0, LuaError?.none)
            for _ in 0..<2000 where error == nil {
                worst = max(
                    worst,
                    ProcessorClock.measure {
                        do throws(LuaError) { try state.call(step) } catch let caught { error = caught }
                    })
            }
            return (worst, error)
        }
        print("texts of \(length) bytes: \(Int(worst * 1000)) ms at most, \(error?.limit?.rawValue ?? "all in")")
        #expect(error?.limit == .table)
        #expect(worst < 3)
    }

    /// A block with the size of an array of nodes may contain anything. Numbers that a script has chosen are never
    /// followed as addresses.
    @Test func numbersArentFollowedAsTexts() throws {
        let (error, _) = try run(
            """
            return function()
              local lists, long = {}, {}
              for i = 1, 60 do
                -- 16 bytes for each item: as large as 2^n nodes of 24 bytes
                local list = table.pack(string.byte(("T"):rep(6144), 1, -1))
                for j = 1, #list do list[j] = 0x5454545454545454 end
                lists[i] = list
                long[("x"):rep(20000) .. i] = true
              end
              local t = {}
              for i = 1, 70000 do t["a key of more than forty bytes, however it is counted " .. i] = true end
            end
            """)
        #expect(error == nil || error?.limit == .memory, "\(error.map { "\($0)" } ?? "")")
    }

    /// Steps of Lua and functions of C that nothing can interrupt: the longest ones that are possible within the memory
    /// of a state.
    private static let steps: [(name: String, setup: String, step: String)] = [
        ("compare texts of zeros", "local a, b = ('\\0'):rep(5e5) .. 'a', ('\\0'):rep(5e5) .. 'b'", "return a < b"),
        ("compare long texts", "local a, b = ('x'):rep(5e5) .. 'a', ('x'):rep(5e5) .. 'b'", "return a < b"),
        ("equal long texts", "local a, b = ('x'):rep(5e5), ('x'):rep(5e5)", "return a == b"),
        ("number of digits", "local a = ('9'):rep(5e5)", "return tonumber(a)"),
        ("number of zeros", "local a = '0.' .. ('0'):rep(5e5) .. '1'", "return tonumber(a)"),
        ("number with a base", "local a = ('z'):rep(5e5)", "return tonumber(a, 36)"),
        ("number in hexadecimal", "local a = '0x' .. ('f'):rep(5e5)", "return tonumber(a)"),
        ("number with an exponent", "local a = '1' .. ('0'):rep(5e5) .. 'e-500000'", "return tonumber(a)"),
        ("number of spaces", "local a = (' '):rep(5e5) .. '1'", "return tonumber(a)"),
        ("arithmetic on digits", "local a = ('9'):rep(5e5)", "return a + 1"),
        ("format digits", "local a = ('9'):rep(5e5)", "return (pcall(string.format, '%d', a))"),
        ("length in characters", "local a = ('x'):rep(5e5)", "return utf8.len(a)"),
        ("length in long characters", "local a = ('\\u{10000}'):rep(125000)", "return utf8.len(a)"),
        ("offset of a character", "local a = ('x'):rep(5e5)", "return utf8.offset(a, 480000)"),
        ("offset backwards", "local a = ('x'):rep(5e5)", "return utf8.offset(a, -480000)"),
        ("offset over continuations", "local a = ('\\x80'):rep(5e5)", "return (pcall(utf8.offset, a, 0, 480000))"),
        ("join two texts", "local a = ('x'):rep(2.5e5)", "return #(a .. a)"),
        ("long text as a key", "local a, t = ('x'):rep(5e5), {}", "t[a] = 1"),
        ("most of many", "local a = {} for i = 1, 200000 do a[i] = i end", "return math.max(table.unpack(a))"),
        ("select of many", "local a = {} for i = 1, 200000 do a[i] = i end", "return select('#', table.unpack(a))"),
        (
            "length of a list with holes",
            "local a = {} for i = 1, 1 << 20 do a[i] = i end for i = 2, 1 << 20 do a[i] = nil end",
            "return #a"
        ),
        (
            "first of an emptied table",
            "local a = {} for i = 1, 130000 do a['k' .. i] = 1 end for i = 1, 130000 do a['k' .. i] = nil end",
            "return next(a)"
        ),
        ("grow a table of texts", "local a = {} for i = 1, (1 << 17) do a['k' .. i] = 1 end", "a.x = 1"),
        ("grow a table of numbers", "local a = {} for i = 1, 1 << 18 do a[i * 7.5] = 1 end", "a[0.3] = 1"),
        ("grow a list", "local a = {} for i = 1, 1 << 19 do a[i] = i end", "a[#a + 1] = 1"),
        (
            "collect small tables", "local a = {} for i = 1, 200000 do a[i] = { i } end",
            "a = nil local b = {} for i = 1, 1 << 19 do b[i] = i end"
        ),
        (
            "spread arguments",
            "local function f(...) return select('#', ...) end local a = {} for i = 1, 200000 do a[i] = i end",
            "return f(table.unpack(a))"
        ),
        ("rep", "local a = ('x'):rep(3e4)", "return #a:rep(15)"),
        (
            "compare a text with one in each table of a chain",
            """
            local texts, t = {}, {}
            for i = 1, 50 do texts[i] = ('x'):rep(524200) .. ('%02d'):format(i) end
            for i = 1, 1990 do t = setmetatable({ [texts[i % 50 + 1]] = 1 }, { __index = t }) end
            local a = ('x'):rep(524200) .. 'no'
            """, "return t[a]"
        ),
        ("remainder", "", "return 1.7e308 % 5e-324"),
    ]

    @Test func noSingleStepTakesLong() throws {
        var worst = (time: 0.0, name: "")
        for (name, setup, step) in Self.steps {
            let (error, time) = try run("\(setup) return function() \(step) end")
            #expect(error == nil || error?.limit == .memory, "\(name): \(error.map { "\($0)" } ?? "")")
            // half a second leaves a margin for slower processors
            #expect(time < 0.5, "\(name)")
            if time > 0.04 { print("\(name): \(Int(time * 1000)) ms") }
            if time > worst.time { worst = (time, name) }
        }
        print("the longest step: \(worst.name), \(Int(worst.time * 1000)) ms")
    }
}
