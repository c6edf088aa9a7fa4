import Foundation
import GameRules
import MessageProtocol

/// A receiver of the messages of one match. It adopts logs by the protocol's table, and records that
/// the draft was sent.
struct SessionReceiver {
    /// The match.
    var session: MatchSession
    let rules: SessionRules

    var reader: SessionReader { SessionReader(session, rules) }

    init(_ session: MatchSession, _ rules: SessionRules) { (self.session, self.rules) = (session, rules) }

    /// Judges a message of the match, from any source, by the protocol's table, and adopts its log
    /// if the verdict says so. Reading the same message again changes nothing.
    ///
    /// - Parameters:
    ///   - sender: The sender, by the device's name for people; nil if unknown.
    ///   - now: The time of this device's clock.
    mutating func receive(
        _ url: String, from sender: String?, now: Duration
    ) -> Verdict {
        let url = url.trimmingCharacters(in: .whitespacesAndNewlines)
        let envelope: Envelope
        do throws(WireError) { envelope = try rules.envelope(from: url) } catch { return Verdict(error) }
        return rules.replaying.run {
            guard envelope.signedLog.match.id == session.id else { return .otherMatch(envelope.signedLog.match.id) }
            var verdict = receive(envelope, in: url, from: sender, now: now)
            if let bet = envelope.bet, verdict.isRead, case .refused(let refusal) = take(bet),
                verdict == .bet(bet)
            {
                verdict = .betRefused(bet, refusal)
            }
            return verdict
        }
    }

    /// Judges a message by the protocol's table, and adopts its log if the verdict says so. Reading
    /// the same message again changes nothing.
    ///
    /// - Parameters:
    ///   - url: The url of the message; nil if it is rarely needed. It is made again then.
    ///   - sender: The sender that the host reports; nil if unknown.
    mutating func receive(
        _ envelope: Envelope, in url: String?, from sender: String?, now: Duration
    ) -> Verdict {
        let before = session.signedLog
        var verdict = rules.receiver(for: session).verdict(on: envelope, known: session.known)
        switch verdict {
        case .adopt(let adoption): take(adoption, envelope, from: url, now: now)
        case .disputed(let dispute):
            if let url = url ?? (try? rules.url(of: envelope)) { note(dispute, in: url, from: sender) }
        default: break
        }
        if verdict.isRead, envelope.bet == nil, envelope.join == nil,
            let adoption = adoptLostRound(from: before, envelope.signedLog, now: now)
        {
            verdict = .adopt(adoption)
        }
        if verdict.isRead { noteJoin(of: envelope) }
        return verdict
    }

    /// Collects the entries of a round that lost to a resignation, and adopts the round if it is
    /// complete. Otherwise the order of arrival would decide: each log with some entries loses to the
    /// resignation, and the log with all entries wins.
    ///
    /// - Parameters:
    ///   - before: The log before the message was read.
    ///   - theirs: The log of the message.
    private mutating func adoptLostRound(
        from before: SignedLog, _ theirs: SignedLog, now: Duration
    ) -> Adoption? {
        guard session.signedLog.log.seats > 2 else { return nil }
        let other = session.signedLog.head == before.head ? theirs : before
        if let last = other.log.plies.last, last.isInRound, last.isPlayed,
            session.signedLog.log.plies.dropFirst(session.signedLog.shared(with: other)).contains(where: {
                $0.action == .resign
            })
        {
            guard collect(other) else { return nil }
        } else if before.head == session.signedLog.head {
            return nil
        }
        guard let round = session.lostRounds.first else { return nil }
        switch rules.receiver(for: session).verdict(onVerified: round, known: session.known) {
        case .kept(.resigned), .duplicate, .late, .cannotReplay: return nil
        case .adopt(let adoption):
            session.lostRounds = []
            let before = session.signedLog
            adopt(adoption, from: nil, now: now)
            rules.moved(to: session.signedLog)
            reconsiderBets(after: before)
            reconsiderDispute(now: now)
            return adoption
        default:
            session.lostRounds = []
            return nil
        }
    }

    /// Adds a log to the round that was lost. Returns whether it has more entries now.
    private mutating func collect(_ log: SignedLog) -> Bool {
        guard let round = session.lostRounds.first else {
            session.lostRounds = [log]
            return true
        }
        let known = KnownMatch(round, keys: session.keys.secretKeys)
        guard case .adopt(let adoption) = rules.receiver(for: session).verdict(onVerified: log, known: known) else {
            return false
        }
        session.lostRounds = [adoption.signedLog]
        return true
    }

