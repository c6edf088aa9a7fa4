import CLuaBoundary
import Testing
import Values

@testable import LuaRuntime

/// Every single request for memory is refused, in every way. Nothing breaks, nothing leaks, and the next call works.
@Suite(.serialized) struct AllocationTests {
    private static let module = """
        local M = { list = { 1, { 2 } } }
        M.__index = M
        function M.new(x) return setmetatable({ x = x }, M) end
        function M:twice() return self.x * 2 end
        return M
        """

    /// A script with an example of everything that allocates.
    private static let script = """
        local argument, text = ...
        local t = {}
        for i = 1, 20 do t[i] = { i } t['k' .. i] = i end
        local s = ('abc'):rep(400) .. text
        s = s:gsub('b', { b = 'X' }):gsub('%a', function(c) return c == 'a' and 'longer' or nil end, 9)
        s = s .. s:upper():sub(1, 50) .. string.format('%5.2f|%s|%q', 1.5, t, 'q\\n')
        for w, p in ('one two'):gmatch('(%a+)()') do s = s .. w .. p end
        local list = {}
        for k, v in pairs(t) do list[#list + 1] = tostring(k) end
        table.sort(list, function(a, b) return a > b end)
        table.insert(list, 1, 'first') table.remove(list)
        local class = setmetatable({}, { __index = function(_, k) return k .. '!' end, __call = function(_, ...) return select('#', ...) end,
            __tostring = function() return 'object' end, __add = function(a, b) return { 1 } end })
        local ok, e = pcall(function() local x = nil; return x.y end)
        local ok2, e2 = xpcall(error, function(m) return { m } end, 'raised')
        local ok3, e3 = pcall(error, { code = 7 })
        local closures = {}
        for i = 1, 5 do closures[i] = function(...) return i + select('#', ...) end end
        local function deep(n) if n == 0 then return 0 end return 1 + deep(n - 1) end
        local big = {} for i = 1, 600 do big[i] = i % 90 + 33 end
        local counts = { select('#', pcall(table.unpack, big)), select('#', pcall(string.byte, s, 1, 700)),
            select('#', pcall(utf8.codepoint, s, 1, 700)), select('#', pcall(string.match, 'xyz', '()(x)(y)(z)')),
            #utf8.char(table.unpack(big)), (pcall(table.sort, big)), (pcall(string.rep, 'x', 3000)) }
        local shape = require 'shape'
        print(class, s, argument.a[1], table.unpack(list, 1, 3))
        local bytes = host.encode({ a = { 1, 2, x = 'é' }, b = 1.5 }, 'state', true)
        local back = host.decode(bytes)
        local answer = host.answer({ back, s:sub(1, 3) })
        local frozen = host.freeze({ 1, 2 }, 'f')
        return {
            s = s, list = table.concat(list, ','), e = e, e2 = e2[1], e3 = e3.code, n = closures[3](1, 2), deep = deep(150),
            shape = shape.new(4):twice(), called = class(1, 2), word = class.word, plus = (class + 1)[1],
            copy = host.copy(argument), answer = answer, u = utf8.char(233, 8364), frozen = #frozen,
            counts = counts, packed = table.pack(table.unpack({ 1, 2, 3 })).n,
        }, function() return s end
        """

    private static func makeState(pool: MemoryPool? = nil) throws(LuaError) -> LuaState {
        let state = try LuaState(limits: LuaLimits(memory: 8 << 20), pool: pool)
        try register(on: state)
        return state
    }

    private static func register(on state: LuaState) throws(LuaError) {
        try state.register(module: "shape", source: module, name: "shape.lua", trust: .host)
        try state.register(host: "answer") { arguments in
            .encoded(try (["got": arguments[0].decoded() ?? .null] as Value).canonicalBytes())
        }
    }

    private static func call(_ state: LuaState, _ function: LuaFunction) throws -> Value {
        let argument = try LuaValue.value(["a": [1, "two"], "b": ["c": 2.5]])
        let results = try state.call(function, argument, .text("text"), results: 2)
        if let function = results[1].function { state.forget(function) }
        return try #require(try results[0].decoded())
    }

    private static let modes: [(name: String, count: UInt64)] = [("once", 1), ("twice", 2), ("from then on", 1 << 60)]

