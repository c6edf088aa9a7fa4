import Foundation
import LuaRuntime
import Synchronization
import Values

/// Where scripts run for a server: on threads of their own, so that those which answer requests never wait for a script. Each game has
/// as many of them as there are cores: one that loops takes its share of the machine, and the turns of its own matches alone.
final class LuaRoom: Sendable {
    private let width: Int
    private let queues = Mutex<[String: OperationQueue]>([:])

    init(width: Int = ProcessInfo.processInfo.activeProcessorCount) { self.width = max(1, width) }

    private func queue(of game: String) -> OperationQueue {
        queues.withLock { queues in
            if let queue = queues[game] { return queue }
            let queue = OperationQueue()
            queue.name = "parlor-\(game)"
            queue.maxConcurrentOperationCount = width
            queues[game] = queue
            return queue
        }
    }

    /// Runs `body` on a thread of a game, with so much processor time for all of it.
    ///
    /// `game`: The id of a game whose rules were read; names that somebody makes up would make queues without end.
    func run<R, E: Error>(
        of game: String, within budget: ProcessorBudget, _ body: @escaping @Sendable () throws(E) -> R
    ) async throws(E) -> sending R {
        let meter = ScriptMeter.current
        let counter = WorkCounter.current
        let queue = queue(of: game)
        let result: Handed<Result<R, E>> = await withCheckedContinuation { continuation in
            queue.addOperation {
                let result: Result<R, E>
                do throws(E) {
                    result = .success(
                        try budget.run { () throws(E) in
                            let begun = ProcessorClock.threadSeconds()
                            defer { meter?.add(ProcessorClock.threadSeconds() - begun) }
                            return try WorkCounter.count(for: counter, body)
                        })
                } catch {
                    result = .failure(error)
                }
                continuation.resume(returning: Handed(value: result))
            }
        }
        return try result.value.get()
    }
}

/// What one thread makes and hands to another, and keeps no hold of.
struct Handed<Value>: @unchecked Sendable {
    let value: Value
}
