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
        if act == .join, record.signedLog.log.seats > 2 { return try ask(in: record, token: token, key: key) }
        var seated =
            act == .invite
            ? try seatTaken(in: record) : try seat(in: record, token: token, key: key)
        if case .claim(let against) = act { try checkIsSeated(against, in: record) }
        if act.isOutOfTurn, let lost = try lostEntry(of: seated.seat, in: record, at: seated.log) {
            let entry = try play(lost, in: id, token: token)
            // the match may be over with it
            if try isOver(at: entry.signedLog) { return entry }
            records[id] = record
            seated.log = entry.signedLog
        }
        if case .claim = act { try checkOwesNothing(seated.seat, at: seated.log) }
        do {
            let actions: [Ply.Action]
            switch act {
            case .invite, .join, .bet: actions = []  // the join, if any, stands in the log already
            case .resign: actions = [.resign]
            case .claim(let seat): actions = [.claim(against: seat)]
            case .close: actions = [.close]
            case .start: actions = [.start(try startingJoins(record))]
            }
            if act == .join, record.seat != nil { throw TableError.request("You have a seat already.") }
            let log =
                actions.isEmpty
                ? seated.log
                : try seated.log.adding(
                    actions, seat: seated.seat, placement: act == .close ? seated.log.placementOfClosing : .end,
                    key: seated.key)
            let rules: MatchRules
            if log.log.plies.count == record.signedLog.log.plies.count {
                rules = try self.rules(at: log)
            } else {
                rules = try checked(log, since: record.signedLog)
            }
            try signingCheck.check(log, since: record.signedLog, record.lostWords, rules)
            return try keep(
                log, seat: seated.seat, text: act.text, move: nil, record: seated.record,
                digest: rules.match.digest(public: true))
        } catch {
            throw Self.tableError(error)
        }
    }

    /// The rules at the end of a log whose last plies are our own: what others would refuse isn't signed.
    func checked(_ log: SignedLog, since known: SignedLog) throws(TableError) -> MatchRules {
        let refusal: String?
        do {
            refusal = try Receiver(carrier: carrier, library: self).refusal(of: log, known: known)
        } catch {
            throw Self.error(error)
        }
        if let refusal { throw .request("That can't be done now: \(refusal).") }
        do {
            return try rules(at: log)
        } catch {
            throw Self.error(error)
        }
    }

    /// What a seat can do beside moving.
    public enum Act: Hashable, Sendable {
        /// Tells of a match that was begun.
        case invite
        /// Takes the open seat of a match for two without a move.
        case join
        case start, resign, close
        case claim(Int)
        /// Offers a bet of who has no seat: chips on a seat that is to win, 0 for nobody.
        case bet(pool: Int, chips: Int)

        /// Does it stand beside the turns?
        var isOutOfTurn: Bool {
            switch self {
            case .resign, .claim: true
            case .invite, .join, .start, .close, .bet: false
            }
        }

        var text: String {
            switch self {
            case .invite: "invitation"
            case .join: "join"
            case .start: "start"
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
        let owes = try look(at: log) { match throws(GameError) in try match.status.turn.contains(seat) }
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
