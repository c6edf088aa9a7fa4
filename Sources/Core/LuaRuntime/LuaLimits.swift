import CLuaBoundary

/// What one Lua state may use. Sizes in bytes.
public struct LuaLimits: Hashable, Sendable {
    /// What the state may hold at once, its libraries and code included.
    public var memory: Int
    /// What one call may be given in total, freed or not: it bounds work such as copying megabytes again and again, which a
    /// memory limit doesn't see.
    public var granted: Int
    /// What `print` may write in one call.
    public var printed: Int
    /// The time of one call, cut to ``hardDeadline``.
    public var deadline: Duration

    /// No call may take longer, whatever was asked for.
    public static let hardDeadline = Duration.seconds(30)

    /// The standard limits, but for those given: 32 MiB held, 1 GiB granted, 64 KiB printed, 5 seconds.
    public init(
        memory: Int = 32 << 20, granted: Int = 1 << 30, printed: Int = 64 << 10, deadline: Duration = .seconds(5)
    ) {
        self.memory = memory
        self.granted = granted
        self.printed = printed
        self.deadline = deadline
    }

    /// These limits, none of them looser than in `other`.
    package func tightened(by other: LuaLimits) -> LuaLimits {
        LuaLimits(
            memory: min(memory, other.memory), granted: min(granted, other.granted),
            printed: min(printed, other.printed), deadline: min(deadline, other.deadline))
    }
}

extension Duration {
    /// Whole nanoseconds, never negative, saturating.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? Int64.max : scaled &+ attoseconds / 1_000_000_000
    }
}

/// Figures of one Lua state. Sizes in bytes.
public struct LuaMeters: Hashable, Sendable {
    /// What Lua holds now, and the most it held.
    public var used: Int
    /// The most since the state was made, or since ``LuaState/resetPeak()``.
    public var peak: Int
    /// The most it may hold.
    public var limit: Int
    /// What the last call was given in total, freed or not.
    public var granted: Int
    /// Calls into the state that have begun.
    public var calls: UInt64
    /// Requests for more memory, and how many of them were refused.
    public var allocations: UInt64
    /// How many of ``allocations`` were refused.
    public var refusals: UInt64
    /// Steps of loops in C, and every VM instruction while they are counted.
    public var instructions: UInt64

    /// Adds the figures of another state of the same limits. See `Match.meters`.
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
