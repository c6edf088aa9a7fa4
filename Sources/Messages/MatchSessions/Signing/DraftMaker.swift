import GameRules
import MessageProtocol
import Values

/// A maker of drafts. It turns a move or an act of a participant into a signed message, which counts
/// after it was sent.
///
/// It works on a copy of the session, so an act that fails changes nothing.
struct DraftMaker {
    /// The match, with the draft.
    var session: MatchSession
    let rules: SessionRules

    var reader: SessionReader { SessionReader(session, rules) }

    init(_ session: MatchSession, _ rules: SessionRules) { (self.session, self.rules) = (session, rules) }

    // MARK: Drafts

    /// Makes a signed log the draft.
    ///
    /// - Parameters:
    ///   - seat: The seat of the message.
    ///   - other: A draft whose moves the log also contains.
    mutating func keep(
        _ log: SignedLog, of seat: Int, saying text: String, like other: Draft? = nil
    ) throws(SessionError) -> Draft {
        let end = try rules.rules(at: log, of: session)
        try session.sent.check(log, since: session.signedLog)
        let digest = try saying(SessionError.game) { () throws(GameError) in try end.match.standingDigest() }
        var draft = Draft(signedLog: log, url: "", text: text, base: session.signedLog.head, seat: seat)
        if let other {
            (draft.moves, draft.places, draft.chosen, draft.seen) =
                (other.moves, other.places, other.chosen, other.seen)
        }
        return try keep(draft, digest: digest)
    }

    /// Stores a draft with its message. If a message with the same head was signed before and is
    /// known, the draft reuses that message.
    mutating func keep(_ made: Draft, digest: [UInt8]) throws(SessionError) -> Draft {
        var draft = made
        if let known = knownURL(leadingTo: made.signedLog.head),
            let envelope = try? rules.envelope(from: known)
        {
            (draft.url, draft.signedLog) = (known, envelope.signedLog)
        } else {
            draft.url = try url(of: made.signedLog, sender: made.seat, digest: digest)
        }
        session.draft = draft
        return draft
    }

    private func knownURL(leadingTo head: Head) -> String? {
        if let draft = session.draft, draft.signedLog.head == head, draft.bet == nil, !draft.asksForSeat {
            return draft.url
        }
        return rules.signedURL(head)
    }

    /// Returns the message that ends with a log.
    ///
    /// - Parameters:
    ///   - sender: The seat that sends the message; 0 for nobody.
    ///   - digest: The digest of the public state at the end of the log.
    /// - Throws: ``SessionError/wire(_:)`` for a message that doesn't fit into a url.
    func url(
        of log: SignedLog, sender: Int, digest: [UInt8], join: SeatedJoin? = nil, bet: Bet? = nil
    ) throws(SessionError) -> String {
        try saying(SessionError.wire) { () throws(WireError) in
            try rules.url(of: Envelope(log, sender: sender, standingDigest: digest, join: join, bet: bet))
        }
    }

    /// Returns the url of the match in its current state, to be sent again. A participant without a
    /// seat may send it, too.
    ///
    /// - Throws: ``SessionError`` if there is nothing to send again.
    mutating func urlToSendAgain() throws(SessionError) -> String {
        if let offer = session.ownOffers.first {
            return try url(
                of: session.signedLog, sender: 0, digest: reader.digest(at: session.signedLog), bet: offer.bet)
        }
        // a participant without a seat sends a message without a sender, because others could take
        // the participant for the player of a seat that the message names as the sender
        let isAsking = session.joins.contains { $0.entry.key == session.publicKey }
        if let url = session.url, session.seat != nil || isAsking { return url }
        guard session.url != nil || !session.signedLog.log.plies.isEmpty else {
            throw .request(.nothingToSendAgain)
        }
        // if our seat hasn't signed the end of the log, relay the log in a message without a sender
        let sender = session.seat.flatMap { session.signedLog.canBeSent(by: $0) ? $0 : nil } ?? 0
        let again = try url(of: session.signedLog, sender: sender, digest: reader.digest(at: session.signedLog))
        session.url = again
        return again
    }

    // MARK: Seats

    /// Returns the seat that signs, and the log to which its plies are added. For a participant
    /// without a seat in a match for two, that log ends with the join that takes the free seat.
    mutating func seatToSign(
        as token: DisplayName, joining new: SeatKey
    ) throws(SessionError) -> (seat: Int, log: SignedLog) {
        if let seat = session.seat { return (seat, session.signedLog) }
        guard let open = (1...session.signedLog.log.seats).first(where: { session.signedLog.roster[$0] == nil }) else {
            throw .request(.allSeatsTaken)
        }
        guard session.signedLog.log.seats == 2 else {
            throw .request(.mustAskToJoin(seats: session.signedLog.log.seats))
        }
        guard try !reader.isOver(at: session.signedLog) else {
            throw .request(.joinsNoMore)
        }
        let key = session.key ?? new
        session.keys.hold(key)
        let entry = SeatedPlayer(token: token, key: key, in: session.id, isChained: session.signedLog.match.isChained)
        let log = try saying(SessionError.wire) { () throws(WireError) in
            try session.signedLog.adding([.join(entry)], seat: open, key: key)
        }
        return (open, log)
    }

    /// Throws if a seat of the participant owes its resignation again and the participant signs
    /// anything else. The only exception is a lost entry of a round, signed again as it was.
    func checkStandsByResignation(signing text: String?) throws(SessionError) {
        guard session.owesResignation else { return }
        if let text, let seat = session.seat, try reader.lostEntry(of: seat, at: session.signedLog) == text { return }
        throw .request(.onlyResignation)
    }
}
