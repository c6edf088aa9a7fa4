import CLuaBoundary
import Synchronization

/// A budget of memory that several Lua states share, as all running copies of a game on one device do.
///
/// When a state asks for more than is left, states that nobody calls are collected first.
public final class MemoryPool: Sendable {
    /// The budget for one game on one device, in bytes.
    public static let standardLimit = 120_000_000

    /// The budget in bytes.
    public let limit: Int
    nonisolated(unsafe) let pointer: OpaquePointer?
    private let failed = Atomic<Int>(0)

    /// A pool that nothing is taken from yet.
    ///
    /// - Parameter limit: The budget in bytes; nothing if negative.
    public init(limit: Int = MemoryPool.standardLimit) {
        self.limit = limit
        pointer = guard_pool_new(max(0, limit))
    }

    deinit {
        if let pointer { guard_pool_release(pointer) }
    }

    /// Could one more state grow to so many bytes? Who keeps states that can be made anew puts some away first if not.
    package func hasRoom(for bytes: Int) -> Bool { leased + min(max(0, bytes), limit) <= limit }

    /// What the states hold now, in bytes, rounded up to whole blocks of 256 KiB for each.
    public var leased: Int { pointer.map { guard_pool_leased($0) } ?? 0 }

    /// How many calls ended with limit `pool` so far, whoever heard of it.
    package var failures: Int { failed.load(ordering: .relaxed) }

    /// How often a state asked for more than was left so far, whether others could be collected for it or not. What happens in
    /// between two equal figures doesn't depend on who shares the pool.
    package var shortages: Int { pointer.map { Int(clamping: guard_pool_shortages($0)) } ?? 0 }

    func noteFailure() { failed.add(1, ordering: .relaxed) }

    // MARK: For all that happens in a scope

    /// Runs `body` on a thread of Lua's; every ``LuaState`` that is made there meanwhile, and given no pool, shares this one.
    package func run<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        try LuaThread.run { () throws(E) -> R in try Self.scope.run(self, body) }
    }

    /// The pool whose scope the calling thread is in; nil outside of any.
    package static var current: MemoryPool? { scope.current }

    private static let scope = ThreadScope<MemoryPool>()
}
