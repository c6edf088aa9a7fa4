import GameRules
import MessageProtocol

/// The open claims against a participant's seat in a match as it is shown, and the award.
public struct StandingClaims: Sendable {
    /// The seats that claim that this participant's seat is overdue. A move of that seat answers
    /// the claims.
    public let claimants: [Int]
    /// The award; nil if there is none. The match reads as won on time until the overdue seat
    /// moves.
    public let award: ProvisionalWin?
}

// The result of a match: claims, the audit of sealed moves, and bets.
extension SessionReader {
    /// Returns the open claims, and the award that follows from them.
    ///
    /// - Throws: ``SessionError`` if the script fails.
    public func claims() throws(SessionError) -> StandingClaims {
        try claims(at: shown())
    }

    /// Returns the open claims at a log, and the award.
    ///
    /// - Throws: ``SessionError`` if the script fails.
    package func claims(at log: SignedLog) throws(SessionError) -> StandingClaims {
        // a log without claims needs no rules
        guard log.log.plies.contains(where: \.isClaim) else { return StandingClaims(claimants: [], award: nil) }
        let standing = try standing(at: log)
        var attendance = try rules.rules(at: log, of: session).attendance
        attendance.settle(standing)
        let award = attendance.award(seats: log.log.seats, standing)
        return StandingClaims(
            claimants: attendance.claims.filter { $0.against == session.seat }.map(\.by), award: award)
    }

    /// Returns the audit of the sealed moves of the match.
    ///
    /// - Throws: ``SessionError`` if the script fails.
    public func audit() throws(SessionError) -> Audit {
        try audit(at: shown())
    }

    /// Returns the audit at the end of a log.
    ///
    /// - Throws: ``SessionError`` if the script fails.
    package func audit(at log: SignedLog) throws(SessionError) -> Audit {
        let rules = try rules.rules(at: log, of: session)
        return try saying(SessionError.replay) { () throws(ReplayFailure) in try rules.audit(of: log.log) }
    }

    /// Returns why no bet is accepted in the match now; nil if bets are accepted.
    ///
    /// - Throws: ``SessionError`` if the script fails.
    public func betRefusal() throws(SessionError) -> BetRefusal? {
        session.book.refusal(at: try standing(at: session.signedLog))
    }

    /// Returns the settlement of the bets. Nil while the match isn't over or is disputed. A match
    /// that only reads as won on time isn't over.
    ///
    /// - Throws: ``SessionError`` if the script fails.
    public func settlement() throws(SessionError) -> Settlement? {
        if session.dispute != nil { return nil }  // bets wait until it is decided
        let outcome = try look(at: session.signedLog) { match throws(GameError) in try match.status.outcome }
        return outcome.map { session.book.settlement(winners: $0.winners) }
    }

    /// Returns whether a move could carry one more bet besides the waiting bets, as far as that is
    /// known before the move.
    func hasRoom(for offer: OfferedBet, _ digest: [UInt8]) -> Bool {
        let carrier = rules.carrier
        guard
            let url = try? carrier.url(
                of: Envelope(session.signedLog, sender: 0, standingDigest: digest, bet: offer.bet))
        else { return false }
        let waiting = session.bets.reduce(0) { $0 + $1.bet.bytes.count }
        return url.utf8.count + (waiting * 4 + 2) / 3 <= carrier.limits.url / 4 * 3
    }
}
