/// The plies of a match, in order.
///
/// A log says of itself who did what; that each ply was legal is for the rules to say.
public struct Log: Hashable, Sendable {
    /// The number of seats of the match.
    public let seats: Int
    /// In the order in which they count; the entries of a round in that of their seats.
    public let plies: [Ply]

    /// - Throws: ``WireError/malformed(part:problem:)`` for a seat that doesn't exist, an argument that can't be encoded, or
    ///   a round that isn't in the order of its seats.
    public init(seats: Int, plies: [Ply] = []) throws(WireError) {
        guard WireLimits.seats.contains(seats) else {
            throw .malformed(part: "log", problem: "expected 2 to 16 seats, found \(seats)")
        }
        var previous: Ply?
        var sealed: Set<Int> = []
        var hidden: [Int: Int] = [:]
        for ply in plies {
            try Self.check(ply, after: previous, seats: seats)
            if case .seal = ply.action { sealed.insert(ply.seat) }
            if ply.isHidden { hidden[ply.seat, default: 0] += 1 }
            let opens =
                switch ply.action {
                case .open: sealed.remove(ply.seat) != nil
                case .reveal(let opened): hidden.removeValue(forKey: ply.seat) == opened.count
                default: true
                }
            guard opens else {
                throw .malformed(part: "log", problem: "expected an opening of what its seat has sealed")
            }
            previous = ply
        }
        self.seats = seats
        self.plies = plies
    }

    private static func check(_ ply: Ply, after previous: Ply?, seats: Int) throws(WireError) {
        guard (1...seats).contains(ply.seat) else {
            throw .malformed(part: "log", problem: "expected a seat from 1 to \(seats), found \(ply.seat)")
        }
        let kind = EntryKind(ply.action)
        guard !ply.isInRound || kind != nil else {
            throw .malformed(part: "log", problem: "expected a move, an opening or a closing as a round's entry")
        }
        guard ply.isInRound || !ply.action.traits.contains(.roundOnly) else {
            throw .malformed(
                part: "log", problem: "expected a sealed move, an opening or a closing as an entry of a round")
        }
        if ply.place == .continuesRound {
            guard let previous, previous.isInRound, previous.seat < ply.seat else {
                throw .malformed(part: "log", problem: "expected a round's entries in the order of their seats")
            }
            guard EntryKind(previous.action) == kind else {
                throw .malformed(
                    part: "log", problem: "expected moves, openings or closings in a bracket, found two of them")
            }
        }
        guard ply.bets.isEmpty || ply.isMove, ply.bets.count <= Bet.mostOfMatch else {
            throw .malformed(
                part: "log", problem: "expected at most \(Bet.mostOfMatch) bets, and a move that carries them")
        }
        try ply.action.check(seat: ply.seat, seats: seats)
    }

    /// What the entries of one bracket have in common.
    private enum EntryKind {
        case move, opening, closing

        init?(_ action: Ply.Action) {
            let traits = action.traits
            guard traits.contains(.move) || traits.contains(.opening) || traits.contains(.closing) else { return nil }
            self = traits.contains(.move) ? .move : traits.contains(.opening) ? .opening : .closing
        }
    }

    /// The log up to a ply.
    ///
    /// - Parameter count: At most the number of plies; more gives the whole log.
    package func prefix(_ count: Int) -> Log {
        Log(checkedSeats: seats, plies: Array(plies.prefix(count)))
    }

    /// With plies that are known to fit.
    init(checkedSeats seats: Int, plies: [Ply]) {
        self.seats = seats
        self.plies = plies
    }

    /// The index of the last ply of a seat.
    func lastPly(of seat: Int) -> Int? {
        plies.lastIndex { $0.seat == seat }
    }
}

/// Plies that follow one another and belong together: what one signature of a seat covers beyond the head before it.
package struct Run: Hashable, Sendable {
    /// What makes plies belong together.
    package enum Kind: Hashable, Sendable {
        /// Plies of one seat, in turn.
        case turn(seat: Int)
        /// A bracket of a simultaneous round: one ply of each of some seats, in seat order. Entries behind a claim are a
        /// further bracket of the same round.
        case round
        /// A single ply out of turn.
        case apart(seat: Int)
    }

    /// What makes these belong together, and whose they are.
    package let kind: Kind
    /// Indices of the plies in the log, from 0.
    package let range: Range<Int>
}

extension Log {
    /// The plies in runs.
    package var runs: [Run] {
        var runs: [Run] = []
        for (index, ply) in plies.enumerated() {
            let kind: Run.Kind =
                if ply.isInRound { .round } else if ply.isInTurn { .turn(seat: ply.seat) } else {
                    .apart(seat: ply.seat)
                }
            if let last = runs.last, last.kind == kind, Self.goesOn(kind, with: ply) {
                runs[runs.count - 1] = Run(kind: kind, range: last.range.lowerBound..<index + 1)
            } else {
                runs.append(Run(kind: kind, range: index..<index + 1))
            }
        }
        return runs
    }

    private static func goesOn(_ kind: Run.Kind, with ply: Ply) -> Bool {
        switch kind {
        case .turn: true
        case .round: ply.place == .continuesRound
        case .apart: false
        }
    }
}
