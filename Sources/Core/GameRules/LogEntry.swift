import Values

/// An entry of a match's log: what a seat did.
public struct LogEntry: Hashable, Sendable {
    /// The action of a seat, in the form that a log stores.
    public enum Choice: Hashable, Sendable {
        /// A move.
        case move(LoggedMove)
        /// The seat left: it resigned, or others claimed against it.
        case leave(LeaveReason)
        /// A sealed move that isn't known here. The log only says that the seat sealed a move.
        case sealed
    }

    /// The time until which other seats know only that there was a move.
    package enum Secrecy: Hashable, Sendable {
        /// Until every seat of the round has moved.
        case round
        /// Until the match is over.
        case match
        /// Until this move is played.
        case move(String)

        init?(_ text: String?) {
            switch text {
            case nil: return nil
            case "round": self = .round
            case "match": self = .match
            case .some(let name): self = .move(name)
            }
        }
    }

    /// The seat that acted, from 1.
    public var seat: Int
    /// The action of the seat.
    public var choice: Choice
    /// The text of the move. Nil for a sealed move that isn't known here. Also nil for a move that was
    /// played by its index, until its text is looked up.
    public var text: String?
    /// The move's name; nil if ``text`` is nil, and for a seat that left.
    public var name: String?
    /// The secrecy of the move; nil for an open one.
    package var secrecy: Secrecy?

    /// The reason why the seat left; nil for a move.
    public var leaving: LeaveReason? { if case .leave(let why) = choice { why } else { nil } }

    /// Whether other seats know, at least for some time, only that there was a move.
    public var secret: Bool { secrecy != nil || choice == .sealed }

    /// Whether the text is missing but can be found. The text of a sealed move that isn't known here
    /// can't be found.
    var lacksText: Bool { text == nil && choice != .sealed }

    package init(seat: Int, choice: Choice, text: String? = nil, name: String? = nil, secrecy: Secrecy? = nil) {
        self.seat = seat
        self.choice = choice
        self.text = text
        self.name = name
        self.secrecy = secrecy
    }
}

extension LogEntry {
    /// The saved form: `[seat, index]`, `[seat, name, argument]`, `[seat, why]`, or `[seat]` for a
    /// sealed move.
    package var value: Value {
        let seat = Value.int(Int64(seat))
        switch choice {
        case .move(.index(let index)): return [seat, .int(Int64(index))]
        case .move(.typed(let name, let argument)): return [seat, .string(name), argument]
        case .leave(let why): return [seat, .string(why.word)]
        case .sealed: return [seat]
        }
    }

    /// A bound that is larger than any list of moves.
    static let largestIndex: Int64 = 1 << 31

    /// Reads the form of ``value``; nil for anything else.
    package init?(_ value: Value) {
        guard let parts = value.arrayValue, let seat = parts.first?.intValue, (1...16).contains(seat) else {
            return nil
        }
        switch (parts.count, parts.dropFirst().first) {
        case (1, nil): self.init(seat: seat, choice: .sealed)
        case (2, .int(let index)) where (1...Self.largestIndex).contains(index):
            self.init(seat: seat, choice: .move(.index(Int(index))))
        case (2, .string(let why)): self.init(seat: seat, choice: .leave(LeaveReason(why)))
        case (3, .string(let name)): self.init(seat: seat, choice: .move(.typed(name: name, argument: parts[2])))
        default: return nil
        }
    }
}

extension LogEntry {
    /// The approximate memory of the entry, in bytes.
    var weight: Int {
        var weight = MemoryLayout<LogEntry>.stride + (text?.utf8.count ?? 0) + (name?.utf8.count ?? 0)
        if case .move(.typed(let name, let argument)) = choice { weight += name.utf8.count + argument.weight }
        return weight
    }
}

/// The entries of a match. An entry takes eight bytes if only its seat and its place in the list of
/// moves are known, as in a random game.
struct CompactLog: RandomAccessCollection, MutableCollection {
    /// index << 8 | seat; 0 if the entry is in `others`.
    private var packed: ContiguousArray<Int64> = []
    private var others: [Int: LogEntry] = [:]
    /// The approximate memory of `others`, in bytes.
    private var othersWeight = 0

    /// The approximate memory of the log, in bytes.
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
            // skips the lookup in an empty table
            guard ply == nil || !others.isEmpty else { return }
            if let old = others[position] { othersWeight -= old.weight }
            others[position] = ply == nil ? newValue : nil
            if ply == nil { othersWeight += newValue.weight }
        }
    }

    /// Adds a ply of which only the move's index and the seat are known, as index << 8 | seat. The
    /// packed value is never 0.
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

    /// Sorts the last `count` entries by seat.
    mutating func sortBySeat(last count: Int) {
        let round = packed.count - count..<packed.count
        guard others.isEmpty else {
            for (position, entry) in zip(round, self[round].sorted { $0.seat < $1.seat }) { self[position] = entry }
            return
        }
        // insertion sort: there are at most sixteen, usually in order already
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

/// The result of a ply in Lua: index << 16 | seat << 8 | flags.
struct PackedPly {
    private let packed: Int64

    init(_ packed: Int64) { self.packed = packed }

    var index: Int { Int(packed >> 16) }
    var seat: Int { Int(packed >> 8 & 0xff) }
    var isOver: Bool { packed & 1 != 0 }
    var isPending: Bool { packed & 2 != 0 }
    var isRound: Bool { packed & 4 != 0 }
    var isTyped: Bool { packed & 8 != 0 }
    /// Whether the ply depended on something that nobody could know before it. See
    /// ``RunningRules/attemptPly(by:calling:refused:_:)``.
    var isBound: Bool { packed & 16 != 0 }
    /// The form of the log: index << 8 | seat.
    var logged: Int64 { packed >> 8 }
}
