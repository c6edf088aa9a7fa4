import GameRules
import MessageProtocol

/// The open claims against a participant's seat in a match as it is shown, and the award.
public struct StandingClaims: Sendable {
    /// The seats that claim that this participant's seat is overdue. A move of that seat answers
    /// the claims.
    public let claimants: [Int]
    /// The award; nil if there is none. The match reads as won on time until the overdue seat
    /// moves.
    public let award: Award?
}

// Open claims, and disputes between two logs.
extension MatchSession {
    /// Returns the open claims at a log, and the award.
    ///
    /// - Throws: ``SessionError`` if the script fails.
    package func claims(at log: SignedLog, using rules: SessionRules) throws(SessionError) -> StandingClaims {
        // a log without claims needs no rules
        guard log.log.plies.contains(where: \.isClaim) else { return StandingClaims(claimants: [], award: nil) }
        let standing = try standing(at: log, using: rules)
        var attendance = try rules.rules(at: log, of: self).attendance
        attendance.settle(standing)
        let award = attendance.award(seats: log.log.seats, standing)
        return StandingClaims(claimants: attendance.claims.filter { $0.against == seat }.map(\.by), award: award)
    }

    /// Judges the disputed log again, after ours has changed.
    mutating func reconsiderDispute(now: Duration, using rules: SessionRules) {
        guard let kept = dispute, let envelope = try? rules.envelope(from: kept.url) else { return }
        let before = signedLog
        switch rules.receiver(for: self).verdict(on: envelope, known: known) {
        case .disputed(let dispute): note(dispute, in: kept.url, from: kept.sender)
        case .cannotReplay: return
        case .adopt(let adoption):
            adopt(adoption, from: kept.url, now: now)
            dispute = nil
        default: dispute = nil
        }
        rules.moved(to: signedLog)
        if before.head != signedLog.head { reconsiderBets(after: before, using: rules) }
    }

    /// Continues with the other log of a disputed match. The person chooses this, and no other
    /// device learns of the choice until this seat builds on that log.
    ///
    /// - Throws: ``SessionError`` for a match that isn't disputed.
    public mutating func goOnWithTheirs(now: Duration, using rules: SessionRules) throws(SessionError) {
        guard let kept = dispute else {
            throw .request("This match isn't disputed: there is no other version of it to go on with.")
        }
        let (before, theirs) = (signedLog, kept.dispute.theirs)
        left = kept.sender.map { .init(head: before.head, holder: $0) }
        let known = before.shared(with: theirs)
        let lost = before.log.plies.dropFirst(known).filter { seats.contains($0.seat) }
        adopt(
            Adoption(signedLog: theirs, cause: .fork(.undecided), known: known, superseded: Array(lost)),
            from: kept.url, now: now)
        superseded = nil  // the person looks at the other version first
        draft = nil
        dispute = nil
        reconsiderBets(after: before, using: rules)
    }

    /// Stores the other log of a dispute. If two devices adopt each other's log by hand, they have
    /// only swapped their logs. Each device detects the swap when the other's next message arrives.
    mutating func note(_ dispute: Dispute, in url: String, from sender: String?) {
        // a tapped message has no sender
        let sender = sender ?? (self.dispute?.url == url ? self.dispute?.sender : nil)
        let isSwapped = left.map { $0.holder == sender && dispute.theirs.heads.contains($0.head) } ?? false
        self.dispute = KeptDispute(dispute: dispute, url: url, sender: sender, isSwapped: isSwapped)
    }
}
