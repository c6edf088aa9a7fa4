import GameRules
import MessageProtocol

// An act that isn't a move becomes a signed draft.
extension DraftMaker {
    /// Signs an act that isn't a move, such as an invitation, a resignation, a claim, a start, or a
    /// closing.
    ///
    /// - Parameters:
    ///   - key: The key for a seat that the act takes.
    /// - Throws: ``SessionError``.
    mutating func act(
        _ act: SessionAct, as token: DisplayName, joining key: SeatKey
    ) throws(SessionError) -> Draft {
        if case .bet(let pool, let chips) = act {
            return try bet(on: pool, chips: chips, as: token, key: key)
        }
        if act != .resign, act != .close { try checkStandsByResignation(signing: nil) }
        if act == .join {
            guard session.seat == nil else { throw .request(.seated) }
            if session.signedLog.log.seats > 2 { return try ask(as: token, key: key) }
        }
        let watched = session.seat == nil
        var (seat, log) =
            act == .invite || act == .resign && !session.takesPart
            ? (try ownSeat(), session.signedLog) : try seatToSign(as: token, joining: key)
        if case .claim(let against) = act { try checkIsSeated(against) }
        if act.isOutOfTurn, let lost = try reader.lostEntry(of: seat, at: log) {
            var again = session
            let entry = try again.play(.text(lost), as: token, joining: key, using: rules)
            // the entry may have ended the match
            if try reader.isOver(at: entry.signedLog) {
                session = again
                return entry
            }
            log = entry.signedLog
        }
        if case .claim = act { try checkOwesNothing(seat, at: log) }
        // if a draw waits for this seat's chain link, sign the witness ply before the resignation
        if act == .resign, case let standing = try reader.standing(at: log), standing.isWitness,
            standing.seats.contains(seat)
        {
            log = try session.keys.adding(.witness, of: seat, to: log)
        }
        switch act {
        case .invite, .join, .bet: break
        case .resign: log = try session.keys.adding(.resign, of: seat, to: log)
        case .claim(let against): log = try session.keys.adding(.claim(against: against), of: seat, to: log)
        case .close:
            let said = try reader.disclosure(of: seat, at: log)
            let closed = try session.keys.adding(.close(said), of: seat, to: log, placement: log.placementOfClosing)
            let isSaid = said == nil || reader.fits(closed, from: seat)
            log =
                isSaid
                ? closed : try session.keys.adding(.close(nil), of: seat, to: log, placement: log.placementOfClosing)
        case .start: log = try session.keys.adding(.start(try startingJoins()), of: seat, to: log)
        case .answer:
            guard watched || session.knowsSecrets(of: seat) else { throw .request(.chosenElsewhere(seat)) }
            let before = log.head
            log = try session.answered(log, of: [seat], using: rules)
            guard log.head != before else { throw .request(.nothingOwed) }
        }
        let isNew = log.log.plies.count != session.signedLog.log.plies.count
        if isNew { try checkIsLegal(log) }
        return try keep(log, of: seat, saying: act.text)
    }

    /// Throws if other devices would reject the log.
    ///
    /// - Parameter log: A log whose last plies are our own.
    private func checkIsLegal(_ log: SignedLog) throws(SessionError) {
        let refusal = try saying(SessionError.replay) { () throws(ReplayFailure) in
            try rules.receiver(for: session).refusal(of: log, known: session.signedLog)
        }
        if let refusal { throw .request(.notNow(refusal)) }
    }

    /// Throws if the seat owes a move itself. Such a seat must move before it claims, because a
    /// claim that crosses another seat's entry is lost. If the seat had claimed at the start of a
    /// round, it would then need a second ply over that head to enter the round.
    private func checkOwesNothing(_ seat: Int, at log: SignedLog) throws(SessionError) {
        let owes = try reader.status(at: log).turn.contains(seat)
        if owes { throw .request(.owesMove) }
    }

    private func checkIsSeated(_ seat: Int) throws(SessionError) {
        let seats = session.signedLog.log.seats
        guard (1...seats).contains(seat) else {
            throw .request(.noSeatToClaimAgainst(seat, of: seats))
        }
        guard seat != session.seat else { throw .request(.ownSeat(seat)) }
        guard session.signedLog.roster[seat] != nil else {
            throw .request(.freeSeat(seat))
        }
    }

    private func ownSeat() throws(SessionError) -> Int {
        guard let seat = session.seat else { throw .request(.noSeatOfOwn) }
        return seat
    }
}
