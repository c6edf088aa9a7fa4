import Values

/// The seats that have left a match, the open claims and the seats that have closed it.
///
/// A claim alone changes nothing. A claim ends when the claimed seat makes a ply in turn, or no
/// longer owes a ply. The claimed seat leaves when a *second* seat claims against it. One seat
/// alone therefore never puts another seat out, and with two seats a claim never ends a match.
public struct Attendance: Hashable, Sendable {
    /// The statement of a seat that another seat hasn't moved in time.
    public struct Claim: Hashable, Sendable {
        /// The seat that claims, from 1.
        public let by: Int
        /// The seat that is said to be overdue, from 1.
        public let against: Int

        /// Creates a claim by one seat against another, both from 1. Doesn't check whether the
        /// claim is allowed.
        package init(by: Int, against: Int) {
            self.by = by
            self.against = against
        }
    }

    /// The seats that have left.
    public private(set) var gone: Set<Int> = []
    /// The open claims, in the order of the log.
    public private(set) var claims: [Claim] = []
    /// The seats that have closed the match.
    package private(set) var closed: Set<Int> = []

    /// Creates the attendance of a match that no seat has left.
    public init() {}

    /// Removes the claims against seats that owe nothing. Call this function before each ply of a
    /// log that may contain a claim.
    ///
    /// - Parameter standing: The seats that owe a ply here.
    package mutating func settle(_ standing: ReplayPosition) {
        claims.removeAll { !standing.seats.contains($0.against) }
    }

    /// Returns the seat that leaves if `ply` comes next, and the reason; nil if no seat leaves.
    package func leaver(with ply: Ply) -> (seat: Int, why: LeaveReason)? {
        switch ply.action {
        case .resign: (ply.seat, .resigned)
        case .claim(let against) where claims.contains { $0.against == against && $0.by != ply.seat }:
            (against, .claimed)
        default: nil
        }
    }

    /// Returns why a claim can't follow here; nil if it can.
    func refusal(of claim: Claim, _ standing: ReplayPosition) -> String? {
        if gone.contains(claim.by) { return "the seat has left" }
        if !standing.seats.contains(claim.against) { return "seat \(claim.against) owes no move" }
        return claims.contains(claim) ? "the seat has claimed against seat \(claim.against) already" : nil
    }

    /// Updates the attendance after a ply.
    package mutating func note(_ ply: Ply) {
        if let leaver = leaver(with: ply) {
            gone.insert(leaver.seat)
            claims.removeAll { $0.against == leaver.seat || $0.by == leaver.seat }
            return
        }
        switch ply.action {
        case .claim(let against): claims.append(Claim(by: ply.seat, against: against))
        case .close: closed.insert(ply.seat)
        default: if ply.isInTurn { claims.removeAll { $0.against == ply.seat } }
        }
    }
}

/// A provisional win on time: a claim is open, and the claimed seat hasn't made the ply that it
/// owes. The match isn't over, because the claimed seat can still move.
public struct ProvisionalWin: Hashable, Sendable {
    /// The seat that claimed and owes nothing, from 1.
    public let winner: Int
    /// The seat that owes a move and may still make it.
    public let overdue: Int

    /// Creates an award between two seats, both from 1. `Attendance.award` decides whether there is
    /// one.
    package init(winner: Int, overdue: Int) {
        self.winner = winner
        self.overdue = overdue
    }
}

extension Attendance {
    /// Returns the award at this point, or nil. There is an award if two seats are left, and the
    /// seat that owes nothing has claimed against the other seat.
    ///
    /// - Parameters:
    ///   - seats: The number of seats of the match.
    ///   - standing: The seats that owe a ply here.
    package func award(seats: Int, _ standing: ReplayPosition) -> ProvisionalWin? {
        guard seats - gone.count == 2, !standing.isOver else { return nil }
        let claim = claims.first { standing.seats.contains($0.against) && !standing.seats.contains($0.by) }
        return claim.map { ProvisionalWin(winner: $0.by, overdue: $0.against) }
    }
}
