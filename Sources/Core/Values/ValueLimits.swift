/// How large a value may be when it is written or read. Each limit is checked before memory is taken for what would
/// exceed it.
///
/// ```swift
/// let argument = try Value(canonicalBytes: bytes, limits: ValueLimits(bytes: 4096, depth: 8, items: 200))
/// ```
public struct ValueLimits: Hashable, Sendable {
    /// No ``depth`` counts for more than this. Reading and writing need no stack for depth, but comparing, hashing and
    /// releasing a value do: this much fits the 512 KiB of a secondary thread, also in an unoptimized build.
    public static let maximumDepth = 128

    /// The size of the encoding, in bytes.
    public var bytes: Int
    /// How many tables may stand inside each other: 0 allows a plain value only, 1 also `[1, 2]`, 2 also `[[1]]`.
    public var depth: Int
    /// How many values there may be in all, tables included and keys not.
    public var items: Int
    /// Whether NaN may be saved. It has one encoding, `f97e00`; game states hold none.
    public var allowsNaN: Bool

    /// What is left out is the default: 1 MiB, 64 tables inside each other, 100,000 values, no NaN.
    public init(bytes: Int = 1 << 20, depth: Int = 64, items: Int = 100_000, allowsNaN: Bool = false) {
        self.bytes = bytes
        self.depth = depth
        self.items = items
        self.allowsNaN = allowsNaN
    }

    /// The depth that counts.
    var usableDepth: Int {
        min(depth, Self.maximumDepth)
    }
}
