import CLuaGuard
import Dispatch
import Foundation
import Values

/// Threads that Lua may run on.
///
/// The watchdog stops a script with a signal, and threads of libdispatch and of Swift concurrency block it; their stacks
/// are small, too. So scripts run on threads of Parlor's own. Every call into a ``LuaState`` moves there by itself, which
/// costs some 40 µs; code that makes many calls wraps the whole of them:
///
/// ```swift
/// let plies = try LuaThread.run { try playThousandGames(on: state) }
/// ```
public enum LuaThread {
    /// Is the calling thread one that Lua may run on?
    package static var isCurrent: Bool { guard_thread_is_own() }

    /// Runs `body` on such a thread and waits for it; at once if the calling thread already is one.
    ///
    /// If the system refuses a thread, `body` runs where it is, and its calls into Lua throw a ``LuaError`` of kind `host`.
    public static func run<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        if isCurrent { return try body() }
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
            if !Worker.run(perform) { perform() }
        }
        guard let result else { return try body() }
        return try result.get()
    }
}

/// A thread that waits for one piece of work after the other.
private final class Worker: @unchecked Sendable {
    private static let lock = NSLock()
    nonisolated(unsafe) private static var idle: [Worker] = []
    private static let mostIdle = 8

    private let wanted = DispatchSemaphore(value: 0)
    private let done = DispatchSemaphore(value: 0)
    private var work: (() -> Void)?

    /// False if there is no thread to be had. When it returns, nobody holds `work` any more.
    static func run(_ work: @escaping () -> Void) -> Bool {
        guard let worker = lock.withLock({ idle.popLast() }) ?? start() else { return false }
        worker.work = work
        worker.wanted.signal()
        worker.done.wait()
        let kept = lock.withLock {
            if idle.count < mostIdle { idle.append(worker) }
            return idle.last === worker
        }
        if !kept { worker.wanted.signal() }  // without work it ends
        return true
    }

    /// Does the work and lets go of it; false if there was none.
    private func finishWork() -> Bool {
        guard let work else { return false }
        work()
        self.work = nil
        return true
    }

    private static func start() -> Worker? {
        let worker = Worker()
        let context = Unmanaged.passRetained(worker)
        let started = guard_thread_start(
            { context in
                guard let context else { return }
                let worker = Unmanaged<Worker>.fromOpaque(context).takeRetainedValue()
                while true {
                    worker.wanted.wait()
                    guard worker.finishWork() else { return }
                    worker.done.signal()
                }
            }, context.toOpaque())
        if !started { context.release() }
        return started ? worker : nil
    }
}
