import GameRules
import LuaRuntime
import MessageWire
import Values

// Sending: what was played and isn't signed yet becomes a message.
extension CorrespondenceMatch {
    /// A message and what it leaves out.
    public struct Message: Sendable {
        /// The whole match, as the seat sends it.
        public let url: String
        /// Moves that stay here for now: a round's entries, which can't be signed before the other seat has joined.
        public let held: Int
        /// How many bets its new moves carry.
        public let bets: Int
    }

    /// Signs what was played since the last message and gives the url that a seat sends: the whole match. Asking again gives
    /// the same match again. The match for two that nobody was told of yet becomes an invitation; a seat that is still open
    /// is taken, by a key made here.
    ///
    /// - Throws: ``TableError`` in words; nothing is signed then.
    public func message(from seat: Int, budget: ProcessorBudget = .message) throws(TableError) -> Message {
        try LuaThread.run { () throws(TableError) in try signed(from: seat, budget) }
    }

    func signed(from seat: Int, _ budget: ProcessorBudget) throws(TableError) -> Message {
        guard match.seats == 2 else {
            throw .request("Messages are for matches of two seats here; this match has \(match.seats).")
        }
        if match.script.chance != .none, !isChained {
            if hasOwnDraws {
                throw .request(
                    "The draws of this match are keyed by its own seed, which messages can't tell: "
                        + "open the match without `seed`.")
            }
            guard match.log.isEmpty else {
                throw .request(
                    "What was drawn here was drawn by this host alone, which messages can't tell: ask for the message that "
                        + "invites right behind `open`, before the first move.")
            }
        }
        let message = try sign(unsigned, standingClaims, from: seat, budget)
        try witnessAll()
        return message
    }

    /// Signs what was played, and gives the url that a seat sends.
    func sign(
        _ entries: [LogEntry], _ claims: [Attendance.Claim], from seat: Int, _ budget: ProcessorBudget = .message
    ) throws(TableError) -> Message {
        var keys = keys
        let begun = try opened(try begin(from: entries.first?.seat ?? seat, &keys), keys)
        var rules = try rules(at: begun, for: .play)
        try checkResigned(entries, claims)
        var run = UnsignedRun(entries, claims: claims, of: begun, sender: seat)
        let check = SigningCheck(shelf: ScriptShelf(match.script), carrier: carrier, pool: pool, budget: budget)
        // the run is played on the rules, and counts once it is signed
        var isSigned = false
        defer { if !isSigned { rules.forget() } }
        let plies = try run.play(on: rules, keys: &keys)
        var sealed: [Commitment: OpenedMove] = [:]
        var (log, carried) = try saying(TableError.wire) { () throws(WireError) in
            try told(plies, of: run, behind: begun, keys, &sealed)
        }
        let chosen = try choices(with: run.chosen, in: log)
        let known = secrets
        secrets.merge(sealed) { $1 }
        if run.sealsLast {
            rules.forget()
            rules = try self.rules(at: log, for: .play)
        } else {
            rules.stands(at: log.log.plies)
        }
        do throws(TableError) {
            if rules.opening != nil {  // this host's own part of it goes along
                log = try opened(log, keys)
                rules = try self.rules(at: log, for: .play)
            }
            log = try closed(log, rules, keys)
            rules = try self.rules(at: log, for: .play)
        } catch {
            secrets = known
            throw error
        }
        let url = try url(of: log, sender: seat, at: rules)
        try check.check(log, since: begun, lostWords, rules)
        (signedLog, self.keys) = (log, keys)
        (isTold, isSigned) = (true, true)
        self.chosen = chosen
        resigned.formUnion(plies.filter { $0.action == .resign }.map(\.seat))
        if run.held == 0 { pendingClaims = [] }
        if signsAtOnce { stand(at: rules) } else { mark(rules) }
        offers.reconsider(after: begun, now: log) { try? rules.standing() }
        return Message(url: url, held: run.held, bets: carried)
    }

    /// The log that a message goes on from: for a match that nobody was told of, its invitation.
    private func begin(from seat: Int, _ keys: inout [Int: SeatKey]) throws(TableError) -> SignedLog {
        if let signedLog { return signedLog }
        do { return try invitation(from: seat, &keys) } catch { throw .game(error) }
    }

    /// The message that ends with a log, as a seat sends it.
    ///
    /// - Parameter rules: Those at its end.
    private func url(of log: SignedLog, sender seat: Int, at rules: MatchRules) throws(TableError) -> String {
        let digest = try saying(TableError.game) { () throws(GameError) in try rules.match.digest(public: true) }
        let envelope = try saying(TableError.wire) { () throws(WireError) in
            try Envelope(log, sender: seat, publicStateDigest: digest)
        }
        if let last = log.log.runs.last, !log.log.plies[last.range].contains(where: { $0.seat == seat }) {
            throw .request("Seat \(seat) has nothing to send: the last move is another seat's, whose message it is.")
        }
        do { return try carrier.url(of: envelope) } catch { throw .wire(error) }
    }

