import Dispatch
import Foundation
import GameRules
import LuaRuntime
import Synchronization

/// Runs work on a Lua thread other than the calling thread, and waits for it.
///
/// The address of a local variable is a part of the seed with which Lua hashes the keys of its
/// tables (`luai_makeseed`, lstate.c of Lua 5.4). Lua states that are created on one thread within
/// a second therefore have the same seed. Lua states of two threads have different seeds.
enum SeparateThread {
    /// Runs `body`.
    ///
    /// - Parameter part: The part of the check that the calling thread runs. The other thread has
    ///   only the time and the memory that are left for this part, and its time is charged to the
    ///   part.
    static func run<R: Sendable>(in part: CheckPart? = nil, _ body: @escaping @Sendable () -> R) -> R? {
        let box = Box<R>()
        let (left, pool) = (ProcessorBudget.left ?? 1e6, MemoryPool.current)
        let done = DispatchSemaphore(value: 0)
        // the calling thread blocks, so that the work runs on another thread of Lua; a detached
        // thread is always available
        Thread.detachNewThread {
            LuaThread.run {
                let begun = ProcessorClock.threadSeconds()
                let overruns = CallOverruns()
                let value = ProcessorBudget(.seconds(left)).run { overruns.run { pool?.run(body) ?? body() } }
                let spent = ProcessorClock.threadSeconds() - begun
                let notes = overruns.notes
                box.result.withLock { $0 = (value, spent, notes) }
            }
            done.signal()
        }
        done.wait()
        let result = box.result.withLock { $0 }
        if let part, let result {
            part.charge(result.spent)
            part.overruns.add(result.notes)
        }
        return result?.value
    }

    private final class Box<R: Sendable>: Sendable {
        let result = Mutex<(value: R, spent: Double, notes: CallOverruns.Notes)?>(nil)
    }
}
