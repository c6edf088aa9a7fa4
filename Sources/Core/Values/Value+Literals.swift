// There is no literal for `.null` on purpose: if `nil` were a value, `condition ? value : nil` in a function that returns
// `Value?` would give `.null` where it should give nothing.

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
    /// Of entries with the same key the last one counts.
    public init(dictionaryLiteral elements: (ValueKey, Value)...) {
        self = .map(Dictionary(elements, uniquingKeysWith: { _, last in last }))
    }
}
