import GameRules
import MessageProtocol
import Values

// Requests for seats and offers of bets, which travel in a message and stay outside the log.
extension DraftMaker {
    /// Asks for a seat of a match of three or more. The request stays outside the log until the
    /// inviter starts the match.
    mutating func ask(
        as token: DisplayName, key new: SeatKey
    ) throws(SessionError) -> Draft {
        // A repeated request uses the same key, because the inviter may have used the first
        // request. It asks for the same seat, unless a person with a lower key has asked for that
        // seat, too.
        let key = session.key ?? new
        let publicKey = key.publicKey
        let open = (1...session.signedLog.log.seats).filter { session.signedLog.roster[$0] == nil }
        let others = session.joins.filter { $0.entry.key != publicKey }
        let own = session.joins.first { $0.entry.key == publicKey }?.seat
        let isContested = others.contains { other in
            other.seat == own && other.entry.key.bytes.lexicographicallyPrecedes(publicKey.bytes)
        }
        let asked = Set(others.map(\.seat))
        guard
            let seat = open.first(where: { $0 == own && !isContested }) ?? open.first(where: { !asked.contains($0) })
                ?? open.first
        else {
            throw .request(.allSeatsTaken)
        }
        let join = try saying(SessionError.wire) { () throws(WireError) in
            try SeatedJoin(seat: seat, token: token, key: key, in: session.signedLog.match)
        }
        session.keys.hold(key)
        session.joins = others + [join]
        let url = try url(
            of: session.signedLog, sender: seat, digest: reader.digest(at: session.signedLog), join: join)
        var draft = Draft(
            signedLog: session.signedLog, url: url, text: "a request for seat \(seat)", base: session.signedLog.head,
            seat: seat)
        draft.asksForSeat = true
        session.draft = draft
        return draft
    }

    /// Returns the first request for each free seat.
    func startingJoins() throws(SessionError) -> [SeatedJoin] {
        var starting: [SeatedJoin] = []
        for seat in 1...session.signedLog.log.seats where session.signedLog.roster[seat] == nil {
            guard let join = session.joins.first(where: { $0.seat == seat }) else {
                throw .request(.nobodyAsked(for: seat))
            }
            starting.append(join)
        }
        guard !starting.isEmpty else { throw .request(.begun) }
        return starting
    }

    /// Signs a bet. It is offered when the draft is sent.
    ///
    /// - Throws: ``SessionError``.
    mutating func bet(
        on pool: Int, chips: Int, as token: DisplayName, key new: SeatKey
    ) throws(SessionError) -> Draft {
        guard session.seat == nil else { throw .request(.playersBetNothing) }
        let seats = session.signedLog.log.seats
        guard (0...seats).contains(pool) else {
            throw .request(.noSeatToBetOn(pool, of: seats))
        }
        let book = session.book
        let key = session.key ?? new
        let publicKey = key.publicKey
        let pending = session.bets.filter { $0.bet.bettor.key == publicKey }.sorted { $0.number < $1.number }
        let left = max(0, pending.reduce(book.left(of: publicKey)) { $0 - $1.bet.chips })
        let standing = try reader.standing(at: session.signedLog)
        guard !standing.isOver else { throw .request(.matchIsOver) }
        if let refusal = book.refusal(at: standing) { throw Self.refused(refusal) }
        guard left > 0 else {
            throw .request(.noChips)
        }
        guard (1...left).contains(chips) else {
            throw .request(.tooFewChips(left))
        }
        let number = max(book.count(of: publicKey), (pending.last?.number ?? -1) + 1)
        guard number < Bet.mostOfMatch else { throw Self.refused(.tooMany) }
        let bet = try saying(SessionError.wire) { () throws(WireError) in
            try Bet(on: pool, chips: chips, number: number, token: token, key: key, in: session.signedLog.match)
        }
        let offer = OfferedBet(bet: bet, number: number)
        if let refusal = session.bets.refusal(of: offer, book, at: standing) { throw Self.refused(refusal) }
        let digest = try reader.digest(at: session.signedLog)
        guard reader.hasRoom(for: offer, digest) else {
            throw .request(.noBetNow(MatchSession.OfferRefusal.noRoom))
        }
        session.keys.hold(key)
        let draft = Draft(
            signedLog: session.signedLog,
            url: try url(of: session.signedLog, sender: 0, digest: digest, bet: offer.bet),
            text: SessionAct.bet(pool: pool, chips: chips).text, base: session.signedLog.head, seat: 0, bet: offer)
        session.draft = draft
        return draft
    }

    private static func refused(_ refusal: BetRefusal) -> SessionError {
        .request(.noBetNow(refusal))
    }
}
