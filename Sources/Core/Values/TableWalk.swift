/// The tables that are open while a value is written, the outermost first. Writers keep this stack instead of calling
/// themselves: a deep value then doesn't cost the stack of the thread.
struct TableWalk {
    enum Step {
        case element(Value)
        case entry(ValueKey, Value)
        /// All of the innermost table has been visited; it is open no longer.
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

    /// Where the value is that is being visited.
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

    /// Goes on to the next value; nil when no table is open.
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
