import Values

/// One ply of a match: what a seat did.
public struct LogEntry: Hashable, Sendable {
    /// What was done, in the form that a log keeps.
    public enum Choice: Hashable, Sendable {
        /// A move.
        case move(LoggedMove)
        /// The seat left: it resigned, or was claimed against.
        case leave(Leaving)
        /// A move that isn't known here: of it others learn only that the seat sealed one.
        case sealed
    }

    /// Until when others learn only that there was a move.
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

    /// Whose ply it is, from 1.
    public var seat: Int
    /// What the seat did.
    public var choice: Choice
    /// How the move reads; nil where it was played by its index and nobody asked, and for a sealed one that isn't known here.
    public var text: String?
    /// The move's name; nil where ``text`` is, and for a seat that left.
    public var name: String?
    /// Nil for an open move.
    package var secrecy: Secrecy?

    /// Why the seat left with it; nil for a move.
    public var leaving: Leaving? { if case .leave(let why) = choice { why } else { nil } }

    /// Do others learn only that there was a move?
    public var secret: Bool { secrecy != nil || choice == .sealed }

    /// Is the text wanted, and can it be found? A sealed move has none here.
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
    /// As saved: `[seat, index]`, `[seat, name, argument]`, `[seat, why]` or, of a sealed move, `[seat]`.
    package var value: Value {
        let seat = Value.int(Int64(seat))
        switch choice {
        case .move(.index(let index)): return [seat, .int(Int64(index))]
        case .move(.typed(let name, let argument)): return [seat, .string(name), argument]
        case .leave(let why): return [seat, .string(why.word)]
        case .sealed: return [seat]
        }
    }

    /// Larger than any list of moves can be.
    static let largestIndex: Int64 = 1 << 31

    /// Reads what `value` wrote; nil for anything else.
    package init?(_ value: Value) {
        guard let parts = value.arrayValue, let seat = parts.first?.intValue, (1...16).contains(seat) else {
            return nil
        }
        switch (parts.count, parts.dropFirst().first) {
        case (1, nil): self.init(seat: seat, choice: .sealed)
        case (2, .int(let index)) where (1...Self.largestIndex).contains(index):
            self.init(seat: seat, choice: .move(.index(Int(index))))
        case (2, .string(let why)): self.init(seat: seat, choice: .leave(Leaving(why)))
        case (3, .string(let name)): self.init(seat: seat, choice: .move(.typed(name: name, argument: parts[2])))
        default: return nil
        }
    }
}

extension LogEntry {
    /// About what it holds in memory, in bytes.
    var weight: Int {
        var weight = MemoryLayout<LogEntry>.stride + (text?.utf8.count ?? 0) + (name?.utf8.count ?? 0)
        if case .move(.typed(let name, let argument)) = choice { weight += name.utf8.count + argument.weight }
        return weight
    }
}
