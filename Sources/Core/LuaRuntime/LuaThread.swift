import CLuaBoundary
import Dispatch
import Foundation
import Synchronization
import Values

/// Threads that Lua may run on.
///
/// The watchdog stops a script with a signal, and threads of libdispatch and of Swift concurrency block it; their stacks
/// are small, too. So scripts run on threads of Parlor's own. Every call into a ``LuaState`` moves there by itself, which
/// costs some 40 µs; code that makes many calls wraps the whole of them:
///
/// ```swift
/// let plies = try LuaThread.run { try playThousandGames(state) }
/// ```
///
/// The calling thread waits meanwhile. A task of Swift concurrency that waits so keeps one of its few threads from everybody else:
/// where tasks play, let them use a `MatchActor`, whose calls wait without a thread.
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

    /// Runs `body` on the thread that waits for the calling one in ``run(_:)``; at once where none waits.
    package static func askCaller<R>(_ body: () -> R) -> R {
        guard let worker = Worker.current, worker.isAwaited else { return body() }
        var result: R?
        withoutActuallyEscaping({ result = body() }) { worker.ask($0) }
        return result ?? body()
    }

    /// Begins `work` on such a thread, and doesn't wait for it. Where the system refuses a thread, a new one of Foundation's does it,
    /// and its calls into Lua throw a ``LuaError`` of kind `host`.
    package static func start(_ work: @escaping @Sendable () -> Void) {
        if !Worker.start(work) { Thread.detachNewThread(work) }
    }
}

/// Lets one thread through each time that another one opens it.
///
/// Most calls into Lua take some microseconds; putting a thread to sleep and waking it takes ten times as long. So a thread that waits
/// yields the processor a few times before it sleeps.
private final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let opened = Atomic(0)
    private let passed = Atomic(0)

    /// The number of looks before the thread sleeps.
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

/// A thread that does one piece of work after the other.
private final class Worker: @unchecked Sendable {
    private static let lock = NSLock()
    nonisolated(unsafe) private static var idle: [Worker] = []
    private static let mostIdle = 8
    private static let scope = ThreadScope<Worker>()

    /// The one that the calling thread is.
    static var current: Worker? { scope.current }

    // Used by two threads of which one waits for the other: the gates order all that touches these.
    private let wanted = Gate()
    private let told = Gate()
    private let answered = Gate()
    private var work: (() -> Void)?
    private var question: (() -> Void)?
    /// Does a thread wait for what is done now?
    private(set) var isAwaited = false

    /// Does the work and waits for it. False if there is no thread to be had. When it returns, nobody holds `work` any more.
    static func run(_ work: @escaping () -> Void) -> Bool {
        guard let worker = take() else { return false }
        (worker.work, worker.isAwaited) = (work, true)
        worker.wanted.open()
        worker.told.pass()
        while worker.answer() {
            worker.answered.open()
            worker.told.pass()
        }
        if !worker.wasPutBack() { worker.wanted.open() }  // without work it ends
        return true
    }

    /// Begins the work. False if there is no thread to be had.
    static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
        guard let worker = take() else { return false }
        (worker.work, worker.isAwaited) = (work, false)
        worker.wanted.open()
        return true
    }

    /// Does what the worker asks for, and lets go of it; false if it asks for nothing.
    private func answer() -> Bool {
        guard let question else { return false }
        question()
        self.question = nil
        return true
    }

    /// Has the thread that waits do something, and waits for that.
    func ask(_ question: @escaping () -> Void) {
        self.question = question
        told.open()
        answered.pass()
    }

    private static func take() -> Worker? { lock.withLock { idle.popLast() } ?? made() }

    /// Waits among the others for what comes next; false where enough of them wait.
    private func wasPutBack() -> Bool {
        Self.lock.withLock {
            if Self.idle.count < Self.mostIdle { Self.idle.append(self) }
            return Self.idle.last === self
        }
    }

    /// Does the work and lets go of it; false if there was none.
    private func finishWork() -> Bool {
        guard let work else { return false }
        work()
        self.work = nil
        return true
    }

    /// Does what it is given until nothing is; the thread's whole life.
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

/// What holds for all that the calling thread does within a scope, without being handed on: of nested scopes the innermost one's
/// value. Another thread sees nothing of it.
///
/// ```swift
/// let scope = ThreadScope<MemoryPool>()
/// scope.run(pool) { scope.current === pool }   // true
/// ```
///
/// Each of these takes one of the process's few keys for good, so let it be a static constant.
package struct ThreadScope<Value>: Sendable {
    /// Where a thread keeps the address of its innermost scope's value, which is on its stack.
    private let key: pthread_key_t

    package init() {
        var key = pthread_key_t()
        let error = pthread_key_create(&key, nil)
        // a key that isn't ours would be read as a value of ours
        precondition(error == 0, "no key is left for what holds on a thread: error \(error)")
        self.key = key
    }

    /// Runs `body` with this value for ``current``, whatever was current before; that is so again afterwards, also if `body`
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
