import GameRules
import LuaRuntime
import MessageProtocol
import Values

// An act of a participant becomes a signed draft, which counts after the draft was sent. All
// callers change a copy, so the session is unchanged if an act throws.
extension MatchSession {
    /// Returns a new match. Nobody else knows of the match until a draft of it is sent.
    ///
    /// - Parameters:
    ///   - token: The display name of the inviter's seat.
    ///   - seat: The inviter's seat.
    ///   - options: The options that differ from their defaults.
    /// - Throws: ``SessionError`` for options or a number of seats that the game rejects.
    public static func begun(
        as token: DisplayName, seat: Int = 1, seats: Int? = nil, options: [String: Value] = [:],
        id: MatchID = .random(), key: SeatKey = SeatKey(), now: Duration = .zero, using rules: SessionRules
    ) throws(SessionError) -> MatchSession {
        let script = rules.installed
        guard seat >= 1, seat <= seats ?? seat else { throw .request("There is no seat \(seat) to invite from.") }
        let inviter = SeatEntry(
            token: token, key: key, in: id, isChained: script.chance != .none && rules.keptDraws[id] == nil)
        let identity = try MatchIdentity(
            of: script, options: options, seats: seats, inviterSeat: seat, inviter: inviter, id: id)
        let log = try saying(SessionError.wire) { () throws(WireError) in try SignedLog(inviting: identity, key: key) }
        let session = MatchSession(log, keys: [key], changed: now)
        try session.look(at: log, using: rules) { match throws(GameError) in try match.checkGoesOn() }
        return session
    }

    /// Signs an act that isn't a move, such as an invitation, a resignation, a claim, the start of
    /// a match of three or more, or a closing.
    ///
    /// - Parameters:
    ///   - key: The key for a seat that the act takes.
    /// - Throws: ``SessionError``.
    public mutating func act(
        _ act: SessionAct, as token: DisplayName, joining key: SeatKey = SeatKey(), using rules: SessionRules
    ) throws(SessionError) -> Draft {
        if case .bet(let pool, let chips) = act {
            return try bet(on: pool, chips: chips, as: token, key: key, using: rules)
        }
        if act != .resign, act != .close { try checkStandsByResignation(signing: nil, using: rules) }
        if act == .join {
            guard seat == nil else { throw .request("You have a seat already.") }
            if signedLog.log.seats > 2 { return try ask(as: token, key: key, using: rules) }
        }
        let watched = seat == nil
        var (seat, log) =
            act == .invite || act == .resign && !takesPart
            ? (try ownSeat(), signedLog) : try seatToSign(as: token, joining: key, using: rules)
        if case .claim(let against) = act { try checkIsSeated(against) }
        if act.isOutOfTurn, let lost = try lostEntry(of: seat, at: log, using: rules) {
            var again = self
            let entry = try again.play(.text(lost), as: token, joining: key, using: rules)
            // the entry may have ended the match
            if try isOver(at: entry.signedLog, using: rules) {
                self = again
                return entry
            }
            log = entry.signedLog
        }
        if case .claim = act { try checkOwesNothing(seat, at: log, using: rules) }
        // if a draw waits for this seat's chain link, sign the witness ply before the resignation
        if act == .resign, case let standing = try standing(at: log, using: rules), standing.isWitness,
            standing.seats.contains(seat)
        {
            log = try adding(.witness, of: seat, to: log)
        }
        switch act {
        case .invite, .join, .bet: break
        case .resign: log = try adding(.resign, of: seat, to: log)
        case .claim(let against): log = try adding(.claim(against: against), of: seat, to: log)
        case .close:
            let said = try disclosure(of: seat, at: log, using: rules)
            let closed = try adding(.close(said), of: seat, to: log, placement: log.placementOfClosing)
            let isSaid = said == nil || fits(closed, from: seat, using: rules)
            log = isSaid ? closed : try adding(.close(nil), of: seat, to: log, placement: log.placementOfClosing)
        case .start: log = try adding(.start(try startingJoins()), of: seat, to: log)
        case .answer:
            guard watched || knowsSecrets(of: seat) else { throw .request(Self.chosenElsewhere(seat)) }
            let before = log.head
            log = try answered(log, of: [seat], using: rules)
            guard log.head != before else { throw .request("There is nothing to answer or to open now.") }
        }
        let isNew = log.log.plies.count != signedLog.log.plies.count
        if isNew { try checkIsLegal(log, using: rules) }
        return try keep(log, of: seat, saying: act.text, using: rules)
    }

