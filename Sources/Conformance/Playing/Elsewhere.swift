import Dispatch
import Foundation
import LuaRuntime
import Synchronization

/// Runs work on another thread for Lua than the calling one, and waits for it.
///
/// Lua seeds the hash of its tables with, among others, the address of a local variable (`luai_makeseed`, lstate.c of Lua 5.4):
/// states that are made on one thread within a second share their seed, those of two threads don't.
enum Elsewhere {
    static func run<R: Sendable>(_ body: @escaping @Sendable () -> R) -> R? {
        let box = Box<R>()
        let done = DispatchSemaphore(value: 0)
        // the calling thread is busy waiting, so that another one is taken; a thread of its own can't be waited for in vain
        Thread.detachNewThread {
            let value = LuaThread.run { body() }
            box.result.withLock { $0 = value }
            done.signal()
        }
        done.wait()
        return box.result.withLock { $0 }
    }

    private final class Box<R: Sendable>: Sendable {
        let result = Mutex<R?>(nil)
    }
}
