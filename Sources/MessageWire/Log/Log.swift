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
        for ply in plies {
            try Self.check(ply, after: previous, seats: seats)
            previous = ply
        }
        self.seats = seats
        self.plies = plies
    }

    private static func check(_ ply: Ply, after previous: Ply?, seats: Int) throws(WireError) {
        guard (1...seats).contains(ply.seat) else {
            throw .malformed(part: "log", problem: "expected a seat from 1 to \(seats), found \(ply.seat)")
        }
        let closes = ply.action == .close
        guard !ply.isInRound || ply.isMove || closes else {
            throw .malformed(part: "log", problem: "expected a move or a closing as a round's entry")
        }
        guard ply.isInRound || !closes else {
            throw .malformed(part: "log", problem: "expected a closing as an entry of the last round")
        }
        if ply.place == .continuesRound {
            guard let previous, previous.isInRound, previous.seat < ply.seat else {
                throw .malformed(part: "log", problem: "expected a round's entries in the order of their seats")
            }
            guard (previous.action == .close) == closes else {
                throw .malformed(part: "log", problem: "expected moves or closings in a round, found both")
            }
        }
        guard ply.bets.isEmpty || ply.isMove, ply.bets.count <= Bet.mostOfMatch else {
            throw .malformed(
                part: "log", problem: "expected at most \(Bet.mostOfMatch) bets, and a move that carries them")
        }
        try ply.action.check(seat: ply.seat, seats: seats)
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
