import GameRules
import MessageWire

// What a seat can do beside moving.
extension MatchTable {
    /// Signs something else than a move: an invitation, a resignation, a claim, the start of a group's match, the end.
    ///
    /// - Throws: ``TableError``.
    public func act(_ act: Act, in id: MatchID, token: DisplayToken, joining key: SeatKey = SeatKey())
        throws(TableError) -> Draft
    {
        guard let record = records[id] else { throw .request("There is no such match.") }
        if case .bet(let pool, let chips) = act {
            return try bet(on: pool, chips: chips, in: record, token: token, key: key)
        }
        if act != .resign, act != .close { try checkStandsByResignation(record, signing: nil) }
        if act == .join {
            guard record.seat == nil else { throw .request("You have a seat already.") }
            if record.signedLog.log.seats > 2 { return try ask(in: record, token: token, key: key) }
        }
        var seated = try act == .invite ? seatTaken(in: record) : seat(in: record, token: token, key: key)
        if case .claim(let against) = act { try checkIsSeated(against, in: record) }
        if act.isOutOfTurn, let lost = try lostEntry(of: seated.seat, in: record, at: seated.log) {
            let entry = try play(lost, in: id, token: token)
            // the match may be over with it
            if try isOver(at: entry.signedLog) { return entry }
            records[id] = record
            seated.log = entry.signedLog
        }
        if case .claim = act { try checkOwesNothing(seated.seat, at: seated.log) }
        // who resigns leaves nobody waiting for a draw
        if act == .resign, case let standing = try standing(at: seated.log), standing.isWitness,
            standing.seats.contains(seated.seat)
        {
            seated.log = try witnessing(seated)
        }
        let log = try signing(act, of: seated)
        let isNew = log.log.plies.count != record.signedLog.log.plies.count
        let rules = try isNew ? checked(log, since: record.signedLog) : rules(at: log)
        try signingCheck.check(log, since: record.signedLog, record.lostWords, rules)
        let digest = try saying(TableError.game) { () throws(GameError) in try rules.match.digest(public: true) }
        return try keep(log, seat: seated.seat, text: act.text, move: nil, record: seated.record, digest: digest)
    }

    /// The log with what an act adds to it. An invitation adds nothing, and a join stands there already.
    private func signing(_ act: Act, of seated: Seated) throws(TableError) -> SignedLog {
        let action: Ply.Action
        var placement = SignedLog.Placement.end
        switch act {
        case .invite, .join, .bet: return seated.log
        case .resign: action = .resign
        case .claim(let seat): action = .claim(against: seat)
        case .close: (action, placement) = (.close(try disclosure(of: seated)), seated.log.placementOfClosing)
        case .start: action = .start(try startingJoins(seated.record))
        case .answer:
            guard seated.record.seat == nil || knowsOwnSecrets(seated.record) else {
                throw .request(Self.chosenElsewhere(seated.seat))
            }
            let log = try answered(seated).log
            guard log.head != seated.log.head else { throw .request("There is nothing to answer or to open now.") }
            return log
        }
        do {
            return try seated.log.adding([action], seat: seated.seat, placement: placement, key: seated.key)
        } catch {
            throw .wire(error)
        }
    }

    /// The rules at the end of a log whose last plies are our own: what others would refuse isn't signed.
    func checked(_ log: SignedLog, since known: SignedLog) throws(TableError) -> MatchRules {
        let refusal = try saying(TableError.replay) { () throws(ReplayFailure) in
            try Receiver(carrier: carrier, library: self).refusal(of: log, known: known)
        }
        if let refusal { throw .request("That can't be done now: \(refusal).") }
        return try rules(at: log)
    }

    /// What a seat can do beside moving.
    public enum Act: Hashable, Sendable {
        /// Tells of a match that was begun.
        case invite
        /// Takes the open seat of a match for two without a move.
        case join
        /// Begins a group's match with those who joined.
        case start
        /// Says what the seat has no choice about: an answer, the opening of what it has sealed, the witness of a draw.
        case answer
        /// Gives up.
        case resign
        /// Agrees to all that was played, after the end.
        case close
        /// Claims that this seat's time is up.
        case claim(Int)
        /// Offers a bet of who has no seat: chips on a seat that is to win, 0 for nobody.
        case bet(pool: Int, chips: Int)

        /// Does it stand beside the turns?
        var isOutOfTurn: Bool {
            switch self {
            case .resign, .claim: true
            case .invite, .join, .start, .answer, .close, .bet: false
            }
        }

        var text: String {
            switch self {
            case .invite: "invitation"
            case .join: "join"
            case .start: "start"
            case .answer: "an answer"
            case .resign: "resign"
            case .close: "close"
            case .claim(let seat): "claim against seat \(seat)"
            case .bet(0, let chips): "a bet of \(chips) that nobody wins"
            case .bet(let pool, let chips): "a bet of \(chips) on seat \(pool)"
            }
        }
    }

    /// Who is overdue as well moves first. A claim that crosses another entry is lost, and whoever had signed it where the
    /// round begins couldn't enter there without a second ply over that head.
    func checkOwesNothing(_ seat: Int, at log: SignedLog) throws(TableError) {
        let owes = try status(at: log).turn.contains(seat)
        if owes { throw .request("You owe a move yourself: make it before you claim.") }
    }

    func checkIsSeated(_ seat: Int, in record: MatchRecord) throws(TableError) {
        let seats = record.signedLog.log.seats
        guard (1...seats).contains(seat) else {
            throw .request("There is no seat \(seat) to claim against: this match has seats 1 to \(seats).")
        }
        guard seat != record.seat else { throw .request("Seat \(seat) is your own: claim against another one.") }
        guard record.signedLog.roster[seat] != nil else {
            throw .request("Nobody has taken seat \(seat) yet, so there is nobody to claim against.")
        }
    }
}
