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

    /// The innermost table stands by itself: it is asked and changed for every value.
    private var innermost: Table?
    private var outer: [Table] = []

    /// How many tables are open.
    private(set) var depth = 0

    /// Where the value belongs that is being read.
    func path(root: String) -> ValuePath {
        ValuePath(root: root, keys: outer.compactMap(\.awaitedKey) + (innermost?.awaitedKey.map { [$0] } ?? []))
    }

    var innermostIsMap: Bool { innermost?.isMap ?? false }

    /// Whether the innermost table is a map whose next key must be read before its value.
    var awaitsKey: Bool { innermostIsMap && innermost?.awaitedKey == nil }

    /// Whether the innermost table has all entries that were announced.
    var innermostIsFull: Bool {
        guard let size = innermost?.size else { return false }
        return size == (innermostIsMap ? innermost?.entries.count : innermost?.elements.count)
    }

    /// Opens an array. A `size` must be checked against the input: room is made for it.
    mutating func openArray(size: Int? = nil) {
        var table = Table(isMap: false, size: size, awaitedKey: .int(1))
        table.elements.reserveCapacity(size ?? 0)
        open(table)
    }

    /// Opens a map. A `size` must be checked against the input: room is made for it.
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

    /// Whether the innermost map has an entry with this key.
    func hasEntry(_ key: ValueKey) -> Bool { innermost?.entries.index(forKey: key) != nil }

    /// Says which entry of the innermost map comes next.
    mutating func awaitEntry(_ key: ValueKey) {
        innermost?.awaitedKey = key
    }

    /// Says that the innermost array goes on.
    mutating func awaitElement() {
        guard let read = innermost?.elements.count else { return }
        innermost?.awaitedKey = .int(Int64(read) + 1)
    }

    /// Puts a value where it was awaited.
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

    /// Closes the innermost table.
    mutating func close() -> Value? {
        guard let table = innermost else { return nil }
        innermost = outer.popLast()
        depth -= 1
        return table.isMap ? .map(table.entries) : .array(table.elements)
    }
}
