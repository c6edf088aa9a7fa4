import Foundation
import Values

/// A second thread that Lua may run on, for a function of the host's that is called from Lua and needs another state meanwhile:
/// a thread is in one call at a time.
///
/// ```swift
/// let side = LuaSideThread(ProcessorBudget(.seconds(40)))
/// try state.register(host: "ask") { _ in try side.run { try other.call(function)[0] } }
/// ```
///
/// What runs there shares one budget of processor time. Scopes of the calling thread don't hold on it.
package final class LuaSideThread: @unchecked Sendable {
    // Used by one caller at a time, who waits: the semaphores order all that touches `work`.
    private let wanted = DispatchSemaphore(value: 0)
    private let done = DispatchSemaphore(value: 0)
    private var work: (() -> Void)?

    /// - Parameter budget: For all that will run there.
    package init(_ budget: ProcessorBudget) {
        let (wanted, done) = (wanted, done)
        Thread.detachNewThread { [weak self] in
            budget.run {
                while true {
                    wanted.wait()
                    guard LuaSideThread.finishWork(of: self) else { return }
                    done.signal()
                }
            }
        }
    }

    deinit { wanted.signal() }  // without work it ends

    private static func finishWork(of thread: LuaSideThread?) -> Bool {
        guard let work = thread?.work else { return false }
        work()
        thread?.work = nil
        return true
    }

    /// Runs `body` on that thread, and waits for it.
    package func run<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        var result: Result<R, E>?
        let counter = WorkCounter.current
        func perform() {
            do throws(E) {
                result = .success(try WorkCounter.count(for: counter, body))
            } catch {
                result = .failure(error)
            }
        }
        withoutActuallyEscaping(perform) { perform in
            work = perform
            wanted.signal()
            done.wait()
        }
        guard let result else { return try body() }
        return try result.get()
    }
}
