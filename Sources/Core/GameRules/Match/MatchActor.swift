import LuaRuntime
import Synchronization

/// A match that tasks play: its calls wait for the script without keeping a thread of Swift concurrency.
///
/// ```swift
/// let shared = MatchActor(try Match(of: script))
/// let status = try await shared.run { match in
///     try match.play("b2", seat: 1)
///     return try match.status
/// }
/// ```
///
/// ``run(_:)`` runs its closures on one of Parlor's own threads, one after the other. A slow script delays the players of this match,
/// and nobody else.
public actor MatchActor {
    private let match: Match
    private nonisolated let executor = LuaExecutor()

    /// One of Parlor's own threads.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Takes a match over: nobody else may use it from now on.
    public init(_ match: sending Match) { self.match = match }

    /// Runs `body` on the match. Nothing else is done with it meanwhile.
    ///
    /// - Throws: What `body` throws.
    public func run<R: Sendable, E: Error>(_ body: @Sendable (Match) throws(E) -> R) throws(E) -> R { try body(match) }
}

/// Runs the jobs of one actor on Lua's threads, one after the other.
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

    /// Runs what was asked for until nothing is left.
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
