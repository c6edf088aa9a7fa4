import Synchronization

/// Who wants to know when a match goes on. They are only woken: what is new they read themselves, so that nobody who is slow makes
/// anything grow.
final class Watchers: Sendable {
    private struct State {
        var wakers: [Int: AsyncStream<Int>.Continuation] = [:]
        var next = 0
        var isFinished = false
    }
    private let state = Mutex(State())

    /// How many there are.
    var count: Int { state.withLock { $0.wakers.count } }

    /// A stream that says the newest number, again and again.
    func stream() -> AsyncStream<Int> {
        let (stream, waker) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
        let key = state.withLock { state -> Int? in
            guard !state.isFinished else { return nil }
            state.next += 1
            state.wakers[state.next] = waker
            return state.next
        }
        guard let key else {
            waker.finish()
            return stream
        }
        waker.onTermination = { [weak self] _ in
            // as a task of its own: a stream that ends while somebody is woken would meet the lock
            Task { self?.state.withLock { $0.wakers[key] = nil } }
        }
        return stream
    }

    func tell(_ number: Int) {
        state.withLock { for waker in $0.wakers.values { waker.yield(number) } }
    }

    /// Ends all streams.
    func finish() {
        let ended = state.withLock { state in
            state.isFinished = true
            defer { state.wakers = [:] }
            return Array(state.wakers.values)
        }
        for waker in ended { waker.finish() }
    }
}
