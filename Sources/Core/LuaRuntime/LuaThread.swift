import CLuaBoundary
import Dispatch
import Foundation
import Synchronization
import Values

/// Threads that Lua may run on.
///
/// The watchdog stops a script with a signal. Threads of libdispatch and of Swift concurrency block
/// that signal, and their stacks are small. Therefore scripts run on Parlor's own threads. A call
/// into a ``LuaState`` from any other thread moves to one of Parlor's threads automatically, which
/// costs about 40 µs. Wrap code that makes many calls, so that it moves only once:
///
/// ```swift
/// let plies = try LuaThread.run { try playThousandGames(state) }
/// ```
///
/// The calling thread waits meanwhile. In a task, this would block one of the few threads of Swift
/// concurrency. Tasks should use a `MatchActor`, whose calls wait without blocking a thread.
public enum LuaThread {
    /// Whether Lua may run on the calling thread.
    package static var isCurrent: Bool { guard_thread_is_own() }

    /// Runs `body` on a thread that Lua may run on, and waits until it returns. If the calling
    /// thread is such a thread, calls `body` directly.
    ///
    /// If the system can't start a thread, `body` runs on the calling thread, and its calls into
    /// Lua throw a ``LuaError`` of kind `host`.
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

    /// Runs `body` on the thread that waits for the calling thread in ``run(_:)``. If no thread
    /// waits, calls `body` directly.
    package static func askCaller<R>(_ body: () -> R) -> R {
        guard let worker = Worker.current, worker.isAwaited else { return body() }
        var result: R?
        withoutActuallyEscaping({ result = body() }) { worker.ask($0) }
        return result ?? body()
    }

    /// Starts `work` on a thread that Lua may run on, without waiting for it. If the system can't
    /// start such a thread, a new thread of Foundation runs `work`, and its calls into Lua throw a
    /// ``LuaError`` of kind `host`.
    package static func start(_ work: @escaping @Sendable () -> Void) {
        if !Worker.start(work) { Thread.detachNewThread(work) }
    }
}

/// A gate that lets one thread pass each time that another thread opens the gate.
///
/// Most calls into Lua take some microseconds. Putting a thread to sleep and waking it takes ten
/// times as long. A waiting thread therefore yields the processor a few times before it sleeps.
private final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let opened = Atomic(0)
    private let passed = Atomic(0)

    /// The number of checks before the thread sleeps.
    private static let looks = 50

    func open() {
        opened.add(1, ordering: .releasing)
        semaphore.signal()
    }

    func pass() {
        let next = passed.add(1, ordering: .relaxed).newValue
        var looks = 0
        while looks < Self.looks, opened.load(ordering: .acquiring) < next {
            sched_yield()
            looks += 1
        }
        semaphore.wait()
    }
}

/// A thread that does one piece of work after another.
private final class Worker: @unchecked Sendable {
    private static let lock = NSLock()
    nonisolated(unsafe) private static var idle: [Worker] = []
    private static let mostIdle = 8
    private static let scope = ThreadScope<Worker>()

    /// The worker of the calling thread.
    static var current: Worker? { scope.current }

    // Two threads use these properties, but never at once: one of them waits for the other. The
    // gates order all accesses.
    private let wanted = Gate()
    private let told = Gate()
    private let answered = Gate()
    private var work: (() -> Void)?
    private var question: (() -> Void)?
    /// Whether a thread waits for the current work.
    private(set) var isAwaited = false

    /// Runs `work` on a worker thread and waits until it has finished. Returns false if no thread
    /// can be started. The worker has released `work` when this function returns.
    static func run(_ work: @escaping () -> Void) -> Bool {
        guard let worker = take() else { return false }
        (worker.work, worker.isAwaited) = (work, true)
        worker.wanted.open()
        worker.told.pass()
        while worker.answer() {
            worker.answered.open()
            worker.told.pass()
        }
        if !worker.wasPutBack() { worker.wanted.open() }  // without work the thread ends
        return true
    }

