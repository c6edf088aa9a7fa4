import CLuaBoundary
import Testing
import Values

@testable import LuaRuntime

@Suite(.serialized) struct MemoryPoolTests {
    private static let block = 256 << 10

    /// Fills a global of the host's Lua with about this many megabytes.
    private func fill(_ state: LuaState, megabytes: Int64) throws {
        let chunk = try state.load(
            "held = {} for i = 1, (...) * 2 do held[i] = ('x'):rep((1 << 19) - 100) .. i end", name: "fill.lua",
            trust: .host)
        try state.call(chunk, .integer(megabytes))
    }

    @Test func statesShareTheBudget() throws {
        let pool = MemoryPool(limit: 10 << 20)
        let states = try (0..<3).map { _ in try LuaState(pool: pool) }
        #expect(pool.leased >= 3 * Self.block && pool.leased % Self.block == 0)
        try fill(states[0], megabytes: 4)
        try fill(states[1], megabytes: 4)
        #expect(pool.leased > 8 << 20 && pool.leased <= 10 << 20)
        let error = #expect(throws: LuaError.self) { try fill(states[2], megabytes: 4) }
        #expect(error?.limit == .pool)
        #expect(pool.leased <= 10 << 20)
        let sum = try states[2].load("return 1 + 1", name: "sum.lua")
        #expect(try states[2].call(sum) == [.integer(2)])
    }

    @Test func aStateOfItsOwnLimitIsToldSo() throws {
        let pool = MemoryPool(limit: 10 << 20)
        let state = try LuaState(limits: LuaLimits(memory: 2 << 20), pool: pool)
        let error = #expect(throws: LuaError.self) { try fill(state, megabytes: 4) }
        #expect(error?.limit == .memory)
    }

    @Test func garbageOfIdleStatesIsCollectedFirst() throws {
        let pool = MemoryPool(limit: 8 << 20)
        let idle = try LuaState(pool: pool)
        let busy = try LuaState(pool: pool)
        try fill(idle, megabytes: 5)
        try idle.call(try idle.load("held = nil", name: "drop.lua", trust: .host))
        #expect(idle.meters.used > 5 << 20)
        try fill(busy, megabytes: 5)
        #expect(idle.meters.used < 1 << 20)
        #expect(pool.leased <= 8 << 20)
    }

    /// The owner of a state may be reading the error of its last call just when another state needs memory.
    @Test func aCollectionLeavesTheLastErrorAlone() throws {
        let pool = MemoryPool(limit: 8 << 20)
        let idle = try LuaState(pool: pool)
        let chunk = try idle.load("print('said') error('kept')", name: "kept.lua")
        #expect(throws: LuaError.self) { try idle.call(chunk) }
        let busy = try LuaState(pool: pool)
        _ = #expect(throws: LuaError.self) { try fill(busy, megabytes: 9) }
        idle.collect()
        #expect(idle.printed == "said\n")
        let error = guard_error(idle.pointer).pointee
        #expect(error.message_count == "kept.lua:1: kept".utf8.count && error.frame_count == 1)
    }

    @Test func leasesAreReturned() throws {
        let pool = MemoryPool()
        do {
            let state = try LuaState(pool: pool)
            try fill(state, megabytes: 6)
            #expect(pool.leased > 6 << 20)
            try state.call(try state.load("held = nil", name: "drop.lua", trust: .host))
            state.collect()
            #expect(pool.leased <= 3 * Self.block)
        }
        #expect(pool.leased == 0)
    }

    @Test func aPoolOutlivesItsOwner() throws {
        var pool: MemoryPool? = MemoryPool(limit: 4 << 20)
        let state = try LuaState(pool: pool)
        pool = nil
        try fill(state, megabytes: 2)
        let error = #expect(throws: LuaError.self) { try fill(state, megabytes: 9) }
        #expect(error?.limit == .pool)
    }

    @Test func manyThreadsShareOnePool() async throws {
        let lost = guard_bytes_lost()
        let pool = MemoryPool(limit: 6 << 20)
        let outcomes = try await withThrowingTaskGroup(of: [String: Int].self) { group in
            for worker in 0..<4 {
                group.addTask { try LuaThread.run { try Self.hammer(pool, seed: UInt64(worker)) } }
            }
            return try await group.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
        }
        print("states that hammered one pool: \(outcomes.sorted { $0.key < $1.key })")
        #expect(outcomes["wrong", default: 0] == 0)
        #expect(outcomes["finished", default: 0] > 10)
        #expect(outcomes["refused", default: 0] > 0)
        #expect(pool.leased == 0)
        #expect(guard_bytes_lost() == lost)
    }

    private static func hammer(_ pool: MemoryPool, seed: UInt64) throws -> [String: Int] {
        var random = SplitMix64(seed: seed)
        var outcomes: [String: Int] = [:]
        var kept: [LuaState] = []
        for _ in 0..<40 {
            do throws(LuaError) {
                if kept.count > 2 { kept.removeFirst() }
                let state = try LuaState(pool: pool)
                kept.append(state)
                let chunk = try state.load(
                    "local n = ... local t = {} for i = 1, n do t[i] = ('x'):rep(10000) .. i end return #t",
                    name: "hammer.lua")
                for _ in 0..<3 {
                    // the largest counts need more than the pool has, even if no other state uses it
                    let count = Int64.random(in: 1...700, using: &random)
                    let result = try state.call(chunk, .integer(count))
                    outcomes[result == [.integer(count)] ? "finished" : "wrong", default: 0] += 1
                }
            } catch {
                outcomes[error.limit == .pool ? "refused" : "wrong", default: 0] += 1
            }
        }
        return outcomes
    }
}