    /// Throws if other devices would reject the log.
    ///
    /// - Parameter log: A log whose last plies are our own.
    private func checkIsLegal(_ log: SignedLog, using rules: SessionRules) throws(SessionError) {
        let refusal = try saying(SessionError.replay) { () throws(ReplayFailure) in
            try rules.receiver(for: self).refusal(of: log, known: signedLog)
        }
        if let refusal { throw .request("That can't be done now: \(refusal).") }
    }

    /// Throws if the seat owes a move itself. Such a seat must move before it claims, because a
    /// claim that crosses another seat's entry is lost. If the seat had claimed at the start of a
    /// round, it would then need a second ply over that head to enter the round.
    private func checkOwesNothing(_ seat: Int, at log: SignedLog, using rules: SessionRules) throws(SessionError) {
        let owes = try status(at: log, using: rules).turn.contains(seat)
        if owes { throw .request("You owe a move yourself: make it before you claim.") }
    }

    private func checkIsSeated(_ seat: Int) throws(SessionError) {
        let seats = signedLog.log.seats
        guard (1...seats).contains(seat) else {
            throw .request("There is no seat \(seat) to claim against: this match has seats 1 to \(seats).")
        }
        guard seat != self.seat else { throw .request("Seat \(seat) is your own: claim against another one.") }
        guard signedLog.roster[seat] != nil else {
            throw .request("Nobody has taken seat \(seat) yet, so there is nobody to claim against.")
        }
    }

    /// Throws if a seat of the participant owes its resignation again and the participant signs
    /// anything else. The only exception is a lost entry of a round, signed again as it was.
    func checkStandsByResignation(signing text: String?, using rules: SessionRules) throws(SessionError) {
        guard owesResignation else { return }
        if let text, let seat, try lostEntry(of: seat, at: signedLog, using: rules) == text { return }
        throw .request(
            "You have resigned, and a move that crossed it stands. Only the resignation can be sent again: `resign`.")
    }

    /// Returns whether the match is over at the end of a log.
    func isOver(at log: SignedLog, using rules: SessionRules) throws(SessionError) -> Bool {
        try status(at: log, using: rules).outcome != nil
    }

    // MARK: Seats

    private func ownSeat() throws(SessionError) -> Int {
        guard let seat else { throw .request("You have no seat in this match.") }
        return seat
    }

    /// Returns the key of a seat in a log of the match. The seat may have been taken in that log.
    func key(of seat: Int, in log: SignedLog) -> SeatKey? {
        log.roster[seat].flatMap { entry in keys.first { $0.publicKey == entry.key }?.key }
    }

    /// Returns the seat that signs, and the log to which its plies are added. For a participant
    /// without a seat in a match for two, that log ends with the join that takes the free seat.
    mutating func seatToSign(
        as token: DisplayName, joining new: SeatKey, using rules: SessionRules
    ) throws(SessionError) -> (seat: Int, log: SignedLog) {
        if let seat { return (seat, signedLog) }
        guard let open = (1...signedLog.log.seats).first(where: { signedLog.roster[$0] == nil }) else {
            throw .request("All seats of this match are taken: you are watching.")
        }
        guard signedLog.log.seats == 2 else {
            throw .request(
                "A match of \(signedLog.log.seats) begins when its inviter starts it: ask to join first.")
        }
        guard try !isOver(at: signedLog, using: rules) else {
            throw .request("The match is over: nobody can join it any more.")
        }
        let key = key ?? new
        hold(key)
        let entry = SeatEntry(token: token, key: key, in: id, isChained: signedLog.match.isChained)
        let log = try saying(SessionError.wire) { () throws(WireError) in
            try signedLog.adding([.join(entry)], seat: open, key: key)
        }
        return (open, log)
    }

