/// The plies of a match, in eight bytes each where nothing but a place in the list of moves is known of them, which is all
/// that a random game leaves behind.
struct PlyList: RandomAccessCollection, MutableCollection {
    /// index << 8 | seat; 0 where the entry stands in `others`.
    private var packed: ContiguousArray<Int64> = []
    private var others: [Int: LogEntry] = [:]
    /// About what `others` hold, in bytes.
    private var othersWeight = 0

    /// About what the log holds in memory, in bytes.
    var weight: Int { packed.count * MemoryLayout<Int64>.stride + othersWeight }

    init() {}

    init(_ entries: some Sequence<LogEntry>) {
        for entry in entries { append(entry) }
    }

    var startIndex: Int { 0 }
    var endIndex: Int { packed.count }

    subscript(position: Int) -> LogEntry {
        get {
            let ply = packed[position]
            if ply == 0, let entry = others[position] { return entry }
            return LogEntry(seat: Int(ply & 0xff), choice: .move(.index(Int(ply >> 8))))
        }
        set {
            let ply = Self.packed(newValue)
            packed[position] = ply ?? 0
            guard ply == nil || !others.isEmpty else { return }  // an empty table isn't even asked
            if let old = others[position] { othersWeight -= old.weight }
            others[position] = ply == nil ? newValue : nil
            if ply == nil { othersWeight += newValue.weight }
        }
    }

    /// Adds a ply of which only its move's index and its seat are known: index << 8 | seat, not 0.
    @inline(__always)
    mutating func append(packed ply: Int64) { packed.append(ply) }

    mutating func append(_ entry: LogEntry) {
        packed.append(0)
        self[packed.count - 1] = entry
    }

    mutating func removeLast(_ count: Int) {
        packed.removeLast(count)
        guard !others.isEmpty else { return }
        others = others.filter { $0.key < packed.count }
        othersWeight = others.values.reduce(0) { $0 + $1.weight }
    }

    mutating func removeAll() {
        packed.removeAll(keepingCapacity: true)
        if !others.isEmpty { others.removeAll() }
        othersWeight = 0
    }

    /// Puts so many entries at the end into the order of their seats.
    mutating func sortBySeat(last count: Int) {
        let round = packed.count - count..<packed.count
        guard others.isEmpty else {
            for (position, entry) in zip(round, self[round].sorted { $0.seat < $1.seat }) { self[position] = entry }
            return
        }
        // by insertion: there are at most sixteen, and as a rule they stand in order already
        for end in round.dropFirst() {
            var place = end
            while place > round.lowerBound, packed[place] & 0xff < packed[place - 1] & 0xff {
                packed.swapAt(place, place - 1)
                place -= 1
            }
        }
    }

    private static func packed(_ entry: LogEntry) -> Int64? {
        guard case .move(.index(let index)) = entry.choice, index > 0, index < 1 << 40, (1...255).contains(entry.seat),
            entry.text == nil, entry.name == nil, entry.secrecy == nil
        else { return nil }
        return Int64(index) << 8 | Int64(entry.seat)
    }
}
