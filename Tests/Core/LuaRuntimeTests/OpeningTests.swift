import CLuaBoundary
import Effort
import Foundation
import Testing
import Values

@testable import LuaRuntime

/// A script can't distinguish a state that compiled its text, a state that loaded a cached chunk, and a warm state.
@Suite struct OpeningTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Hostile")
    private static let scripts: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".lua") }.sorted()
    }()

    enum Way: CaseIterable { case text, kept, keptAgain, spare }

    private static let helper = """
        local M = { answer = 42, nested = { list = { 1, 2 } } }
        M.__index = M
        function M.new() return setmetatable({}, M) end
        function M:double() return self.answer * 2 end
        return M
        """

    private static func state(_ way: Way, limits: LuaLimits = LuaLimits()) throws(LuaError) -> LuaState {
        let state: LuaState
        if way == .spare {
            state = try LuaState(spare: ())
            try state.assign(limits: limits, pool: nil)
        } else {
            state = try LuaState(limits: limits)
        }
        let own = [
            ("ring_a", "return require 'ring_b'"), ("ring_b", "return require 'ring_a'"),
            ("endless", "while true do end"),
        ]
        let isKept = way != .text
        try state.register(
            LuaModules([("helper", LuaChunk(name: "helper.lua", source: helper, isKept: isKept))], trust: .host))
        try state.register(
            LuaModules(own.map { ($0.0, LuaChunk(name: $0.0 + ".lua", source: $0.1, isKept: isKept)) }, trust: .script))
        return state
    }

    /// The result of a script: everything that a host can see, except the time.
    private struct End: Equatable {
        var error: LuaError?
        var results: [LuaValue]
        var printed: String
        var instructions: UInt64
        var granted, used, peak: Int
    }

    private static func run(_ source: String, _ way: Way, limits: LuaLimits) throws -> End {
        let state = try state(way, limits: limits)
        let chunk = LuaChunk(name: "script.lua", source: source, isKept: way != .text)
        var results: [LuaValue] = []
        var caught: LuaError?
        LuaThread.run {
            do throws(LuaError) {
                results = try state.call(try state.load(chunk), results: 3).filter { $0.function == nil }
            } catch {
                caught = error
            }
        }
        let meters = state.meters
        return End(
            error: caught, results: results, printed: state.printed, instructions: meters.instructions,
            granted: meters.granted, used: meters.used, peak: meters.peak)
    }

    @Test(arguments: TestEffort.sample(scripts, oneIn: 3)) func hostileScriptsEndAlike(_ script: String) throws {
        let source = try String(contentsOf: Self.folder.appending(path: script), encoding: .utf8)
        // the other scripts end by themselves, however slow the machine is
        let isEndedByTime = source.hasPrefix("-- expect: limit:time\n")
        let limits = LuaLimits(
            memory: 4 << 20, granted: 16 << 20, deadline: isEndedByTime ? .milliseconds(150) : .seconds(1))
        let ends = try Way.allCases.map { try Self.run(source, $0, limits: limits) }
        for (way, end) in zip(Way.allCases, ends).dropFirst() {
            // each run stops at another place when the time is up, and may exceed another limit before
            if ends.contains(where: { $0.error?.limit == .time }) {
                #expect(end.error?.limit != nil, "\(script), \(way)")
            } else {
                #expect(end.error == ends[0].error, "\(script), \(way)")
                #expect(end.results == ends[0].results && end.printed == ends[0].printed, "\(script), \(way)")
            }
        }
    }

    private static let errors = [
        "local t = {} ; local function f(a) return a.b.c end\nreturn f(t)", "undefined_function()",
        "local function g() error('boom', 2) end\ng()", "local s = {} ; return s < 1", "local up = nil\nreturn up.x",
        "return ('x'):nope()", "for i = 1, 'x' do end",
        "local t = setmetatable({}, { __index = function(t, k) error(k) end })"
            + "\nlocal function deep(n) if n == 0 then return t.gone end\nlocal v = deep(n - 1)\nreturn v end\nreturn deep(6)",
        "x = 1", "local function f( return", "return 'unfinished", "goto nowhere", "local x <const> = 1; x = 2",
        "return require('helper').new():double(), require('helper').nested.list[2]", "require 'ring_a'",
        "require 'helper'.x = 1",
        "print(#('x'):rep(10))\nlocal a, b = 1.5, 'é'\nreturn a * 2, b .. b, { 1, { 2 } }",
    ]

    /// The charged memory and steps are the same, too, to the byte.
    @Test(arguments: errors) func errorsAndChargesAreTheSame(_ source: String) throws {
        _ = try Self.state(.kept)  // the first state of a process compiles chunks that later states find in the cache
        let ends = try Way.allCases.map { try Self.run(source, $0, limits: LuaLimits()) }
        for (way, end) in zip(Way.allCases, ends).dropFirst() { #expect(end == ends[0], "\(source), \(way)") }
    }

    /// A state without enough room to compile a text doesn't use its cached chunk, either.
    @Test(arguments: [\LuaLimits.memory, \.granted]) func limitsRefuseAtTheSamePoint(
        _ limit: WritableKeyPath<LuaLimits, Int> & Sendable
    ) throws {
        let body = (1...300).map { "t[\($0)] = { n = \($0), 'item \($0)' }" }.joined(separator: "\n")
        let source = "local t = {}\n\(body)\nreturn #t"
        _ = try Self.run(source, .kept, limits: LuaLimits())
        var refused = 0, done = 0
        for bytes in stride(from: 10_000, through: 400_000, by: 3_000) {
            var limits = LuaLimits()
            limits[keyPath: limit] = bytes
            let ends = try Way.allCases.map { try Self.run(source, $0, limits: limits) }
            for (way, end) in zip(Way.allCases, ends).dropFirst() { #expect(end == ends[0], "\(bytes), \(way)") }
            if ends[0].error == nil { done += 1 } else { refused += 1 }
        }
        #expect(refused > 10 && done > 10)
    }

    /// A compilation that ran out of time leaves nothing in the cache.
    @Test func aTextThatWasNotCompiledToItsEndIsNotKept() throws {
        let lines = (1...20_000).map { "a[\($0)] = \($0)" }.joined(separator: "\n")
        let chunk = LuaChunk(name: "slow.lua", source: "local a = {}\n\(lines)\nreturn #a")
        let hasty = try LuaState(limits: LuaLimits(deadline: .nanoseconds(1)))
        var ended = 0
        for _ in 0..<20 {
            do throws(LuaError) { _ = try hasty.load(chunk) } catch {
                #expect(error.limit == .time)
                ended += 1
            }
            if ended > 0 { break }
        }
        let patient = try LuaState()
        #expect(try patient.call(try patient.load(chunk)) == [.integer(20_000)])
    }

    @Test func aSpareIsAssignedToItsPoolAndLimits() throws {
        let lost = guard_bytes_lost()
        let pool = MemoryPool()
        do {
            let state = try LuaState(spare: ())
            #expect(pool.leased == 0)
            let limits = LuaLimits(memory: 1 << 20, printed: 10)
            try state.assign(limits: limits, pool: pool)
            #expect(pool.leased > 0 && state.limits == limits && state.meters.limit == 1 << 20)
            let hoard = try state.load("local t = {} for i = 1, 1e9 do t[i] = {} end", name: "hoard.lua")
            #expect(throws: LuaError.self) { try state.call(hoard) }
            #expect(state.meters.peak <= 1 << 20)
            let loud = try state.load("print(('x'):rep(20))", name: "loud.lua")
            let error = #expect(throws: LuaError.self) { try state.call(loud) }
            #expect(error?.limit == .output)
        }
        #expect(pool.leased == 0)
        let small = MemoryPool(limit: 100_000)
        do {
            let state = try LuaState(spare: ())
            let error = #expect(throws: LuaError.self) { try state.assign(limits: LuaLimits(), pool: small) }
            #expect(error?.limit == .pool)
        }
        #expect(small.leased == 0)
        #expect(guard_bytes_lost() == lost)
    }

    /// A warm state collects no garbage until it is assigned, and then collects like any other state.
    @Test func theCollectorRunsOnceAStateIsAssigned() throws {
        let state = try LuaState(spare: ())
        let churn = try state.load("for i = 1, 20000 do local t = { i } end", name: "churn.lua")
        try state.call(churn)
        #expect(state.meters.used > 1 << 20)
        try state.assign(limits: LuaLimits(), pool: nil)
        for _ in 0..<20 { try state.call(churn) }
        #expect(state.meters.used < 4 << 20)
    }
}
