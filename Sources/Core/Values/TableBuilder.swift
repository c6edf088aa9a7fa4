/// The tables that are open while a value is read, the outermost first. Readers use this stack
/// instead of recursion. Therefore deeply nested input takes memory from the heap, which the limits
/// bound, and not from the thread's stack.
struct TableBuilder {
    private struct Table {
        let isMap: Bool
        /// The number of entries, if the format states it.
        let size: Int?
        var elements: [Value] = []
        var entries: [ValueKey: Value] = [:]
        /// The key of the entry that is read next or now.
        var awaitedKey: ValueKey?
        /// The key of the last entry of a map.
        var previousKey: ValueKey?
    }

    /// The innermost table. It is stored apart from the outer tables because adding any value
    /// changes it.
    private var innermost: Table?
    private var outer: [Table] = []

    /// The number of open tables.
    private(set) var depth = 0

    /// Returns the path of the value that is being read.
    func path(root: String) -> ValuePath {
        ValuePath(root: root, keys: outer.compactMap(\.awaitedKey) + (innermost?.awaitedKey.map { [$0] } ?? []))
    }

    var innermostIsMap: Bool { innermost?.isMap ?? false }

    /// Whether the innermost table is a map whose next key must be read before its value.
    var awaitsKey: Bool { innermostIsMap && innermost?.awaitedKey == nil }

    /// Whether the innermost table has all announced entries.
    var innermostIsFull: Bool {
        guard let size = innermost?.size else { return false }
        return size == (innermostIsMap ? innermost?.entries.count : innermost?.elements.count)
    }

    /// Opens an array. The caller must have checked `size` against the input, because memory is
    /// reserved for that many elements.
    mutating func openArray(size: Int? = nil) {
        var table = Table(isMap: false, size: size, awaitedKey: .int(1))
        table.elements.reserveCapacity(size ?? 0)
        open(table)
    }

    /// Opens a map. The caller must have checked `size` against the input, because memory is
    /// reserved for that many entries.
    mutating func openMap(size: Int? = nil) {
        var table = Table(isMap: true, size: size)
        table.entries.reserveCapacity(size ?? 0)
        open(table)
    }

    private mutating func open(_ table: Table) {
        if let innermost { outer.append(innermost) }
        innermost = table
        depth += 1
    }

    /// The key of the last entry that was added to the innermost map.
    var previousKey: ValueKey? { innermost?.previousKey }

    /// Returns whether the innermost map has an entry with this key.
    func hasEntry(_ key: ValueKey) -> Bool { innermost?.entries.index(forKey: key) != nil }

    /// Sets the key of the next entry of the innermost map.
    mutating func awaitEntry(_ key: ValueKey) {
        innermost?.awaitedKey = key
    }

    /// Sets the position of the next element of the innermost array.
    mutating func awaitElement() {
        guard let read = innermost?.elements.count else { return }
        innermost?.awaitedKey = .int(Int64(read) + 1)
    }

    /// Adds a value at the awaited key.
    mutating func add(_ value: Value) {
        guard let key = innermost?.awaitedKey else { return }
        innermost?.awaitedKey = nil
        if innermostIsMap {
            innermost?.entries[key] = value
            innermost?.previousKey = key
        } else {
            innermost?.elements.append(value)
        }
    }

    /// Closes the innermost table, and returns it.
    mutating func close() -> Value? {
        guard let table = innermost else { return nil }
        innermost = outer.popLast()
        depth -= 1
        return table.isMap ? .map(table.entries) : .array(table.elements)
    }
}

/// The tables that are open while a value is written, the outermost first. Writers use this stack
/// instead of recursion, so a deeply nested value can't exhaust the thread's stack.
struct TableWalk {
    enum Step {
        case element(Value)
        case entry(ValueKey, Value)
        /// The innermost table has been visited completely and is closed.
        case end(isMap: Bool)
    }

    private struct Table {
        /// The keys of a map in canonical order; nil for an array.
        let keys: [ValueKey]?
        let values: [Value]
        var visited = 0
    }

    private var tables: [Table] = []

    var depth: Int { tables.count }

    /// Returns the path of the value that is being visited.
    func path(root: String) -> ValuePath {
        ValuePath(
            root: root,
            keys: tables.compactMap { table in
                table.keys == nil ? .int(Int64(table.visited)) : table.keys?.prefix(table.visited).last
            })
    }

    /// Whether the value that is being visited is the first of its table.
    var isAtFirst: Bool { tables.last?.visited == 1 }

    mutating func open(_ elements: [Value]) {
        tables.append(Table(keys: nil, values: elements))
    }

    mutating func open(_ entries: [ValueKey: Value]) {
        let sorted = entries.sorted { $0.key < $1.key }
        tables.append(Table(keys: sorted.map(\.key), values: sorted.map(\.value)))
    }

    /// Moves to the next value. Returns nil if no table is open.
    mutating func next() -> Step? {
        guard let innermost = tables.indices.last else { return nil }
        let table = tables[innermost]
        guard table.visited < table.values.count else {
            tables.removeLast()
            return .end(isMap: table.keys != nil)
        }
        tables[innermost].visited += 1
        let value = table.values[table.visited]
        return table.keys.map { .entry($0[table.visited], value) } ?? .element(value)
    }
}
