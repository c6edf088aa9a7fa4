import Foundation
import LuaRuntime

/// Where scripts run for a server: on threads of their own, no more at once than there are cores, so that those which answer
/// requests never wait for a script.
final class LuaRoom: Sendable {
    private let queue: OperationQueue

    init(width: Int = ProcessInfo.processInfo.activeProcessorCount) {
        queue = OperationQueue()
        queue.name = "parlor-scripts"
        queue.maxConcurrentOperationCount = max(1, width)
    }

    /// Runs `body` there, with so much processor time for all of it.
    func run<R, E: Error>(
        within budget: ProcessorBudget, _ body: @escaping @Sendable () throws(E) -> R
    ) async throws(E) -> sending R {
        let meter = ScriptMeter.current
        let result: Handed<Result<R, E>> = await withCheckedContinuation { continuation in
            queue.addOperation {
                let result: Result<R, E>
                do throws(E) {
                    result = .success(
                        try budget.run { () throws(E) in
                            let begun = ProcessorClock.threadSeconds()
                            defer { meter?.add(ProcessorClock.threadSeconds() - begun) }
                            return try body()
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
