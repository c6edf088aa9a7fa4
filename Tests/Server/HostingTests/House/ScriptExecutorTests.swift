import Foundation
import LuaRuntime
import Testing

@testable import Hosting

@Suite struct ScriptExecutorTests {
    /// A game that loops on all of its threads doesn't delay other games.
    @Test func eachGameHasThreadsOfItsOwn() async {
        let room = ScriptExecutor(width: 2)
        let goOn = DispatchSemaphore(value: 0)
        let (begun, begin) = AsyncStream.makeStream(of: Int.self)
        let slow: @Sendable () -> DispatchTimeoutResult = {
            begin.yield(1)
            return goOn.wait(timeout: .now() + 1800)
        }
        async let first = room.run(of: "slow", within: .message, slow)
        async let second = room.run(of: "slow", within: .message, slow)
        var running = begun.makeAsyncIterator()
        for _ in 1...2 { _ = await running.next() }
        async let third = room.run(of: "slow", within: .message) { 3 }
        await room.run(of: "quick", within: .message) { for _ in 1...2 { goOn.signal() } }
        let ends = await (first, second, third)
        #expect(ends.0 == .success && ends.1 == .success && ends.2 == 3)
    }
}
