/// The persons on the seats of a match, according to the setup and the log.
public struct Roster: Hashable, Sendable {
    /// The person on each seat; nil while the seat is free.
    public private(set) var entries: [SeatedPlayer?]

    /// - Throws: ``WireError/malformed(part:problem:)``, for example for a ply of a free seat, a
    ///   misplaced `join` or `start`, or a key that has two seats.
    init(_ setup: Setup, _ log: Log) throws(WireError) {
        entries = Array(repeating: nil, count: setup.seats)
        entries[setup.inviterSeat - 1] = setup.inviter
        let isChained = setup.inviter.anchor != nil
        for (index, ply) in log.plies.enumerated() {
            switch ply.action {
            case .join(let entry):
                guard setup.seats == 2, self[ply.seat] == nil else {
                    throw Self.problem(index, "expected a join of the open seat of a match for two")
                }
                try seat(entry, on: ply.seat, index)
            case .start(let joins):
                let open = entries.indices.filter { entries[$0] == nil }.map { $0 + 1 }
                guard ply.seat == setup.inviterSeat, !open.isEmpty, joins.map(\.seat) == open else {
                    throw Self.problem(index, "expected the inviter's start with a join for each open seat, in order")
                }
                for join in joins { try seat(join.entry, on: join.seat, index) }
            case .claim(let against) where self[against] == nil:
                throw Self.problem(index, "expected a claim against a seat that is taken, found seat \(against)")
            case .witness where !isChained:
                throw Self.problem(index, "expected no witness, since nothing is drawn in this match")
            case .move where (ply.isInRound || setup.seats > 2 || isChained) && !isComplete,
                .hide where (ply.isInRound || setup.seats > 2 || isChained) && !isComplete:
                // a round can't contain a join, so such a match could never continue
                throw Self.problem(index, "expected every seat to be taken first")
            case .seal where !isComplete, .witness where !isComplete:
                throw Self.problem(index, "expected every seat to be taken first")
            case .move, .seal, .hide, .open, .reveal, .witness, .resign, .claim, .close:
                guard self[ply.seat] != nil else {
                    throw Self.problem(index, "expected a ply of a seat that is taken, found seat \(ply.seat)")
                }
            }
        }
    }

    private mutating func seat(_ entry: SeatedPlayer, on seat: Int, _ index: Int) throws(WireError) {
        guard self.seat(of: entry.key) == nil else {
            throw Self.problem(index, "expected a key for each seat, found one twice")
        }
        let inviter = entries.compactMap(\.self).first
        guard (inviter?.anchor == nil) == (entry.anchor == nil) else {
            throw Self.problem(index, "expected an anchor for each seat where the inviter has one")
        }
        entries[seat - 1] = entry
    }

    /// Returns the keys of the seats that the plies name, without checking them.
    static func keys(_ setup: Setup, _ plies: [Ply]) -> [Int: SeatKey.Public] {
        var keys = [setup.inviterSeat: setup.inviter.key]
        for ply in plies {
            switch ply.action {
            case .join(let entry): keys[ply.seat] = entry.key
            case .start(let joins): for join in joins { keys[join.seat] = join.entry.key }
            default: break
            }
        }
        return keys
    }

    private static func problem(_ index: Int, _ text: String) -> WireError {
        .malformed(part: "log", problem: "ply \(index + 1): \(text)")
    }

    /// The person on a seat, counted from 1; nil if the seat is free or doesn't exist.
    public subscript(seat: Int) -> SeatedPlayer? {
        (1...max(1, entries.count)).contains(seat) && !entries.isEmpty ? entries[seat - 1] : nil
    }

    /// Returns the seat of a key, or nil.
    public func seat(of key: SeatKey.Public) -> Int? {
        entries.firstIndex { $0?.key == key }.map { $0 + 1 }
    }

    /// Whether all seats are taken.
    public var isComplete: Bool { !entries.contains(nil) }
}
