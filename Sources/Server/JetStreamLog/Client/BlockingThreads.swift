import Dispatch
import Foundation
import Synchronization

/// Threads for calls that block, so that the threads of Swift's concurrency never wait on a socket.
final class BlockingThreads: Sendable {
    /// The job of a thread. `isStopped` is true if the threads were stopped before the job could
    /// start.
    private typealias Job = @Sendable (_ isStopped: Bool) -> Void

    private struct State {
        var jobs: [Job] = []
        /// The index of the next job. The jobs before it were taken.
        var next = 0
        var alive: Int
        var isStopped = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>
    private let ready = DispatchSemaphore(value: 0)
    private let count: Int

    /// The most calls that may wait for a thread.
    static let mostWaiting = 16_384

    init(_ count: Int, name: String) {
        self.count = count
        state = Mutex(State(alive: count))
        for index in 0..<count {
            let thread = Thread { [self] in work() }
            thread.name = "\(name)-\(index)"
            thread.start()
        }
    }

    private func work() {
        while true {
            ready.wait()
            guard let job = state.withLock({ Self.take(&$0) }) else { break }
            job(false)
        }
        let waiting = state.withLock { state in
            state.alive -= 1
            guard state.alive == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    private static func take(_ state: inout State) -> Job? {
        guard state.next < state.jobs.count else { return nil }
        defer {
            state.next += 1
            if state.next > 1024 || state.next == state.jobs.count {
                state.jobs.removeFirst(state.next)
                state.next = 0
            }
        }
        return state.jobs[state.next]
    }

    /// Runs a call on one of the threads. Returns nil if they were stopped, or if too many calls
    /// wait already.
    func run<R: Sendable>(_ body: @escaping @Sendable () -> R) async -> R? {
        await withCheckedContinuation { continuation in
            let isTaken = state.withLock { state in
                guard !state.isStopped, state.jobs.count - state.next < Self.mostWaiting else { return false }
                state.jobs.append { isStopped in continuation.resume(returning: isStopped ? nil : body()) }
                return true
            }
            if isTaken { ready.signal() } else { continuation.resume(returning: nil) }
        }
    }

    /// Refuses further calls, including those that wait for a thread. Calls under way continue.
    func stop() {
        let left = state.withLock { state in
            state.isStopped = true
            defer { (state.jobs, state.next) = ([], 0) }
            return Array(state.jobs[state.next...])
        }
        for job in left { job(true) }
        for _ in 0..<count { ready.signal() }
    }

    /// Waits until the last thread has ended, after ``stop()``.
    func ended() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.alive > 0 { state.waiting.append(continuation) }
                return state.alive == 0
            }
            if isOver { continuation.resume() }
        }
    }
}
