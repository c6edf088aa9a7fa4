import Testing

@testable import JetStreamLog

@Suite struct BlockingThreadsTests {
    @Test func callsRunAndReturn() async {
        let threads = BlockingThreads(3, name: "test")
        let sum = await withTaskGroup(of: Int?.self) { group in
            for number in 1...3000 { group.addTask { await threads.run { number } } }
            return await group.reduce(0) { $0 + ($1 ?? 0) }
        }
        #expect(sum == 3000 * 3001 / 2)
        threads.stop()
        await threads.ended()
        #expect(await threads.run { 1 } == nil)
    }

    @Test func whatWaitsWhenTheyStopIsAnswered() async {
        let threads = BlockingThreads(1, name: "test")
        let (begun, gate) = (Flag(), Flag())
        async let first = threads.run { () -> Int in
            begun.raise()
            while !gate.isUp {}
            return 1
        }
        while !begun.isUp { await Task.yield() }
        async let second = threads.run { 2 }
        try? await Task.sleep(for: .milliseconds(50))
        threads.stop()
        gate.raise()
        #expect(await second == nil)
        #expect(await first == 1)
        await threads.ended()
    }
}
