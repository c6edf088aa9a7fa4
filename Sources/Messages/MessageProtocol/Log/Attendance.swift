import Values

/// Who is still in a match, and who says that another seat isn't: what the protocol knows of its seats beside the game.
///
/// A claim changes nothing by itself. The claimed seat answers with a ply in turn, which takes the claim back, as does its
/// owing nothing any more; it leaves at the claim with which *two* others have claimed. So one seat's word never puts
/// another one out, and with two seats a claim never ends a match.
public struct Attendance: Hashable, Sendable {
    /// A seat's word that another one hasn't moved in time.
    public struct Claim: Hashable, Sendable {
        /// The seat that claims, from 1.
        public let by: Int
        /// The seat that is said to be overdue, from 1.
        public let against: Int

        /// A claim by one seat against another, both from 1. That it may be made is not checked here.
        package init(by: Int, against: Int) {
            self.by = by
            self.against = against
        }
    }

    /// Seats that left.
    public private(set) var gone: Set<Int> = []
    /// Claims that stand, in the order of the log.
    public private(set) var claims: [Claim] = []
    /// Seats that closed the match.
    package private(set) var closed: Set<Int> = []

    /// Nobody has left.
    public init() {}

    /// Claims against seats that owe nothing are over. To be told before each ply of a log in which a claim may stand.
    ///
    /// - Parameter standing: Whose turn it is here.
    package mutating func settle(_ standing: Standing) {
        claims.removeAll { !standing.seats.contains($0.against) }
    }

    /// The seat that leaves with a ply that follows here, and why; nil if none does.
    package func leaver(with ply: Ply) -> (seat: Int, why: Leaving)? {
        switch ply.action {
        case .resign: (ply.seat, .resigned)
        case .claim(let against) where claims.contains { $0.against == against && $0.by != ply.seat }:
            (against, .claimed)
        default: nil
        }
    }

    /// Why a claim can't follow here; nil if it may.
    func refusal(of claim: Claim, _ standing: Standing) -> String? {
        if gone.contains(claim.by) { return "the seat has left" }
        if !standing.seats.contains(claim.against) { return "seat \(claim.against) owes no move" }
        return claims.contains(claim) ? "the seat has claimed against seat \(claim.against) already" : nil
    }

    /// Goes on by a ply.
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

/// How a match reads while a claim stands that nobody has answered: as won on time, as long as the other seat doesn't move.
/// It is no end: the turn stays open.
public struct Award: Hashable, Sendable {
    /// The seat that claimed and owes nothing, from 1.
    public let winner: Int
    /// The seat that still owes a move, and may make it.
    public let overdue: Int

    /// An award between two seats, both from 1; `Attendance.award` says whether one stands.
    package init(winner: Int, overdue: Int) {
        self.winner = winner
        self.overdue = overdue
    }
}

extension Attendance {
    /// The award that stands here: two seats are left, and the one that owes nothing has claimed against the other.
    ///
    /// - Parameters:
    ///   - seats: How many the match began with.
    ///   - standing: Whose turn it is here.
    package func award(seats: Int, _ standing: Standing) -> Award? {
        guard seats - gone.count == 2, !standing.isOver else { return nil }
        let claim = claims.first { standing.seats.contains($0.against) && !standing.seats.contains($0.by) }
        return claim.map { Award(winner: $0.by, overdue: $0.against) }
    }
}
