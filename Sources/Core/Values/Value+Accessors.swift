extension Value {
    /// Whether it is ``Value/null``: a value, as opposed to nil, which is none.
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

    /// A float, or an integer as the nearest float.
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

    /// The entries; nil for anything else, also for an empty array, which an empty Lua table is.
    public var mapValue: [ValueKey: Value]? {
        if case .map(let value) = self { value } else { nil }
    }

    /// The element of an array at `index`, counted from 0 as Swift does, or the entry of a map with that integer key.
    /// Nil when there is none and for anything that isn't a table.
    ///
    /// To count as a script does, use a ``ValuePath``.
    public subscript(index: Int) -> Value? {
        switch self {
        case .array(let elements): elements.indices.contains(index) ? elements[index] : nil
        case .map(let entries): entries[.int(Int64(index))]
        default: nil
        }
    }

    /// The entry of a map with that text as key; nil when there is none and for anything that isn't a map.
    public subscript(key: String) -> Value? {
        mapValue?[.string(key)]
    }

    /// The value that `path` leads to from here; nil when there is none. The path's ``ValuePath/root`` is not looked at.
    public subscript(path: ValuePath) -> Value? {
        var current = self
        for key in path.keys {
            guard let next = current.element(at: key) else { return nil }
            current = next
        }
        return current
    }

    /// One step of a path: elements of an array are counted from 1.
    package func element(at key: ValueKey) -> Value? {
        switch (self, key) {
        case (.array(let elements), .int(let position)):
            guard position >= 1, position <= elements.count else { return nil }
            return elements[Int(position) - 1]
        case (.map(let entries), _): return entries[key]
        default: return nil
        }
    }

    /// Whether it holds tables within tables, more of them than any script's values have: to look at it closely, or to write it, could
    /// take more of the stack than there is.
    package func nests(deeperThan limit: Int = ValueLimits.maximumDepth) -> Bool {
        switch self {
        case .array(let elements): limit <= 0 || elements.contains { $0.nests(deeperThan: limit - 1) }
        case .map(let entries): limit <= 0 || entries.values.contains { $0.nests(deeperThan: limit - 1) }
        case .null, .bool, .int, .double, .string, .bytes: false
        }
    }

    /// Are there bytes that are no text anywhere in it? Lua has no place for them.
    package var holdsBytes: Bool {
        switch self {
        case .bytes: true
        case .array(let elements): elements.contains(where: \.holdsBytes)
        case .map(let entries): entries.values.contains(where: \.holdsBytes)
        case .null, .bool, .int, .double, .string: false
        }
    }
}
