import Foundation
import GameRules
import MessageProtocol

// A message that comes, and the own one that leaves, go through the protocol's table.
extension MatchSession {
    /// The match of a message that is adopted as new.
    ///
    /// - Returns: What the protocol's table says, and the match if it is adopted.
    package static func opened(
        by envelope: Envelope, in url: String?, now: Duration, using rules: SessionRules
    ) -> (verdict: Verdict, session: MatchSession?) {
        let verdict = rules.receiver(for: nil).verdict(on: envelope, known: nil)
        guard case .adopt(let adoption) = verdict else { return (verdict, nil) }
        var session = MatchSession(adoption.signedLog, changed: now)
        session.take(adoption, envelope, from: url, now: now, using: rules)
        return (verdict, session)
    }

    /// Opens the match of a message that is adopted as new.
    ///
    /// - Returns: What the protocol's table says, and the match if it is adopted.
    public static func opened(
        by url: String, now: Duration, using rules: SessionRules
    ) -> (verdict: Verdict, session: MatchSession?) {
        do throws(WireError) {
            let url = url.trimmingCharacters(in: .whitespacesAndNewlines)
            let envelope = try rules.envelope(from: url)
            return rules.replaying.run { opened(by: envelope, in: url, now: now, using: rules) }
        } catch {
            return (Verdict(error), nil)
        }
    }

    /// Takes a message of the match, from any source, through the protocol's table, and adopts what it says to adopt. Reading the same
    /// again changes nothing.
    ///
    /// - Parameters:
    ///   - sender: Who sent it, in whatever way the device names people; nil if nobody knows.
    ///   - now: This device's clock.
    public mutating func receive(
        _ url: String, from sender: String? = nil, now: Duration, using rules: SessionRules
    ) -> Verdict {
        let url = url.trimmingCharacters(in: .whitespacesAndNewlines)
        let envelope: Envelope
        do throws(WireError) { envelope = try rules.envelope(from: url) } catch { return Verdict(error) }
        var session = self
        defer { self = session }
        return rules.replaying.run {
            guard envelope.signedLog.match.id == session.id else { return .otherMatch(envelope.signedLog.match.id) }
            var verdict = session.receive(envelope, in: url, from: sender, now: now, using: rules)
            if let bet = envelope.bet, verdict.isRead, case .refused(let refusal) = session.take(bet, using: rules),
                verdict == .bet(bet)
            {
                verdict = .betRefused(bet, refusal)
            }
            return verdict
        }
    }

    /// Takes a message through the protocol's table, and adopts what it says to adopt. Reading the same again changes nothing.
    ///
    /// - Parameters:
    ///   - url: Of the message; nil where it is wanted rarely: it is made again then.
    ///   - sender: Whom the host reports as the sender; nil if nobody knows.
    package mutating func receive(
        _ envelope: Envelope, in url: String?, from sender: String?, now: Duration, using rules: SessionRules
    ) -> Verdict {
        let verdict = rules.receiver(for: self).verdict(on: envelope, known: known)
        switch verdict {
        case .adopt(let adoption): take(adoption, envelope, from: url, now: now, using: rules)
        case .disputed(let dispute):
            if let url = url ?? (try? rules.url(of: envelope)) { note(dispute, in: url, from: sender) }
        default: break
        }
        if verdict.isRead { noteJoin(of: envelope) }
        return verdict
    }

    private mutating func take(
        _ adoption: Adoption, _ envelope: Envelope, from url: String?, now: Duration, using rules: SessionRules
    ) {
        let before = signedLog
        adopt(adoption, from: url, now: now)
        rules.moved(to: signedLog)
        if !keys.isEmpty { rules.followAsOthers(signedLog) }
        reconsiderBets(after: before, using: rules)
        reconsiderDispute(now: now, using: rules)
        // a union holds one of two entries of a seat: where that ended the match, somebody else may hold the other one
        if adoption.cause == .union, dispute == nil, let url,
            case .disputed(let found) = rules.receiver(for: self).verdict(on: envelope, known: known)
        {
            note(found, in: url, from: nil)
        }
        noteJoin(of: envelope)
    }

    /// Keeps the request for a seat that a message makes.
    private mutating func noteJoin(of envelope: Envelope) {
        guard let join = envelope.join, signedLog.roster[join.seat] == nil, !joins.contains(join) else { return }
        note(join)
    }

    /// Goes on with a log.
    ///
    /// - Parameter url: The message that it came in.
    mutating func adopt(_ adoption: Adoption, from url: String?, now: Duration) {
        sent.note(signedLog, replacedBy: adoption.signedLog, seats: seats)
        signedLog = adoption.signedLog
        let added = signedLog.log.plies.dropFirst(adoption.known)
        // a claim gives nobody more time, least of all against another claim
        if adoption.cause != .longer || !added.allSatisfy(\.isAside) { changed = now }
        self.url = adoption.cause == .union ? nil : url
        noteResignations()
        superseded =
            owesResignation ? Self.resignation : adoption.superseded.contains(where: \.isMove) ? lastMove : nil
    }

    /// The draft went out: it was verified when it was made. From now on it binds the seat.
    ///
    /// - Returns: What the log became; nil where there is no draft, where the match went on under it, and for a bet, which waits for a
    ///   move that carries it.
    public mutating func send(now: Duration, using rules: SessionRules) -> Adoption? {
        guard let draft, draft.bet != nil || !draftIsStale else { return nil }
        if let offer = draft.bet {
            _ = self.offer(offer, using: rules)
            return nil
        }
        let before = signedLog
        let known = before.log.plies.count
        sent.takenBack = nil
        (signedLog, url) = (draft.signedLog, draft.url)
        if !signedLog.log.plies.dropFirst(known).allSatisfy(\.isAside) { changed = now }
        self.draft = nil
        if let move = draft.move { (lastMove, lastMoves) = (move, draft.moves) }
        // what was chosen left: whatever becomes of it, there is no other for its round
        sent.note(draft.chosen, sentIn: signedLog)
        superseded = nil
        let hidden = Set(signedLog.log.plies.compactMap(\.hidden))
        // what was sealed in drafts that were taken back isn't needed any more; what was sent and lost may come back
        secrets = secrets.filter { hidden.contains($0.key) || sent.hasSent($0.key) }
        noteResignations()
        reconsiderBets(after: before, using: rules)
        reconsiderDispute(now: now, using: rules)
        return Adoption(signedLog: draft.signedLog, cause: .longer, known: known, superseded: [])
    }

    /// Resignations of seats that are played here stand in the log: they were sent, from here or from another device with the same key.
    private mutating func noteResignations() {
        let seats = seats
        guard !seats.isEmpty else { return }
        for ply in signedLog.log.plies where ply.action == .resign && seats.contains(ply.seat) {
            sent.resigned.insert(ply.seat)
        }
    }
}

extension Verdict {
    /// Was the message what it says it is, whatever became of it?
    package var isRead: Bool {
        switch self {
        case .adopt, .duplicate, .late, .joinRequest, .bet, .betRefused, .kept, .disputed: true
        default: false
        }
    }
}

extension Verdict {
    /// What to say of it: where the match is over, nobody is asked to do anything again.
    package func line(isOver: Bool) -> String {
        guard isOver, case .adopt(let adoption) = self else { return line }
        if !adoption.superseded.isEmpty { return "What you sent crossed another message, and the match is over." }
        return adoption.cause == .new ? "This match is over. You can look at it." : "The match is over."
    }
}