    /// Who resigned in a message signs nothing else where that was lost to a ply that crossed it. To be asked before a seat
    /// plays, so that nothing is played that could never be sent.
    ///
    /// - Throws: ``TableError`` in words that say what the seat can do.
    package func checkStandsByResignation(_ seat: Int) throws(TableError) {
        guard resigned.contains(seat), (try? match.status)?.gone.contains(seat) != true else { return }
        throw .request(
            "Seat \(seat) has resigned, and a move that crossed it stands: let it `resign` again. Nothing else can be sent "
                + "for it; what was played for it since can be taken back with `undo`.")
    }

    /// Moves may come from a host that didn't ask before it played them.
    func checkResigned(_ entries: [LogEntry], _ claims: [Attendance.Claim]) throws(TableError) {
        let moved = entries.filter { $0.leaving == nil }.map(\.seat)
        for seat in moved + claims.map(\.by) { try checkStandsByResignation(seat) }
    }

    /// The choices signed here, with those of a log that is about to be.
    func choices(
        with new: [(seat: Int, action: Ply.Action, place: Int)], in log: SignedLog
    ) throws(TableError) -> [Head: [Int: SentEntry]] {
        var chosen = chosen
        for (seat, action, place) in new {
            let ply = log.log.plies[place...].first { $0.seat == seat && $0.place != .alone }
            let entry = SentEntry(action: action, bets: ply?.bets ?? [])
            let before = chosen[log.heads[place], default: [:]].updateValue(entry, forKey: seat)
            guard before == nil || before?.action == action else {
                throw .request(
                    "Seat \(seat) has chosen in this round already, in a message whose move was lost. Another choice would be "
                        + "two: undo this one, and play the first one again.")
            }
        }
        return chosen
    }

    /// The log with plies that are signed now, and how many bets those carry: the rest of a message's room is for the match.
    func told(
        _ plies: [Ply], of run: UnsignedRun, behind begun: SignedLog, _ keys: [Int: SeatKey],
        _ secrets: inout [Commitment: OpenedMove]
    ) throws(WireError) -> (log: SignedLog, bets: Int) {
        guard !plies.isEmpty else { return (begun, 0) }
        var offers = offers
        while true {
            let sealed = run.hiding(run.carrying(offers, plies, sent: chosen), behind: begun, keys, &secrets)
            let carrying = run.sealing(sealed, behind: begun, keys)
            let log = try begun.adding(carrying, keys: keys)
            let carried = carrying.flatMap(\.bets)
            guard let last = offers.lastIndex(where: { carried.contains($0.bet) }), !carrier.leavesRoom(log) else {
                return (log, carried.count)
            }
            offers.remove(at: last)
        }
    }

    func invitation(from seat: Int, _ keys: inout [Int: SeatKey]) throws(GameError) -> SignedLog {
        let key = SeatKey()
        keys[seat] = key
        return try Self.invitation(to: match.script, options: match.options, from: seat, key)
    }

    /// - Parameter options: All of them.
    static func invitation(
        to script: GameScript, options: [String: Value], from seat: Int, _ key: SeatKey
    ) throws(GameError) -> SignedLog {
        do {
            let id = MatchID.random()
            let inviter = SeatEntry(token: .empty, key: key, in: id, isChained: script.chance != .none)
            let identity = try MatchIdentity(
                of: script, options: options, seats: 2, inviterSeat: seat, inviter: inviter, id: id)
            return try SignedLog(inviting: identity, key: key)
        } catch TableError.game(let error) {
            throw error
        } catch {
            throw .request("This match can't be told in a message: \(error)")
        }
    }

    /// The rules of the match at the end of a log.
    ///
    /// - Parameter use: Whether plies will be played on them that may come to nothing.
    func rules(at log: SignedLog, for use: RulesCache.Use = .look) throws(TableError) -> MatchRules {
        do throws(ReplayFailure) {
            let rules = try cache.rules(
                of: log.match, after: log.log.plies, in: signedLog?.log.plies, for: use, secrets: secrets
            ) { () throws(ReplayFailure) in
                try MatchRules(log.match, of: match.script, pool: pool, secrets: secrets)
            }
            rules.learn()
            return rules
        } catch {
            throw .replay(error)
        }
    }

    /// What was played here and isn't signed.
    var unsigned: [LogEntry] {
        var entered = enteredSeats
        return match.log.dropFirst(settled).filter { entry in
            // whoever leaves in a round takes the entry out of it
            if case .leave = entry.choice { return true }
            return entered.remove(entry.seat) == nil
        }
    }

    /// Notes how far the match's log is signed: up to where these rules stand.
    func mark(_ rules: MatchRules) {
        let entered = rules.match.enteredInRound
        let log = rules.match.log
        settled = log.count - entered
        enteredSeats = Set(log.suffix(entered).map(\.seat)).union(rules.sealed.seats)
        attendance = rules.attendance
    }
}
