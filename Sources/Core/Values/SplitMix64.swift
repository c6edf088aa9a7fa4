/// A small seeded generator of random numbers, for tests and for anything that must be repeatable:
/// the same seed gives the same sequence on every platform. Don't use it for secrets: anyone can
/// compute its state from one output.
///
/// The algorithm is SplitMix64: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number
/// Generators", OOPSLA 2014.
///
/// ```swift
/// var random = SplitMix64(seed: 7)
/// let die = Int.random(in: 1...6, using: &random)
/// ```
public struct SplitMix64: RandomNumberGenerator, Sendable {
    /// The state, which determines all later numbers. A generator with the state as its seed
    /// continues the sequence.
    package private(set) var state: UInt64

    /// Creates the sequence of a seed. Any seed will do, also 0.
    public init(seed: UInt64) {
        state = seed
    }

    /// Skips the `count` numbers that other code has already computed from ``state``.
    package mutating func skip(_ count: Int) { state &+= 0x9e37_79b9_7f4a_7c15 &* UInt64(truncatingIfNeeded: count) }

    /// Returns the next 64 random bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
        return bits ^ (bits >> 31)
    }
}