    /// Starts `work` on a worker thread. Returns false if no thread can be started.
    static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
        guard let worker = take() else { return false }
        (worker.work, worker.isAwaited) = (work, false)
        worker.wanted.open()
        return true
    }

    /// Runs and releases the worker's ``question``. Returns false if there is none.
    private func answer() -> Bool {
        guard let question else { return false }
        question()
        self.question = nil
        return true
    }

    /// Makes the waiting thread run `question`, and waits until it has.
    func ask(_ question: @escaping () -> Void) {
        self.question = question
        told.open()
        answered.pass()
    }

    private static func take() -> Worker? { lock.withLock { idle.popLast() } ?? made() }

    /// Puts the worker back among the idle workers. Returns false if there are enough of them
    /// already.
    private func wasPutBack() -> Bool {
        Self.lock.withLock {
            if Self.idle.count < Self.mostIdle { Self.idle.append(self) }
            return Self.idle.last === self
        }
    }

    /// Runs and releases ``work``. Returns false if there is none.
    private func finishWork() -> Bool {
        guard let work else { return false }
        work()
        self.work = nil
        return true
    }

    /// Runs one piece of work after another, until the worker is woken without work or isn't needed
    /// any more. The thread ends when this function returns.
    private func live() {
        while true {
            wanted.pass()
            guard finishWork() else { return }
            if isAwaited {
                told.open()
            } else if !wasPutBack() {
                return
            }
        }
    }

    private static func made() -> Worker? {
        let worker = Worker()
        let context = Unmanaged.passRetained(worker)
        let started = guard_thread_start(
            { context in
                guard let context else { return }
                let worker = Unmanaged<Worker>.fromOpaque(context).takeRetainedValue()
                Worker.scope.run(worker) { worker.live() }
            }, context.toOpaque())
        if !started { context.release() }
        return started ? worker : nil
    }
}

/// A second thread that Lua may run on. It is for a host function that is called from Lua and needs
/// to call another state. The calling thread can't do that, because a thread can be in only one
/// call at a time.
///
/// ```swift
/// let side = LuaSideThread(ProcessorBudget(.seconds(40)))
/// try state.register(host: "ask") { _ in try side.run { try other.call(function)[0] } }
/// ```
///
/// All work on the side thread shares one budget of processor time. Scopes of the calling thread,
/// such as its memory pool, don't apply to that work.
package final class LuaSideThread: @unchecked Sendable {
    // Only one caller at a time uses these properties, and it waits for the side thread. The
    // semaphores order all accesses to `work`.
    private let wanted = DispatchSemaphore(value: 0)
    private let done = DispatchSemaphore(value: 0)
    private var work: (() -> Void)?

    /// - Parameter budget: The budget of all work on the thread.
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

    deinit { wanted.signal() }  // without work the thread ends

    private static func finishWork(of thread: LuaSideThread?) -> Bool {
        guard let work = thread?.work else { return false }
        work()
        thread?.work = nil
        return true
    }

    /// Runs `body` on the side thread, and waits until it returns.
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

/// A value that applies to everything that the calling thread does within a scope, without being passed
/// as an argument. In nested scopes the innermost value applies. Other threads don't see it.
///
/// ```swift
/// let scope = ThreadScope<MemoryPool>()
/// scope.run(pool) { scope.current === pool }   // true
/// ```
///
/// Each instance takes one of the process's few keys for thread-specific data and never returns it,
/// so make it a static constant.
package struct ThreadScope<Value>: Sendable {
    /// The key under which a thread stores the address of its innermost scope's value. The value is
    /// on the thread's stack.
    private let key: pthread_key_t

    package init() {
        var key = pthread_key_t()
        let error = pthread_key_create(&key, nil)
        // without a key of its own, the scope would read the value of another scope
        precondition(error == 0, "no key is left for what holds on a thread: error \(error)")
        self.key = key
    }

    /// Runs `body` with this value as ``current``. Restores the previous value afterwards, even if `body`
    /// throws.
    package func run<R, E: Error>(_ value: Value, _ body: () throws(E) -> R) throws(E) -> R {
        let outer = pthread_getspecific(key)
        return try withUnsafePointer(to: value) { pointer throws(E) -> R in
            pthread_setspecific(key, pointer)
            defer { pthread_setspecific(key, outer) }
            return try body()
        }
    }

    /// The value of the innermost scope that the calling thread is in; nil outside of any.
    package var current: Value? {
        pthread_getspecific(key)?.assumingMemoryBound(to: Value.self).pointee
    }
}
