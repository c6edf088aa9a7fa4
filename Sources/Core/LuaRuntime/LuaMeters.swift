import CLuaGuard

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
