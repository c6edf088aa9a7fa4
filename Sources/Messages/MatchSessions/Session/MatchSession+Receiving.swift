import Foundation
import GameRules
import MessageProtocol

// Receiving messages through the protocol's table, and sending the own draft.
extension MatchSession {
    /// Opens the match of a message that is adopted as new.
    ///
    /// - Returns: The protocol's verdict, and the match if it is adopted.
    package static func opened(
        by envelope: Envelope, in url: String?, now: Duration, using rules: SessionRules
    ) -> (verdict: Verdict, session: MatchSession?) {
        let verdict = rules.receiver(for: nil).verdict(on: envelope, known: nil)
        guard case .adopt(let adoption) = verdict else { return (verdict, nil) }
        var session = MatchSession(adoption.signedLog, changed: now)
        session.take(adoption, envelope, from: url, now: now, using: rules)
        return (verdict, session)
    }

    /// Opens the match of a message url that is adopted as new.
    ///
    /// - Returns: The protocol's verdict, and the match if it is adopted.
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

    /// Judges a message of the match, from any source, by the protocol's table, and adopts its log
    /// if the verdict says so. Reading the same message again changes nothing.
    ///
    /// - Parameters:
    ///   - sender: The sender, by the device's name for people; nil if unknown.
    ///   - now: The time of this device's clock.
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

    /// Judges a message by the protocol's table, and adopts its log if the verdict says so. Reading
    /// the same message again changes nothing.
    ///
    /// - Parameters:
    ///   - url: The url of the message. If it is nil, the url is computed from the envelope when it
    ///     is needed.
    ///   - sender: The sender that the host reports; nil if unknown.
    package mutating func receive(
        _ envelope: Envelope, in url: String?, from sender: String?, now: Duration, using rules: SessionRules
    ) -> Verdict {
        let before = signedLog
        var verdict = rules.receiver(for: self).verdict(on: envelope, known: known)
        switch verdict {
        case .adopt(let adoption): take(adoption, envelope, from: url, now: now, using: rules)
        case .disputed(let dispute):
            if let url = url ?? (try? rules.url(of: envelope)) { note(dispute, in: url, from: sender) }
        default: break
        }
        if verdict.isRead, envelope.bet == nil, envelope.join == nil,
            let adoption = adoptLostRound(from: before, envelope.signedLog, now: now, using: rules)
        {
            verdict = .adopt(adoption)
        }
        if verdict.isRead { noteJoin(of: envelope) }
        return verdict
    }

    /// Collects the entries of a round that lost to a resignation, and adopts the round if it is
    /// complete. Otherwise the order of arrival would decide, because each log with only some of
    /// the entries loses to the resignation, and a log with all entries wins.
    ///
    /// - Parameters:
    ///   - before: The log before the message was read.
    ///   - theirs: The log of the message.
    private mutating func adoptLostRound(
        from before: SignedLog, _ theirs: SignedLog, now: Duration, using rules: SessionRules
    ) -> Adoption? {
        guard signedLog.log.seats > 2 else { return nil }
        let other = signedLog.head == before.head ? theirs : before
        if let last = other.log.plies.last, last.isInRound, last.isPlayed,
            signedLog.log.plies.dropFirst(signedLog.shared(with: other)).contains(where: { $0.action == .resign })
        {
            guard collect(other, using: rules) else { return nil }
        } else if before.head == signedLog.head {
            return nil
        }
        guard let round = lostRounds.first else { return nil }
        switch rules.receiver(for: self).verdict(onVerified: round, known: known) {
        case .kept(.resigned), .duplicate, .late, .cannotReplay: return nil
        case .adopt(let adoption):
            lostRounds = []
            let before = signedLog
            adopt(adoption, from: nil, now: now)
            rules.moved(to: signedLog)
            reconsiderBets(after: before, using: rules)
            reconsiderDispute(now: now, using: rules)
            return adoption
        default:
            lostRounds = []
            return nil
        }
    }

    /// Adds the entries of a log to the stored lost round. Returns whether the stored round has
    /// more entries now.
    private mutating func collect(_ log: SignedLog, using rules: SessionRules) -> Bool {
        guard let round = lostRounds.first else {
            lostRounds = [log]
            return true
        }
        let known = KnownMatch(round, keys: keys.map(\.key))
        guard case .adopt(let adoption) = rules.receiver(for: self).verdict(onVerified: log, known: known) else {
            return false
        }
        lostRounds = [adoption.signedLog]
        return true
    }

    private mutating func take(
        _ adoption: Adoption, _ envelope: Envelope, from url: String?, now: Duration, using rules: SessionRules
    ) {
        let before = signedLog
        adopt(adoption, from: url, now: now)
        rules.moved(to: signedLog)
        reconsiderBets(after: before, using: rules)
        reconsiderDispute(now: now, using: rules)
        // if a seat signed two entries, a union has one of them; if that entry ended the match,
        // another device may have the other entry
        if adoption.cause == .union, dispute == nil, let url = url ?? (try? rules.url(of: envelope)),
            case .disputed(let found) = rules.receiver(for: self).verdict(on: envelope, known: known)
        {
            note(found, in: url, from: nil)
        }
        noteJoin(of: envelope)
    }

    /// Stores the request for a seat in a message.
    private mutating func noteJoin(of envelope: Envelope) {
        guard let join = envelope.join, signedLog.roster[join.seat] == nil, !joins.contains(join) else { return }
        note(join)
    }

    /// Adopts a log.
    ///
    /// - Parameter url: The message that contained it.
    mutating func adopt(_ adoption: Adoption, from url: String?, now: Duration) {
        sent.note(signedLog, replacedBy: adoption.signedLog, seats: seats)
        signedLog = adoption.signedLog
        let added = signedLog.log.plies.dropFirst(adoption.known)
        // a claim doesn't restart the time of a turn, in particular not the time until another
        // claim
        if adoption.cause != .longer || !added.allSatisfy(\.isAside) { changed = now }
        self.url = adoption.cause == .union ? nil : url
        noteResignations()
        superseded =
            owesResignation ? Self.resignation : adoption.superseded.contains(where: \.isMove) ? lastMove : nil
    }

    /// Counts the draft as sent. It was verified when it was made, and its plies bind the seat from
    /// now on.
    ///
    /// - Returns: The adopted log. Nil if there is no draft, or if the match has continued since
    ///   the draft was made. Also nil for a bet, which waits for a move that carries it.
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
        // these choices were sent, so each round allows no other choice, even if the message never
        // arrives
        sent.note(draft.chosen, sentIn: signedLog)
        superseded = nil
        let hidden = Set(signedLog.log.plies.compactMap(\.hidden))
        // drop the moves that were sealed in deleted drafts; keep those that were sent and lost,
        // because their logs may come back
        secrets = secrets.filter { hidden.contains($0.key) || sent.hasSent($0.key) }
        noteResignations()
        reconsiderBets(after: before, using: rules)
        reconsiderDispute(now: now, using: rules)
        return Adoption(signedLog: draft.signedLog, cause: .longer, known: known, superseded: [])
    }

    /// Records the resignations in the log of seats that are played here. The resignations were
    /// sent from here, or from another device with the same key.
    private mutating func noteResignations() {
        let seats = seats
        guard !seats.isEmpty else { return }
        for ply in signedLog.log.plies where ply.action == .resign && seats.contains(ply.seat) {
            sent.resigned.insert(ply.seat)
        }
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