    @Test func everyAllocationOfACallMayFail() throws {
        let lost = guard_bytes_lost()
        let pool = MemoryPool()
        try LuaThread.run {
            let state = try Self.makeState(pool: pool)
            let function = try state.load(Self.script, name: "script.lua", trust: .host)
            let expected = try Self.call(state, function)
            for _ in 0..<3 { #expect(try Self.call(state, function) == expected) }
            state.collect()
            let before = state.meters
            #expect(try Self.call(state, function) == expected)
            let points = state.meters.allocations - before.allocations
            var refused = 0
            var most = 0
            for (name, count) in Self.modes {
                for point in 1...points {
                    state.injectFault(at: point, count: count)
                    do {
                        let value = try Self.call(state, function)
                        #expect(value == expected, "\(name), allocation \(point)")
                    } catch let error as LuaError {
                        refused += 1
                        #expect(count > 1 && error.limit == .memory, "\(name), allocation \(point): \(error)")
                    }
                    state.injectFault(at: 0)
                    #expect(try Self.call(state, function) == expected, "after \(name), allocation \(point)")
                    state.collect()
                    most = max(most, state.meters.used - before.used)
                }
            }
            print(
                "allocations of a call: \(points) points, \(refused) of \(3 * points) calls refused, \(most) bytes more at most"
            )
            #expect(points > 300)
            #expect(refused > Int(points))
            #expect(most <= 4096)
        }
        #expect(pool.leased == 0)
        #expect(guard_bytes_lost() == lost)
    }

    /// The start of a state: from a text, from a cached chunk, or as a warm state.
    enum Opening: CaseIterable { case text, kept, spare }

    /// Loading, registering, and requiring a module for the first time. Each refusal is tried in a separate state.
    @Test(arguments: Opening.allCases) func everyAllocationOfAStatesFirstStepsMayFail(_ opening: Opening) throws {
        let lost = guard_bytes_lost()
        let script = LuaChunk(name: "script.lua", source: Self.script, isKept: opening != .text)
        let shape = LuaChunk(name: "shape.lua", source: Self.module, isKept: opening != .text)
        func makeState() throws -> LuaState {
            if opening != .spare { return try LuaState() }
            let state = try LuaState(spare: ())
            try state.assign(limits: LuaLimits(), pool: nil)
            return state
        }
        try LuaThread.run {
            func steps(_ state: LuaState) throws -> Value {
                try Self.register(on: state)
                try state.register(LuaModules([("shape", shape)], trust: .host))
                return try Self.call(state, try state.load(script, trust: .host))
            }
            let expected = try steps(try makeState())
            var refused = 0
            var points: UInt64 = 0
            var ended = [false, false, false]
            while ended != [true, true, true] {
                points += 1
                for (mode, (name, count)) in Self.modes.enumerated() where !ended[mode] {
                    let state = try makeState()
                    let before = state.meters
                    state.injectFault(at: points, count: count)
                    do {
                        let value = try steps(state)
                        #expect(value == expected, "\(name), allocation \(points)")
                    } catch let error as LuaError {
                        refused += 1
                        #expect(count > 1 && error.limit == .memory, "\(name), allocation \(points): \(error)")
                    }
                    ended[mode] = state.meters.allocations - before.allocations < points
                    state.injectFault(at: 0)
                    #expect(try steps(state) == expected, "after \(name), allocation \(points)")
                }
            }
            print("allocations of a state's first steps, \(opening): \(points) points, \(refused) refused")
            #expect(points > 400)
        }
        #expect(guard_bytes_lost() == lost)
    }

    @Test func everyAllocationOfABootMayFail() throws {
        let lost = guard_bytes_lost()
        var config = GuardConfig()
        config.memory_limit = 8 << 20
        config.granted_limit = 1 << 30
        var made = [0, 0]
        var refused = [0, 0]
        for (mode, count) in [UInt64(1), 1 << 60].enumerated() {
            for point: UInt64 in 1...2000 {
                config.fault_at = point
                config.fault_count = count
                var status = GUARD_OK
                let state = guard_new(&config, &status)
                let requests = state.map { guard_meter($0).pointee.allocations } ?? .max
                guard_close(state)
                #expect(status == (state == nil ? GUARD_MEMORY : GUARD_OK), "allocation \(point)")
                if state == nil { refused[mode] += 1 } else { made[mode] += 1 }
                if requests < point { break }
            }
        }
        print("allocations of a boot: \(refused[1]) points")
        #expect(made[1] == 1 && refused[1] > 100)
        // Before the first object exists, Lua doesn't collect garbage and ask again. After that it does.
        #expect(refused[0] < 60 && made[0] > refused[0])
        #expect(guard_bytes_lost() == lost)
    }

    /// A state can't be made with less memory than its libraries take. In that case creating it fails cleanly.
    @Test func aStateIsNotMadeWithoutMemory() throws {
        let lost = guard_bytes_lost()
        let small = MemoryPool(limit: 200_000)
        let error = #expect(throws: LuaError.self) { try LuaState(pool: small) }
        #expect(error?.limit == .pool)
        #expect(small.leased == 0)
        #expect(guard_bytes_lost() == lost)
        let tight = try LuaState(limits: LuaLimits(memory: 0))
        #expect(throws: LuaError.self) { try tight.load("return 1", name: "x.lua") }
    }

    @Test func grantedBytesAreBounded() throws {
        let state = try LuaState(limits: LuaLimits(granted: 4 << 20))
        let chunk = try state.load("local s = ('x'):rep(100000) while true do s:upper() end", name: "churn.lua")
        let error = #expect(throws: LuaError.self) { try state.call(chunk) }
        #expect(error?.limit == .granted)
        #expect(state.meters.granted <= 4 << 20)
        // The granted memory is counted separately for each call.
        let small = try state.load("return #('x'):rep(500000)", name: "small.lua")
        for _ in 0..<5 { #expect(try state.call(small) == [.integer(500_000)]) }
    }

    /// Text that is garbage already must not count, because Lua collects garbage before it gives up.
    @Test func garbageIsCollectedBeforeAnAllocationIsRefused() throws {
        let state = try LuaState(limits: LuaLimits(memory: 2_300_000))
        let chunk = try state.load(
            "local s = ('x'):rep(500000) for i = 1, 100 do s = s:upper():lower():reverse() end return #s",
            name: "churn.lua")
        #expect(try state.call(chunk) == [.integer(500_000)])
    }
}
