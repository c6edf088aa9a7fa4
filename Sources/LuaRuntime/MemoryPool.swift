import CLuaGuard

/// A budget of memory that several Lua states share, as all running copies of a game on one device do.
///
/// When a state asks for more than is left, states that nobody calls are collected first.
public final class MemoryPool: Sendable {
    /// The budget for one game on one device, in bytes.
    public static let standardLimit = 120_000_000

    /// The budget in bytes.
    public let limit: Int
    nonisolated(unsafe) let pointer: OpaquePointer?

    public init(limit: Int = MemoryPool.standardLimit) {
        self.limit = limit
        pointer = guard_pool_new(max(0, limit))
    }

    deinit {
        if let pointer { guard_pool_release(pointer) }
    }

    /// Could one more state grow to so many bytes? Who keeps states that can be made anew puts some away first if not.
    public func hasRoom(for bytes: Int) -> Bool { leased + min(max(0, bytes), limit) <= limit }

    /// What the states hold now, in bytes, rounded up to whole blocks of 256 KiB for each.
    public var leased: Int { pointer.map { guard_pool_leased($0) } ?? 0 }
}
