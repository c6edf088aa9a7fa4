extension Value {
    /// The same value with its tables told apart as Lua does: at every depth an empty map, or a map whose keys are
    /// exactly the integers 1…n, becomes an array.
    ///
    /// ```swift
    /// (["hand": .map([1: "ace", 2: "king"]), "won": .map([:])] as Value).normalizedTables
    /// // ["hand": ["ace", "king"], "won": []]
    /// ```
    ///
    /// What nests some hundreds of tables deep, as no script's value does, stays as it is.
    public var normalizedTables: Value { nests(deeperThan: 4 * ValueLimits.maximumDepth) ? self : normalized }

    private var normalized: Value {
        switch self {
        case .array(let elements):
            return .array(elements.map(\.normalized))
        case .map(let entries):
            // Each value once: one more time at each level would be twice as much for each.
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
