import CLuaBoundary

/// The limits of one Lua state. Sizes are in bytes.
public struct LuaLimits: Hashable, Sendable {
    /// The most memory that the state may hold at once, its libraries and code included.
    public var memory: Int
    /// The most memory that one call may allocate in total, including memory that it frees again.
    /// This bounds work such as copying megabytes again and again, which ``memory`` doesn't bound.
    public var granted: Int
    /// The most output of `print` in one call.
    public var printed: Int
    /// The time of one call, at most ``hardDeadline``.
    public var deadline: Duration

    /// The longest time of any call, whatever its limits.
    public static let hardDeadline = Duration.seconds(30)

    /// Creates limits. The defaults are 32 MiB held, 1 GiB granted, 64 KiB printed, 5 seconds.
    public init(
        memory: Int = 32 << 20, granted: Int = 1 << 30, printed: Int = 64 << 10, deadline: Duration = .seconds(5)
    ) {
        self.memory = memory
        self.granted = granted
        self.printed = printed
        self.deadline = deadline
    }

    /// Returns limits with the smaller of the two values for each limit.
    package func tightened(by other: LuaLimits) -> LuaLimits {
        LuaLimits(
            memory: min(memory, other.memory), granted: min(granted, other.granted),
            printed: min(printed, other.printed), deadline: min(deadline, other.deadline))
    }
}

extension Duration {
    /// The duration in whole nanoseconds, never negative, saturating.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? Int64.max : scaled &+ attoseconds / 1_000_000_000
    }
}

/// The meters of one Lua state. Sizes are in bytes.
public struct LuaMeters: Hashable, Sendable {
    /// The memory that Lua holds now.
    public var used: Int
    /// The most memory held since the state was created, or since ``LuaState/resetPeak()``.
    public var peak: Int
    /// The most memory that the state may hold.
    public var limit: Int
    /// The memory that the last call allocated in total, including memory that it freed again.
    public var granted: Int
    /// The number of calls into the state that have started.
    public var calls: UInt64
    /// The number of requests for more memory.
    public var allocations: UInt64
    /// The number of ``allocations`` that were refused.
    public var refusals: UInt64
    /// The number of loop steps in C, and of all VM instructions while they are counted.
    public var instructions: UInt64

    /// Adds the meters of another state with the same limits. See `Match.meters`.
    package mutating func add(_ other: LuaMeters) {
        used += other.used
        peak += other.peak
        calls &+= other.calls
        allocations &+= other.allocations
        refusals &+= other.refusals
        instructions &+= other.instructions
    }

    init(_ meter: GuardMeter) {
        used = meter.used
        peak = meter.peak
        limit = meter.limit
        granted = meter.granted
        calls = meter.calls
        allocations = meter.allocations
        refusals = meter.refusals
        instructions = meter.instructions
    }
}