    /// Returns whether the participant can take the free seat of a match for two, and must take it
    /// before anybody moves. False while there is a current draft.
    public func mayJoin(using rules: SessionRules) -> Bool {
        guard draft == nil || draftIsStale, seat == nil, signedLog.log.seats == 2, !signedLog.roster.isComplete,
            let status = try? status(at: signedLog, using: rules), status.outcome == nil
        else { return false }
        // a round begins only after both seats are taken; if the free seat isn't to move in that
        // round, no entry of that seat can take it
        let isLeftOut = status.isRound && seatToMove(using: rules).map(status.turn.contains) == false
        guard signedLog.match.isChained || isLeftOut else { return false }
        return !signedLog.log.plies.contains { $0.action == .resign }
    }

    /// Asks for a seat of a match of three or more. The request stays outside the log until the
    /// inviter starts the match.
    private mutating func ask(
        as token: DisplayName, key new: SeatKey, using rules: SessionRules
    ) throws(SessionError) -> Draft {
        // A repeated request uses the same key, because the inviter may have used the first
        // request. It asks for the same seat, unless a person with a lower key has asked for that
        // seat, too.
        let key = key ?? new
        let publicKey = key.publicKey
        let open = (1...signedLog.log.seats).filter { signedLog.roster[$0] == nil }
        let others = joins.filter { $0.entry.key != publicKey }
        let own = joins.first { $0.entry.key == publicKey }?.seat
        let isContested = others.contains { other in
            other.seat == own && other.entry.key.bytes.lexicographicallyPrecedes(publicKey.bytes)
        }
        let asked = Set(others.map(\.seat))
        guard
            let seat = open.first(where: { $0 == own && !isContested }) ?? open.first(where: { !asked.contains($0) })
                ?? open.first
        else {
            throw .request("All seats of this match are taken: you are watching.")
        }
        let join = try saying(SessionError.wire) { () throws(WireError) in
            try SeatedJoin(seat: seat, token: token, key: key, in: signedLog.match)
        }
        hold(key)
        joins = others + [join]
        let url = try url(
            of: signedLog, sender: seat, digest: digest(at: signedLog, using: rules), join: join, using: rules)
        var draft = Draft(
            signedLog: signedLog, url: url, text: "a request for seat \(seat)", base: signedLog.head, seat: seat)
        draft.asksForSeat = true
        self.draft = draft
        return draft
    }

    /// Returns the first request for each free seat.
    private func startingJoins() throws(SessionError) -> [SeatedJoin] {
        var starting: [SeatedJoin] = []
        for seat in 1...signedLog.log.seats where signedLog.roster[seat] == nil {
            guard let join = joins.first(where: { $0.seat == seat }) else {
                throw .request("Nobody has asked for seat \(seat) yet.")
            }
            starting.append(join)
        }
        guard !starting.isEmpty else { throw .request("The match has begun already.") }
        return starting
    }

    /// The most stored requests for one seat.
    static let mostJoinsForASeat = 8

    /// Stores a request for a seat. A person who makes many keys can displace only requests for
    /// that seat, and a person whose request was displaced can ask again.
    mutating func note(_ join: SeatedJoin) {
        joins.removeAll { $0.entry.key == join.entry.key }
        let sameSeat = joins.indices.filter { joins[$0].seat == join.seat }
        if sameSeat.count >= Self.mostJoinsForASeat, let oldest = sameSeat.first { joins.remove(at: oldest) }
        joins.append(join)
    }
}
