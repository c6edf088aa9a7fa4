import Foundation
import GameRules
import MessageProtocol

/// A receiver of the messages of one match. It adopts logs by the protocol's table of verdicts, and
/// records that the draft was sent.
struct SessionReceiver {
    /// The match.
    private(set) var session: MatchSession
    let rules: SessionRules

    var reader: SessionReader { SessionReader(session, rules) }

    init(_ session: MatchSession, _ rules: SessionRules) { (self.session, self.rules) = (session, rules) }

    // MARK: Messages

    /// Judges a message of the match by the protocol's table of verdicts, and adopts its log if the
    /// verdict is `adopt`. The message may come from any source. Reading the same message again
    /// changes nothing.
    ///
    /// - Parameters:
    ///   - sender: The device's name for the sender; nil if unknown.
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

    /// Judges a message by the protocol's table of verdicts, and adopts its log if the verdict is
    /// `adopt`. Reading the same message again changes nothing.
    ///
    /// - Parameters:
    ///   - url: The url of the message. If it is nil, the url is computed from the envelope when it
    ///     is needed.
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
    /// complete. Without this collection, the order of arrival would decide. Each log with only some
    /// of the entries loses to the resignation, but a log with all entries wins.
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

    /// Adds the entries of a log to the stored lost round. Returns whether the stored round has
    /// more entries now.
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
        // if a seat signed two entries, a union has one of them; if that entry ended the match,
        // another device may have the other entry
        if adoption.cause == .union, session.dispute == nil, let url = url ?? (try? rules.url(of: envelope)),
            case .disputed(let found) = rules.receiver(for: session).verdict(on: envelope, known: session.known)
        {
            note(found, in: url, from: nil)
        }
        noteJoin(of: envelope)
    }

    /// Stores the request for a seat that a message contains.
    private mutating func noteJoin(of envelope: Envelope) {
        guard let join = envelope.join, session.signedLog.roster[join.seat] == nil, !session.joins.contains(join) else {
            return
        }
        session.note(join)
    }

    /// Adopts a log.
    ///
    /// - Parameter url: The url of the message that contained the log.
    mutating func adopt(_ adoption: Adoption, from url: String?, now: Duration) {
        session.sent.note(session.signedLog, replacedBy: adoption.signedLog, seats: session.seats)
        session.signedLog = adoption.signedLog
        let added = session.signedLog.log.plies.dropFirst(adoption.known)
        // a claim restarts neither the time of a turn nor the time until another claim
        if adoption.cause != .longer || !added.allSatisfy(\.isAside) { session.changed = now }
        session.url = adoption.cause == .union ? nil : url
        noteResignations()
        session.superseded =
            session.owesResignation
            ? MatchSession.resignation : adoption.superseded.contains(where: \.isMove) ? session.lastMove : nil
    }

    // MARK: The draft

    /// Counts the draft as sent. The draft was verified when it was made, and its plies bind the seat
    /// from now on.
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
        // these choices were sent, so each round allows no other choice, even if the message never
        // arrives
        session.sent.note(draft.chosen, sentIn: session.signedLog)
        session.superseded = nil
        let hidden = Set(session.signedLog.log.plies.compactMap(\.hidden))
        // drop the moves that were sealed in deleted drafts; keep those that were sent and lost,
        // because their logs may come back
        session.secrets = session.secrets.filter { hidden.contains($0.key) || session.sent.hasSent($0.key) }
        noteResignations()
        reconsiderBets(after: before)
        reconsiderDispute(now: now)
        return Adoption(signedLog: draft.signedLog, cause: .longer, known: known, superseded: [])
    }

    /// Records which of the seats that are played here have resigned in the log. The resignations
    /// were sent from here, or from another device with the same key.
    private mutating func noteResignations() {
        let seats = session.seats
        guard !seats.isEmpty else { return }
        for ply in session.signedLog.log.plies where ply.action == .resign && seats.contains(ply.seat) {
            session.sent.resigned.insert(ply.seat)
        }
    }

    // MARK: Disputes

    /// Judges the disputed log again, after ours has changed.
    private mutating func reconsiderDispute(now: Duration) {
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

    /// Continues with the other log of a disputed match. The person chooses this, and no other
    /// device learns of the choice until this seat builds on that log.
    ///
    /// - Throws: ``SessionError`` for a match that isn't disputed.
    mutating func goOnWithTheirs(now: Duration) throws(SessionError) {
        guard let kept = session.dispute else {
            throw .request(.noDispute)
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

    /// Stores the other log of a dispute. If two devices adopt each other's log by hand, they have
    /// only swapped their logs. Each device detects the swap when the other's next message arrives.
    private mutating func note(_ dispute: Dispute, in url: String, from sender: String?) {
        // a tapped message has no sender
        let sender = sender ?? (session.dispute?.url == url ? session.dispute?.sender : nil)
        let isSwapped = session.left.map { $0.holder == sender && dispute.theirs.heads.contains($0.head) } ?? false
        session.dispute = MatchSession.KeptDispute(dispute: dispute, url: url, sender: sender, isSwapped: isSwapped)
    }

    // MARK: Bets

    /// Stores a bet that a message offers. The next move of a seat that is played here carries the
    /// bet.
    ///
    /// - Returns: The reason that the bet isn't accepted; nil if the bet is accepted, or counts
    ///   already.
    mutating func take(_ bet: Bet) -> MatchSession.OfferRefusal? {
        guard let number = bet.number(signedFor: session.signedLog.heads[0]) else {
            return .other("there is no such match")
        }
        let offer = OfferedBet(bet: bet, number: number)
        let book = session.book
        guard !book.counts(bet), !session.bets.contains(offer) else { return nil }
        do {
            let standing = try reader.standing(at: session.signedLog)
            if let refusal = session.bets.refusal(of: offer, book, at: standing) { return .refused(refusal) }
            guard reader.hasRoom(for: offer, try reader.digest(at: session.signedLog)) else {
                return .other(MatchSession.OfferRefusal.noRoom)
            }
        } catch {
            return .other("\(error)")
        }
        session.bets.append(offer)
        return nil
    }

    /// Stores our own bet after its offer was sent.
    ///
    /// - Returns: The reason that the bet can't count any more, for example because the pools have
    ///   closed since it was drafted; nil if it can.
    mutating func offer(_ offer: OfferedBet) -> BetRefusal? {
        session.draft = nil
        let book = session.book
        guard !book.counts(offer.bet), !session.bets.contains(offer) else { return nil }
        if let standing = try? reader.standing(at: session.signedLog),
            let refusal = session.bets.refusal(of: offer, book, at: standing)
        {
            return refusal
        }
        session.bets.append(offer)
        return nil
    }

    /// Updates the bets after the log of the match was replaced.
    private mutating func reconsiderBets(after before: SignedLog) {
        var now = session.bets
        now.reconsider(after: before, now: session.signedLog) { try? reader.standing(at: session.signedLog) }
        if now != session.bets { session.bets = now }
    }
}

extension Verdict {
    /// Whether the message was valid, whether or not it was adopted.
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
