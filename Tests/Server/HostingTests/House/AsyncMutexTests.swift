import Synchronization
import Testing

@testable import Hosting

@Suite(.timeLimit(.minutes(40))) struct AsyncMutexTests {
    private final class Inside: Sendable {
        let state = Mutex((now: 0, most: 0, total: 0))
    }

    @Test func oneAtATimeAndAllOfThem() async {
        let (turnstile, inside) = (AsyncMutex(), Inside())
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<300 {
                group.addTask {
                    await turnstile.pass { () async throws(Never) in
                        inside.state.withLock { ($0.now, $0.most) = ($0.now + 1, max($0.most, $0.now + 1)) }
                        if number % 3 == 0 { await Task.yield() }
                        inside.state.withLock { ($0.now, $0.total) = ($0.now - 1, $0.total + 1) }
                    }
                }
            }
        }
        let state = inside.state.withLock { $0 }
        #expect(state == (now: 0, most: 1, total: 300))
    }

    @Test func whoFailsOrIsCancelledLetsTheNextOneIn() async {
        struct Failure: Error {}
        let turnstile = AsyncMutex()
        for _ in 1...20 {
            let first = Task {
                try await turnstile.pass { () async throws in
                    try await Task.sleep(for: .seconds(20))
                }
            }
            await Task.yield()
            let second = Task { try await turnstile.pass { () async throws(Failure) in throw Failure() } }
            first.cancel()
            second.cancel()
            await #expect(throws: (any Error).self) { try await first.value }
            await #expect(throws: Failure.self) { try await second.value }
        }
        #expect(await turnstile.pass { () async throws(Never) in 7 } == 7)
    }
}
