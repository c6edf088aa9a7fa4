import LuaRuntime
import Synchronization

/// An actor for a match that tasks play. Its calls wait for the script without holding a thread of
/// Swift concurrency.
///
/// ```swift
/// let shared = MatchActor(try Match(of: script))
/// let status = try await shared.run { match in
///     try match.play("b2", seat: 1)
///     return try match.status
/// }
/// ```
///
/// ``run(_:)`` runs its closures on one of Parlor's own threads, one after another. A slow script
/// delays only the players of this match.
public actor MatchActor {
    private let match: Match
    private nonisolated let executor = LuaExecutor()

    /// The executor, which runs on Parlor's own threads.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Takes over a match. Nobody else may use it from then on.
    public init(_ match: sending Match) { self.match = match }

    /// Runs `body` on the match, while nothing else uses it.
    ///
    /// - Throws: The error of `body`.
    public func run<R: Sendable, E: Error>(_ body: @Sendable (Match) throws(E) -> R) throws(E) -> R { try body(match) }
}

/// An executor that runs the jobs of one actor on Lua threads, one after another.
private final class LuaExecutor: SerialExecutor {
    private struct Queue {
        var jobs: [UnownedJob] = []
        var isRunning = false
    }

    private let queue = Mutex(Queue())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let begins = queue.withLock { queue in
            queue.jobs.append(job)
            defer { queue.isRunning = true }
            return !queue.isRunning
        }
        if begins { LuaThread.start { self.drain() } }
    }

    /// Runs the jobs until none is left.
    private func drain() {
        while let job = next() { job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    private func next() -> UnownedJob? {
        queue.withLock { queue in
            guard !queue.jobs.isEmpty else {
                queue.isRunning = false
                return nil
            }
            return queue.jobs.removeFirst()
        }
    }
}
