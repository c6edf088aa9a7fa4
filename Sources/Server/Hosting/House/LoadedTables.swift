import Synchronization

/// The tables that hold a Lua state, in the order in which they were loaded: no more of them than there is room for.
final class LoadedTables: Sendable {
    private let most: Int
    private let queue = Mutex<[HostedTable]>([])

    init(most: Int) { self.most = max(1, most) }

    /// A table was loaded: others let go of their matches if there are too many now, those that nobody has used meanwhile first.
    func add(_ table: HostedTable) {
        let crowded = queue.withLock { queue -> [HostedTable] in
            queue.append(table)
            var crowded: [HostedTable] = []
            // whoever was used since it was queued gets behind the others, but there has to be an end to that
            var chances = 16
            while queue.count > most, let first = queue.first {
                queue.removeFirst()
                if !first.isLoaded { continue }
                if chances > 0, first.wasUsedSinceQueued() {
                    chances -= 1
                    queue.append(first)
                } else {
                    crowded.append(first)
                }
            }
            return crowded
        }
        for table in crowded { table.forget() }
    }
}
