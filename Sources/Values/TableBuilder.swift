/// The tables that are open while a value is read, the outermost first. Readers keep this stack instead of calling
/// themselves: deep input then costs heap, which the limits count, and not the stack of the thread.
struct TableBuilder {
    private struct Table {
        let isMap: Bool
        /// How many entries there will be, where the format says so.
        let size: Int?
        var elements: [Value] = []
        var entries: [ValueKey: Value] = [:]
        /// The entry that is read next or now.
        var awaitedKey: ValueKey?
        /// The key of the last entry of a map.
        var previousKey: ValueKey?
    }

    private var tables: [Table] = []

    var depth: Int { tables.count }

    /// Where the value belongs that is being read.
    func path(root: String) -> ValuePath {
        ValuePath(root: root, keys: tables.compactMap(\.awaitedKey))
    }

    // Tables are asked where they lie: `last` would be a copy, with all that it holds retained, and this is asked of every value.

    var innermostIsMap: Bool { !tables.isEmpty && tables[tables.count - 1].isMap }

    /// Whether the innermost table is a map whose next key must be read before its value.
    var awaitsKey: Bool {
        guard let innermost = tables.indices.last, tables[innermost].isMap else { return false }
        return tables[innermost].awaitedKey == nil
    }

    /// Whether the innermost table has all entries that were announced.
    var innermostIsFull: Bool {
        guard let innermost = tables.indices.last, let size = tables[innermost].size else { return false }
        return size == (tables[innermost].isMap ? tables[innermost].entries.count : tables[innermost].elements.count)
    }

    /// Opens an array. A `size` must be checked against the input: room is made for it.
    mutating func openArray(size: Int? = nil) {
        var table = Table(isMap: false, size: size, awaitedKey: .int(1))
        table.elements.reserveCapacity(size ?? 0)
        tables.append(table)
    }

    /// Opens a map. A `size` must be checked against the input: room is made for it.
    mutating func openMap(size: Int? = nil) {
        var table = Table(isMap: true, size: size)
        table.entries.reserveCapacity(size ?? 0)
        tables.append(table)
    }

    /// The key of the last entry that was added to the innermost map.
    var previousKey: ValueKey? { tables.indices.last.flatMap { tables[$0].previousKey } }

    /// Whether the innermost map has an entry with this key.
    func hasEntry(_ key: ValueKey) -> Bool {
        tables.indices.last.flatMap { tables[$0].entries.index(forKey: key) } != nil
    }

    /// Says which entry of the innermost map comes next.
    mutating func awaitEntry(_ key: ValueKey) {
        guard let innermost = tables.indices.last else { return }
        tables[innermost].awaitedKey = key
    }

    /// Says that the innermost array goes on.
    mutating func awaitElement() {
        guard let innermost = tables.indices.last else { return }
        tables[innermost].awaitedKey = .int(Int64(tables[innermost].elements.count) + 1)
    }

    /// Puts a value where it was awaited.
    mutating func add(_ value: Value) {
        guard let innermost = tables.indices.last, let key = tables[innermost].awaitedKey else { return }
        tables[innermost].awaitedKey = nil
        if tables[innermost].isMap {
            tables[innermost].entries[key] = value
            tables[innermost].previousKey = key
        } else {
            tables[innermost].elements.append(value)
        }
    }

    /// Closes the innermost table.
    mutating func close() -> Value? {
        tables.popLast().map { $0.isMap ? .map($0.entries) : .array($0.elements) }
    }
}
