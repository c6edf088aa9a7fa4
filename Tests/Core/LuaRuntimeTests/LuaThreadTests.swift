import Foundation
import LuaRuntime
import Testing

@Suite struct LuaThreadTests {
    private struct Odd: Error, Equatable { var number: Int }

    @Test func runsElsewhereAndWaits() {
        #expect(!LuaThread.isCurrent)
        let here = Thread.current
        var there: Thread?
        let result = LuaThread.run {
            there = Thread.current
            return LuaThread.isCurrent ? 7 : 0
        }
        #expect(result == 7)
        #expect(there != nil && there !== here)
        #expect(!LuaThread.isCurrent)
    }

    @Test func runsAtOnceWhereItIsAlready() {
        let same = LuaThread.run {
            let outer = Thread.current
            return LuaThread.run { Thread.current === outer }
        }
        #expect(same)
    }

    /// The worker asks the waiting thread to run a hundred closures. The waiting thread runs each of them, and the
    /// work then continues.
    @Test func asksWhoWaits() {
        let here = Thread.current
        let (sum, hops) = LuaThread.run {
            var sum = 0, hops = 0
            for number in 1...100 {
                sum += LuaThread.askCaller {
                    if Thread.current === here, !LuaThread.isCurrent { hops += 1 }
                    // the closure may need a Lua thread itself
                    return LuaThread.run { LuaThread.isCurrent ? number : 0 }
                }
                if !LuaThread.isCurrent { hops = -1000 }
            }
            return (sum, hops)
        }
        #expect(sum == 5050 && hops == 100)
        #expect(LuaThread.askCaller { Thread.current === here }, "nobody waits")
    }

    @Test func beginsWorkThatNobodyWaitsFor() async {
        let places = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        LuaThread.start { continuation.resume(returning: LuaThread.askCaller { LuaThread.isCurrent }) }
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(places == [Bool](repeating: true, count: 40))
    }

    @Test func throwsWhatItsWorkThrows() {
        for number in 0..<50 {
            #expect(throws: Odd(number: number)) { try LuaThread.run { () throws(Odd) in throw Odd(number: number) } }
        }
    }

    @Test func keepsNothingOfItsWork() {
        final class Canary {}
        weak var seen: Canary?
        do {
            let canary = Canary()
            seen = canary
            LuaThread.run { withExtendedLifetime(canary) {} }
        }
        #expect(seen == nil)
    }

    @Test func manyRunAtOnce() async {
        let total = await withTaskGroup(of: Int.self) { group in
            for number in 0..<64 { group.addTask { LuaThread.run { LuaThread.isCurrent ? number : -1000 } } }
            return await group.reduce(0, +)
        }
        #expect(total == 64 * 63 / 2)
    }

    @Test func hasRoomForNestedCalls() throws {
        let state = try LuaState()
        let chunk = try state.load(
            "local n = 0 local function f() n = n + 1 return n < 180 and (('x'):gsub('x', f)) or n end f() return n",
            name: "nest.lua")
        #expect(try state.call(chunk) == [.integer(180)])
        let sort = try state.load(
            "local n = 0 local function f() n = n + 1 if n < 180 then table.sort({ 2, 1 }, f) end end f() return n",
            name: "nest.lua")
        #expect(try state.call(sort)[0].integer ?? 0 >= 180)
    }
}
