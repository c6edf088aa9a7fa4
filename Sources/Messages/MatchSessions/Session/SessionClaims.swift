import GameRules
import MessageProtocol

/// Who has left a match as it is shown to a participant, which claims stand, and how it reads by them.
public struct StandingClaims: Sendable {
    /// Seats that claim that this participant's seat is overdue; its move is the answer.
    public let claimants: [Int]
    /// The match reads as won on time, as long as the overdue seat doesn't move.
    public let award: Award?
}

// Claims that stand, and logs that nothing decides between yet.
extension MatchSession {
    /// - Throws: ``SessionError`` if the script fails.
    package func claims(at log: SignedLog, using rules: SessionRules) throws(SessionError) -> StandingClaims {
        // a log without claims needs no rules to say so
        guard log.log.plies.contains(where: \.isClaim) else { return StandingClaims(claimants: [], award: nil) }
        let standing = try standing(at: log, using: rules)
        var attendance = try rules.rules(at: log, of: self).attendance
        attendance.settle(standing)
        let award = attendance.award(seats: log.log.seats, standing)
        return StandingClaims(claimants: attendance.claims.filter { $0.against == seat }.map(\.by), award: award)
    }

    /// A log that nothing decided against ours is looked at again: ours has changed since.
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

    /// Goes on with the other log of a match that is disputed: the person's own choice, which tells nobody anything until
    /// this seat builds on it.
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

    /// Keeps another log that nothing decides against ours. Two devices that take each other's by hand have swapped them: each
    /// finds that out by what the other one sends next.
    mutating func note(_ dispute: Dispute, in url: String, from sender: String?) {
        // a message that is tapped comes from nobody
        let sender = sender ?? (self.dispute?.url == url ? self.dispute?.sender : nil)
        let isSwapped = left.map { $0.holder == sender && dispute.theirs.heads.contains($0.head) } ?? false
        self.dispute = KeptDispute(dispute: dispute, url: url, sender: sender, isSwapped: isSwapped)
    }
}
