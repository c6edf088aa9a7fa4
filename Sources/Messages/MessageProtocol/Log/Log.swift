/// The plies of a match, in order.
///
/// A log states who did what. The rules decide whether each ply was legal.
public struct Log: Hashable, Sendable {
    /// The number of seats of the match.
    public let seats: Int
    /// The plies in the order in which they count. The entries of a bracket are in the order of
    /// their seats.
    public let plies: [Ply]

    /// Creates a log and checks the plies without the rules of the game.
    ///
    /// - Throws: ``WireError/malformed(part:problem:)``. Examples are a seat that doesn't exist, an
    ///   argument that can't be encoded, a round that isn't in seat order, and a reveal without a
    ///   commitment.
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

    /// The kinds of entries. All entries of a bracket have the same kind.
    private enum EntryKind {
        case move, opening, closing

        init?(_ action: Ply.Action) {
            let traits = action.traits
            guard traits.contains(.move) || traits.contains(.opening) || traits.contains(.closing) else { return nil }
            self = traits.contains(.move) ? .move : traits.contains(.opening) ? .opening : .closing
        }
    }

    /// Returns the log with only the first `count` plies.
    ///
    /// - Parameter count: If it exceeds the number of plies, the result is the whole log.
    package func prefix(_ count: Int) -> Log {
        Log(checkedSeats: seats, plies: Array(plies.prefix(count)))
    }

    /// Creates a log from plies that were checked before.
    init(checkedSeats seats: Int, plies: [Ply]) {
        self.seats = seats
        self.plies = plies
    }

    /// Returns the index of the last ply of a seat, or nil.
    func lastPly(of seat: Int) -> Int? {
        plies.lastIndex { $0.seat == seat }
    }
}

/// Consecutive plies that are signed together. A seat's signature covers the head before the run
/// and the seat's plies in the run.
package struct Run: Hashable, Sendable {
    /// The reason that plies form a run.
    package enum Kind: Hashable, Sendable {
        /// Plies of one seat, in turn.
        case turn(seat: Int)
        /// A bracket of a simultaneous round: entries of different seats that follow one another in
        /// the log, in seat order. Entries after a claim form another bracket of the same round.
        case round
        /// A single ply out of turn.
        case apart(seat: Int)
    }

    /// The kind of the run, with its seat.
    package let kind: Kind
    /// The indices of the plies in the log, from 0.
    package let range: Range<Int>
}

extension Log {
    /// The runs of the log.
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
