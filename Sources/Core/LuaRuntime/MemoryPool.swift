import CLuaBoundary
import Synchronization

/// A budget of memory that several Lua states share, such as all running copies of a game on one
/// device.
///
/// If a state asks for more memory than is left, the garbage of states that aren't in a call is
/// collected first.
public final class MemoryPool: Sendable {
    /// The budget for one game on one device, in bytes.
    public static let standardLimit = 120_000_000

    /// The budget in bytes.
    public let limit: Int
    nonisolated(unsafe) let pointer: OpaquePointer?
    private let failed = Atomic<Int>(0)

    /// Creates an unused pool.
    ///
    /// - Parameter limit: The budget in bytes. A negative number counts as 0.
    public init(limit: Int = MemoryPool.standardLimit) {
        self.limit = limit
        pointer = guard_pool_new(max(0, limit))
    }

    deinit {
        if let pointer { guard_pool_release(pointer) }
    }

    /// Returns whether the pool has room for another state of `bytes` bytes. If it doesn't, a
    /// caller that caches states should discard some first.
    package func hasRoom(for bytes: Int) -> Bool { leased + min(max(0, bytes), limit) <= limit }

    /// The memory that the states hold now, in bytes, rounded up to whole blocks of 256 KiB for
    /// each.
    public var leased: Int { pointer.map { guard_pool_leased($0) } ?? 0 }

    /// The number of calls that ended with limit `pool` so far, whoever handled the error.
    package var failures: Int { failed.load(ordering: .relaxed) }

    /// The number of times that a state asked for more memory than was left, even if a collection of the
    /// garbage of other states then made room. If two readings are equal, the other states that share the
    /// pool had no effect on what happened in between.
    package var shortages: Int { pointer.map { Int(clamping: guard_pool_shortages($0)) } ?? 0 }

    func noteFailure() { failed.add(1, ordering: .relaxed) }

    // MARK: Scopes

    /// Runs `body` on a Lua thread. Every ``LuaState`` that is created there without a pool shares
    /// this one.
    package func run<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        try LuaThread.run { () throws(E) -> R in try Self.scope.run(self, body) }
    }

    /// The pool whose scope the calling thread is in; nil outside of any.
    package static var current: MemoryPool? { scope.current }

    private static let scope = ThreadScope<MemoryPool>()
}
