/// A piece of data that can be saved, sent and compared: what a game's state, a move's argument or an option is made of.
///
/// Integers and floats are kept apart, as in Lua: `.int(1) != .double(1)`. An empty table is `.array([])` by
/// definition, since a Lua `{}` can't say which of the two it is; `.map([:])` exists because CBOR has it, and
/// ``normalizedTables`` brings both to one form.
///
/// Two values are equal exactly when their canonical bytes are: strings are compared by their UTF-8 bytes and not by
/// Unicode equivalence, `-0.0` differs from `0.0`, and NaN equals NaN.
///
/// ```swift
/// let state: Value = ["board": ["x", .null, "o"], "turn": 2, "odds": 0.5]
/// state["turn"]?.intValue      // 2
/// state["board"]?[0]           // "x"
/// ```
public enum Value: Sendable {
    /// Nothing: Lua's `nil`.
    case null
    /// True or false.
    case bool(Bool)
    /// A whole number.
    case int(Int64)
    /// A finite or infinite number; NaN is refused when it is saved, unless ``ValueLimits/allowsNaN`` says otherwise.
    case double(Double)
    /// A text of well-formed UTF-8.
    case string(String)
    /// Bytes that are not text.
    case bytes([UInt8])
    /// A list: in Lua a table with the keys 1, 2, …
    case array([Value])
    /// Any other table.
    case map([ValueKey: Value])
}

extension Value: Hashable {
    /// Whether both have the same canonical bytes, were they written.
    public static func == (left: Value, right: Value) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.int(let left), .int(let right)): left == right
        case (.double(let left), .double(let right)):
            left.bitPattern == right.bitPattern || (left.isNaN && right.isNaN)
        case (.string(let left), .string(let right)): left.hasSameUTF8(as: right)
        case (.bytes(let left), .bytes(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.map(let left), .map(let right)): left == right
        default: false
        }
    }

    /// Hashes what equality compares: strings by their UTF-8 bytes, every NaN alike.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null:
            hasher.combine(0)
        case .bool(let value):
            hasher.combine(1)
            hasher.combine(value)
        case .int(let value):
            hasher.combine(2)
            hasher.combine(value)
        case .double(let value):
            hasher.combine(3)
            hasher.combine(value.isNaN ? Double.nan.bitPattern : value.bitPattern)
        case .string(let value):
            hasher.combine(4)
            value.hashUTF8(into: &hasher)
        case .bytes(let value):
            hasher.combine(5)
            hasher.combine(value)
        case .array(let value):
            hasher.combine(6)
            hasher.combine(value)
        case .map(let value):
            hasher.combine(7)
            hasher.combine(value)
        }
    }
}
