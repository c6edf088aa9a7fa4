/// A piece of data that can be saved, sent and compared. A game's state, a move's argument and an
/// option consist of these.
///
/// Integers and floats are distinct, as in Lua: `.int(1) != .double(1)`. An empty table is
/// `.array([])` by definition, because a Lua `{}` could be an empty list or an empty map.
/// `.map([:])` exists because CBOR has it, and ``normalizedTables`` converts both to one form.
///
/// Two values are equal exactly if their canonical bytes are. Strings are compared by their UTF-8
/// bytes and not by Unicode equivalence, `-0.0` differs from `0.0`, and NaN equals NaN.
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
    /// A finite or infinite number. A NaN can't be saved, unless ``ValueLimits/allowsNaN`` is true.
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
    /// Returns whether both would have the same canonical bytes.
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

    /// Hashes what equality compares: strings by their UTF-8 bytes, and every NaN alike.
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

extension Value {
    /// Whether the value is ``Value/null``. Unlike Swift's nil, `null` is a value.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The truth value; nil for anything else.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The integer; nil for anything else, also for a float such as 1.0.
    public var int64Value: Int64? {
        if case .int(let value) = self { value } else { nil }
    }

    /// The integer, if it fits an `Int`; nil for anything else, also for a float such as 1.0.
    public var intValue: Int? {
        int64Value.flatMap { Int(exactly: $0) }
    }

    /// The float; nil for anything else, also for an integer.
    public var doubleValue: Double? {
        if case .double(let value) = self { value } else { nil }
    }

    /// The number as a float: a float, or an integer as the nearest float; nil for anything else.
    public var numberValue: Double? {
        switch self {
        case .int(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }

    /// The text; nil for anything else, also for bytes.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The bytes; nil for anything else, also for text.
    public var bytesValue: [UInt8]? {
        if case .bytes(let value) = self { value } else { nil }
    }

    /// The elements; nil for anything else, also for an empty map.
    public var arrayValue: [Value]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The entries; nil for anything else, also for an empty array. An empty Lua table is an empty
    /// array.
    public var mapValue: [ValueKey: Value]? {
        if case .map(let value) = self { value } else { nil }
    }

    /// The element of an array at `index`, counted from 0 as Swift does, or the entry of a map with
    /// that integer key. Nil when there is none and for anything that isn't a table.
    ///
    /// To count from 1, as scripts do, use a ``ValuePath``.
    public subscript(index: Int) -> Value? {
        switch self {
        case .array(let elements): elements.indices.contains(index) ? elements[index] : nil
        case .map(let entries): entries[.int(Int64(index))]
        default: nil
        }
    }

    /// The entry of a map with that text as key; nil when there is none and for anything that isn't
    /// a map.
    public subscript(key: String) -> Value? {
        mapValue?[.string(key)]
    }

    /// The value that `path` leads to from here; nil when there is none. The path's
    /// ``ValuePath/root`` is ignored.
    public subscript(path: ValuePath) -> Value? {
        var current = self
        for key in path.keys {
            guard let next = current.element(at: key) else { return nil }
            current = next
        }
        return current
    }

    /// Returns the value one step along a path. Elements of an array are counted from 1.
    package func element(at key: ValueKey) -> Value? {
        switch (self, key) {
        case (.array(let elements), .int(let position)):
            guard position >= 1, position <= elements.count else { return nil }
            return elements[Int(position) - 1]
        case (.map(let entries), _): return entries[key]
        default: return nil
        }
    }

    /// Returns whether tables are nested deeper than `limit`. No script's value is nested deeper
    /// than the default. Examining or writing such a value could overflow the stack.
    package func nests(deeperThan limit: Int = ValueLimits.maximumDepth) -> Bool {
        switch self {
        case .array(let elements): limit <= 0 || elements.contains { $0.nests(deeperThan: limit - 1) }
        case .map(let entries): limit <= 0 || entries.values.contains { $0.nests(deeperThan: limit - 1) }
        case .null, .bool, .int, .double, .string, .bytes: false
        }
    }

    /// Whether the value contains bytes that aren't text, at any depth. Such a value can't be
    /// passed to Lua.
    package var holdsBytes: Bool {
        switch self {
        case .bytes: true
        case .array(let elements): elements.contains(where: \.holdsBytes)
        case .map(let entries): entries.values.contains(where: \.holdsBytes)
        case .null, .bool, .int, .double, .string: false
        }
    }
}

// There is deliberately no literal for `.null`. If `nil` were a value, `condition ? value : nil` in
// a function that returns `Value?` would give `.null` instead of nothing.

extension Value: ExpressibleByBooleanLiteral {
    /// `true` is `.bool(true)`.
    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }
}

extension Value: ExpressibleByIntegerLiteral {
    /// `2` is `.int(2)`.
    public init(integerLiteral value: Int64) {
        self = .int(value)
    }
}

extension Value: ExpressibleByFloatLiteral {
    /// `2.0` is `.double(2.0)`, and never an integer.
    public init(floatLiteral value: Double) {
        self = .double(value)
    }
}

extension Value: ExpressibleByStringInterpolation {
    /// `"x"` is `.string("x")`; an interpolation is written the same way.
    public init(stringLiteral value: String) {
        self = .string(value)
    }
}

extension Value: ExpressibleByArrayLiteral {
    /// `[]` is the empty table.
    public init(arrayLiteral elements: Value...) {
        self = .array(elements)
    }
}

extension Value: ExpressibleByDictionaryLiteral {
    /// Creates a map. Of entries with the same key, the last one counts.
    public init(dictionaryLiteral elements: (ValueKey, Value)...) {
        self = .map(Dictionary(elements, uniquingKeysWith: { _, last in last }))
    }
}

extension Value {
    /// The same value with its tables in Lua's form. At every depth an empty map, or a map whose
    /// keys are exactly the integers 1…n, becomes an array.
    ///
    /// ```swift
    /// (["hand": .map([1: "ace", 2: "king"]), "won": .map([:])] as Value).normalizedTables
    /// // ["hand": ["ace", "king"], "won": []]
    /// ```
    ///
    /// A value whose tables are nested more than 512 levels deep stays as it is. No script's value
    /// is.
    public var normalizedTables: Value { nests(deeperThan: 4 * ValueLimits.maximumDepth) ? self : normalized }

