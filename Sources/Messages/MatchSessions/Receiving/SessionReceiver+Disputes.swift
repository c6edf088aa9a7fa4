import GameRules
import MessageProtocol

// Logs between which nothing decides yet.
extension SessionReceiver {
    /// Judges the disputed log again, after ours has changed.
    mutating func reconsiderDispute(now: Duration) {
        guard let kept = session.dispute, let envelope = try? rules.envelope(from: kept.url) else { return }
        let before = session.signedLog
        switch rules.receiver(for: session).verdict(on: envelope, known: session.known) {
        case .disputed(let dispute): note(dispute, in: kept.url, from: kept.sender)
        case .cannotReplay: return
        case .adopt(let adoption):
            adopt(adoption, from: kept.url, now: now)
            session.dispute = nil
        default: session.dispute = nil
        }
        rules.moved(to: session.signedLog)
        if before.head != session.signedLog.head { reconsiderBets(after: before) }
    }

    /// Continues with the other log of a disputed match. The person chooses this, and nobody learns
    /// of it until this seat builds on that log.
    ///
    /// - Throws: ``SessionError`` for a match that isn't disputed.
    mutating func goOnWithTheirs(now: Duration) throws(SessionError) {
        guard let kept = session.dispute else {
            throw .request("This match isn't disputed: there is no other version of it to go on with.")
        }
        let (before, theirs) = (session.signedLog, kept.dispute.theirs)
        session.left = kept.sender.map { .init(head: before.head, holder: $0) }
        let known = before.shared(with: theirs)
        let lost = before.log.plies.dropFirst(known).filter { session.seats.contains($0.seat) }
        adopt(
            Adoption(signedLog: theirs, cause: .fork(.undecided), known: known, superseded: Array(lost)),
            from: kept.url, now: now)
        session.superseded = nil  // the person looks at the other version first
        session.draft = nil
        session.dispute = nil
        reconsiderBets(after: before)
    }

    /// Stores another log if nothing decides between it and ours. Two devices that adopt each
    /// other's log by hand have swapped them. Each finds that out by the other's next message.
    mutating func note(_ dispute: Dispute, in url: String, from sender: String?) {
        // a tapped message has no sender
        let sender = sender ?? (session.dispute?.url == url ? session.dispute?.sender : nil)
        let isSwapped = session.left.map { $0.holder == sender && dispute.theirs.heads.contains($0.head) } ?? false
        session.dispute = MatchSession.KeptDispute(dispute: dispute, url: url, sender: sender, isSwapped: isSwapped)
    }
}
