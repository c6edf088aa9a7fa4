import Testing

@testable import LuaRuntime

/// All calls of a scope share its time, whatever their own deadlines are.
@Suite struct ProcessorBudgetTests {
    private static func spent(_ body: () throws -> Void) rethrows -> Double {
        let before = ProcessorClock.threadSeconds()
        try body()
        return ProcessorClock.threadSeconds() - before
    }

    @Test func aCallGetsWhatIsLeft() throws {
        let state = try LuaState()
        let loop = try state.load("while true do end", name: "loop.lua")
        LuaThread.run {
            let spent = Self.spent {
                ProcessorBudget(.milliseconds(60)).run {
                    let error = #expect(throws: LuaError.self) { try state.call(loop) }
                    #expect(error?.limit == .time)
                    while (ProcessorBudget.left ?? 0) > 0 { _ = try? state.call(loop) }
                    // no time is left, so no call starts
                    #expect(throws: LuaError.self) { try state.call(loop) }
                    #expect(throws: LuaError.self) { try state.load("return 1", name: "one.lua") }
                    #expect(throws: LuaError.self) { try state.call(loop, integer: 1) }
                }
            }
            #expect(spent < 1.5)  // the call's own deadline is 5 s
        }
        let one = try state.load("return 1", name: "one.lua")
        #expect(try state.call(one) == [.integer(1)])
        #expect(ProcessorBudget.left == nil)
    }

    /// Many calls, each of which is too short for the watchdog to see.
    @Test func manyShortCallsShareIt() throws {
        let state = try LuaState()
        let short = try state.load("local sum = 0 for i = 1, 20000 do sum = sum + i end return sum", name: "short.lua")
        let (spent, calls) = LuaThread.run {
            var calls = 0
            let spent = Self.spent {
                ProcessorBudget(.milliseconds(80)).run {
                    while calls < 1_000_000, (try? state.call(short)) != nil { calls += 1 }
                }
            }
            return (spent, calls)
        }
        #expect(calls > 10 && calls < 1_000_000 && spent < 0.4, "\(calls) calls in \(spent) s")
    }

    @Test func aScopeWithinAnotherHasNoMore() throws {
        ProcessorBudget(.milliseconds(500)).run {
            ProcessorBudget(.seconds(20)).run { #expect((ProcessorBudget.left ?? 9) <= 0.5) }
            ProcessorBudget(.milliseconds(10)).run { #expect((ProcessorBudget.left ?? 9) <= 0.01) }
            #expect((ProcessorBudget.left ?? 0) > 0.2)
        }
        #expect(throws: LuaError.self) {
            try ProcessorBudget(.seconds(1)).run { throw LuaError(kind: .busy, message: "") }
        }
        #expect(ProcessorBudget.left == nil)
    }
}