    mutating func take(
        _ adoption: Adoption, _ envelope: Envelope, from url: String?, now: Duration
    ) {
        let before = session.signedLog
        adopt(adoption, from: url, now: now)
        rules.moved(to: session.signedLog)
        reconsiderBets(after: before)
        reconsiderDispute(now: now)
        // a union has one of two entries of a seat: if that ended the match, somebody else may have
        // the other one
        if adoption.cause == .union, session.dispute == nil, let url = url ?? (try? rules.url(of: envelope)),
            case .disputed(let found) = rules.receiver(for: session).verdict(on: envelope, known: session.known)
        {
            note(found, in: url, from: nil)
        }
        noteJoin(of: envelope)
    }

    /// Stores the request for a seat in a message.
    private mutating func noteJoin(of envelope: Envelope) {
        guard let join = envelope.join, session.signedLog.roster[join.seat] == nil, !session.joins.contains(join) else {
            return
        }
        session.note(join)
    }

    /// Adopts a log.
    ///
    /// - Parameter url: The message that contained it.
    mutating func adopt(_ adoption: Adoption, from url: String?, now: Duration) {
        session.sent.note(session.signedLog, replacedBy: adoption.signedLog, seats: session.seats)
        session.signedLog = adoption.signedLog
        let added = session.signedLog.log.plies.dropFirst(adoption.known)
        // claims give nobody more time, in particular not against another claim
        if adoption.cause != .longer || !added.allSatisfy(\.isAside) { session.changed = now }
        session.url = adoption.cause == .union ? nil : url
        noteResignations()
        session.superseded =
            session.owesResignation
            ? MatchSession.resignation : adoption.superseded.contains(where: \.isMove) ? session.lastMove : nil
    }

    /// Sends the draft, which was verified when it was made. From now on it binds the seat.
    ///
    /// - Returns: The adopted log. Nil if there is no draft, or if the match has continued since
    ///   the draft was made. Also nil for a bet, which waits for a move that carries it.
    mutating func send(now: Duration) -> Adoption? {
        guard let draft = session.draft, draft.bet != nil || !session.draftIsStale else { return nil }
        if let offer = draft.bet {
            _ = self.offer(offer)
            return nil
        }
        let before = session.signedLog
        let known = before.log.plies.count
        session.sent.takenBack = nil
        (session.signedLog, session.url) = (draft.signedLog, draft.url)
        if !session.signedLog.log.plies.dropFirst(known).allSatisfy(\.isAside) { session.changed = now }
        session.draft = nil
        if let move = draft.move { (session.lastMove, session.lastMoves) = (move, draft.moves) }
        // the choices were sent: whatever becomes of the message, each round allows no other choice
        session.sent.note(draft.chosen, sentIn: session.signedLog)
        session.superseded = nil
        let hidden = Set(session.signedLog.log.plies.compactMap(\.hidden))
        // moves that were sealed in deleted drafts aren't needed any more; sent ones that were lost
        // may come back
        session.secrets = session.secrets.filter { hidden.contains($0.key) || session.sent.hasSent($0.key) }
        noteResignations()
        reconsiderBets(after: before)
        reconsiderDispute(now: now)
        return Adoption(signedLog: draft.signedLog, cause: .longer, known: known, superseded: [])
    }

    /// Records the resignations in the log of seats that are played here. They were sent from here,
    /// or from another device with the same key.
    private mutating func noteResignations() {
        let seats = session.seats
        guard !seats.isEmpty else { return }
        for ply in session.signedLog.log.plies where ply.action == .resign && seats.contains(ply.seat) {
            session.sent.resigned.insert(ply.seat)
        }
    }
}

extension Verdict {
    /// Whether the message was valid, whatever was decided about it.
    package var isRead: Bool {
        switch self {
        case .adopt, .duplicate, .late, .joinRequest, .bet, .betRefused, .kept, .disputed: true
        default: false
        }
    }
}

extension Verdict {
    /// Returns the line for the player. If the match is over, the line asks nobody to act again.
    package func line(isOver: Bool) -> String {
        guard isOver, case .adopt(let adoption) = self else { return line }
        if !adoption.superseded.isEmpty { return "What you sent crossed another message, and the match is over." }
        return adoption.cause == .new ? "This match is over. You can look at it." : "The match is over."
    }
}