    private var normalized: Value {
        switch self {
        case .array(let elements):
            return .array(elements.map(\.normalized))
        case .map(let entries):
            // Normalize each value once: a second time at each level would double the work per
            // level.
            let entries = entries.mapValues(\.normalized)
            var elements: [Value] = []
            elements.reserveCapacity(entries.count)
            while let next = entries[.int(Int64(elements.count) + 1)] { elements.append(next) }
            return elements.count == entries.count ? .array(elements) : .map(entries)
        case .null, .bool, .int, .double, .string, .bytes:
            return self
        }
    }
}

extension Value {
    /// The approximate memory of the value, in bytes.
    package var weight: Int {
        let own = MemoryLayout<Value>.stride
        return switch self {
        case .null, .bool, .int, .double: own
        case .string(let text): own + text.utf8.count
        case .bytes(let bytes): own + bytes.count
        case .array(let values): values.reduce(own) { $0 + $1.weight }
        case .map(let fields): fields.reduce(own) { $0 + MemoryLayout<ValueKey>.stride + own + $1.value.weight }
        }
    }
}

/// The key of an entry in a ``Value/map(_:)``.
///
/// Keys have the order of their canonical CBOR encodings, byte by byte (RFC 8949 §4.2.1): integers
/// 0, 1, 2 …, then −1, −2, −3 …, then strings. Shorter strings come first, and strings of the same
/// length have the order of their bytes. Two strings are the same key only if their UTF-8 bytes are
/// the same.
public enum ValueKey: Sendable {
    /// A whole number.
    case int(Int64)
    /// A text.
    case string(String)
}

extension ValueKey: Hashable {
    /// Returns whether both are the same integer, or strings of the same UTF-8 bytes; 1 and `"1"`
    /// are two keys.
    public static func == (left: ValueKey, right: ValueKey) -> Bool {
        switch (left, right) {
        case (.int(let left), .int(let right)): left == right
        case (.string(let left), .string(let right)): left.hasSameUTF8(as: right)
        default: false
        }
    }

    /// Hashes what equality compares: strings by their UTF-8 bytes.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .int(let value):
            hasher.combine(0)
            hasher.combine(value)
        case .string(let value):
            hasher.combine(1)
            value.hashUTF8(into: &hasher)
        }
    }
}

extension ValueKey: Comparable {
    /// Returns whether a key comes first in the order of the canonical encodings: 0, 1, 2 …, −1, −2
    /// …, then strings, shorter ones first.
    public static func < (left: ValueKey, right: ValueKey) -> Bool {
        switch (left, right) {
        case (.int(let left), .int(let right)):
            // CBOR encodes a negative n as −1 − n under a higher leading byte, so −1 comes after
            // every positive number.
            if (left < 0) != (right < 0) { return right < 0 }
            return left < 0 ? left > right : left < right
        case (.int, .string): return true
        case (.string, .int): return false
        case (.string(let left), .string(let right)): return left.precedesInCBOR(right)
        }
    }
}

extension ValueKey: ExpressibleByIntegerLiteral, ExpressibleByStringInterpolation {
    /// `3` is `.int(3)`.
    public init(integerLiteral value: Int64) {
        self = .int(value)
    }

    /// `"name"` is `.string("name")`, and `"3"` is a string, too; an interpolation is written the
    /// same way.
    public init(stringLiteral value: String) {
        self = .string(value)
    }
}

extension ValueKey: CustomStringConvertible {
    /// The key as Lua writes it: `3`, `"name"`.
    public var description: String {
        switch self {
        case .int(let value): String(value)
        case .string(let value): LuaNotation.quoted(value)
        }
    }
}
