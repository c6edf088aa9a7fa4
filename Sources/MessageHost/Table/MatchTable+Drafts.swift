import Conversations
import Foundation
import GameRules
import LuaRuntime
import MessageWire
import Values

// What a seat does becomes a signed draft; it counts once it was sent.
extension MatchTable {
    /// Begins a match. Nobody knows of it until a draft of it is sent.
    ///
    /// - Parameters:
    ///   - token: The name that the inviter's seat shows.
    ///   - options: What differs from the defaults.
    /// - Throws: ``TableError`` for options or a number of seats that the game doesn't take.
    public func begin(
        as token: DisplayToken, seats: Int? = nil, options: [String: Value] = [:], chat: Chat.ID, session: Session,
        id: MatchID = .random(), key: SeatKey = SeatKey(), now: Duration
    ) throws(TableError) -> MatchID {
        let script = installed
        guard let digest = ScriptShelf.digest(of: script) else { throw .request("The script has no digest.") }
        do {
            let count = try script.checkedSeats(seats ?? max(2, script.seats.lowerBound))
            let chosen = try script.options(choosing: options)
            let standard = try script.options(choosing: [:])
            let setup = try Setup(
                rulesVersion: script.version, options: chosen.filter { standard[$0.key] != $0.value }, seats: count,
                inviter: SeatEntry(token: token, key: key.publicKey))
            let identity = MatchIdentity(game: game, script: digest, id: id, setup: setup)
            let log = try SignedLog(inviting: identity, key: key)
            try rules(at: log).match.checkGoesOn()
            try makeRoom(in: chat)
            records[id] = MatchRecord(beginningAt: log, chat: chat, session: session, key: key, changed: now)
            return id
        } catch let error as GameError {
            throw .game(error)
        } catch let error as WireError {
            throw .wire(error)
        } catch let error as ReplayFailure {
            throw Self.error(error)
        } catch {
            throw .request("\(error)")
        }
    }

    /// The most matches of one conversation that nobody was told of.
    static let mostUntold = 16

    /// Of too many matches that nobody was told of, the oldest is forgotten, unless something of it waits to be sent.
    private func makeRoom(in chat: Chat.ID) throws(TableError) {
        let untold = records.values.filter { $0.chat == chat && $0.url == nil && $0.seat != nil }
        guard untold.count >= Self.mostUntold else { return }
        let idle = untold.filter { $0.draft == nil }
        guard let oldest = idle.min(by: { ($0.changed, "\($0.id)") < ($1.changed, "\($1.id)") }) else {
            throw .request(
                "\(Self.mostUntold) matches wait here to be sent: send one, or take its draft back, before beginning another."
            )
        }
        records[oldest.id] = nil
    }

    static func error(_ failure: ReplayFailure) -> TableError {
        switch failure {
        case .refused(let reason), .failed(let reason): .request(reason)
        }
    }

    /// Signs a move of this device's seat; in a match for two whose other seat is open, the move joins first. While the
    /// seat is to move again behind its own draft, the draft grows: what a seat does in a row is one message.
    ///
    /// - Parameters:
    ///   - text: The move's text.
    ///   - token: The name that the seat shows if it joins.
    /// - Throws: ``TableError``; the match, and a draft that was there, are as they were.
    public func play(_ text: String, in id: MatchID, token: DisplayToken, joining key: SeatKey = SeatKey())
        throws(TableError) -> Draft
    {
        if text == MatchRecord.resignation, records[id]?.owesResignation == true {
            return try act(.resign, in: id, token: token, joining: key)
        }
        return try LuaThread.run { () throws(TableError) in try draft(text, in: id, token: token, joining: key) }
    }

    /// Who has resigned signs that again, and a lost entry of a round as it was: nothing else.
    private func checkStandsByResignation(_ record: MatchRecord, signing text: String?) throws(TableError) {
        guard record.owesResignation else { return }
        if let text, let seat = record.seat, try lostEntry(of: seat, in: record, at: record.signedLog) == text {
            return
        }
        throw .request(
            "You have resigned, and a move that crossed it stands. Only the resignation can be sent again: `resign`.")
    }

    private func draft(_ text: String, in id: MatchID, token: DisplayToken, joining key: SeatKey)
        throws(TableError) -> Draft
    {
        guard let record = records[id] else { throw .request("There is no such match.") }
        try checkStandsByResignation(record, signing: text)
        let growing = growingDraft(of: record)
        let seated: Seated
        if let growing { seated = growing.seated } else { seated = try seat(in: record, token: token, key: key) }
        let rules: MatchRules
        do {
            rules = try self.rules(at: seated.log)
        } catch {
            throw Self.error(error)
        }
        do {
            let before = try rules.match.status
            guard !before.isRound || seated.log.roster.isComplete else {
                // a join can't stand within a round, so that the match could never go on
                throw TableError.request(
                    "All move at once here, so everybody has to be there first: send the invitation, and wait for "
                        + "the other seat to join.")
            }
            let placement: SignedLog.Placement =
                !before.isRound ? .end : seated.log.isEnteredAtEnd(rules) ? .currentRound : .newRound
            let round = before.isRound ? rules.headBeforeRound(in: seated.log) : nil
            // who is there goes on by what a person plays as it does in a replay: a move answers a claim
            rules.attendance.settle(Standing(seats: before.turn, isOver: before.outcome != nil))
            try rules.play(text, seat: seated.seat)
            try rules.match.checkGoesOn()
            guard let entry = rules.match.log.last(where: { $0.seat == seated.seat }) else {
                throw TableError.request("The move left no trace in the log.")
            }
            let played = entry.text ?? text
            let chosen = round.flatMap { record.entries[$0] }
            if let chosen, chosen.move != played {
                throw TableError.request(
                    "You have chosen in this round already: \(chosen.move). Another choice would be two.")
            }
            let action: Ply.Action
            switch entry.choice {
            case .index(let index): action = .move(index)
            case .typed(let name, let argument): action = .typed(name: name, argument: argument)
            case .leave: action = .resign
            }
            rules.attendance.note(Ply(seat: seated.seat, action: action, place: placement.place))
            let digest = try rules.match.digest(public: true)
            func made(carrying bets: [Bet]) throws(WireError) -> SignedLog {
                try seated.log.adding(
                    [action], bets: bets, seat: seated.seat, placement: placement, key: seated.key)
            }
            let log: SignedLog
            if let chosen {
                log = try made(carrying: chosen.bets)  // other bets would be another entry, too
            } else {
                let carried = growing == nil ? [] : seated.log.log.plies.flatMap(\.bets)
                let ply = Ply(seat: seated.seat, action: action, place: placement.place)
                var bets = record.bets.filter { !carried.contains($0.bet) }.carried(by: ply, BetBook(of: seated.log))
                while !bets.isEmpty, !carrier.leavesRoom(try made(carrying: bets)) { bets.removeLast() }
                log = try made(carrying: bets)
            }
            rules.stands(at: log.log.plies)
            try signingCheck.check(log, since: record.signedLog, record.lostWords, rules)
            let isSecret = entry.secrecy != nil
            return try keep(
                log, seat: seated.seat, text: isSecret ? "sealed" : played, move: played, round: round,
                record: seated.record, digest: digest, growing: growing?.draft)
        } catch {
            forget(rules)
            throw Self.tableError(error)
        }
    }

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
    private func checked(_ log: SignedLog, since known: SignedLog) throws(TableError) -> MatchRules {
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

    /// The url of the match as it stands, to be sent again; also by a device that has no seat in it.
    ///
    /// - Throws: ``TableError`` for a match that nobody was told of.
    public func urlToSendAgain(_ id: MatchID) throws(TableError) -> String {
        guard let record = records[id] else { throw .request("There is no such match.") }
        if let offer = record.ownOffers.first { return try url(offering: offer.bet, in: record) }
        // who has no seat says so: a seat's own message, sent by someone else, could pass that one off as the seat's player
        let isAsking = record.joins.contains { $0.entry.key == record.key?.publicKey }
        if let url = record.url, record.seat != nil || isAsking { return url }
        guard record.seat != nil || record.url != nil || !record.signedLog.log.plies.isEmpty else {
            throw .request("There is nothing to send again.")
        }
        do {
            let digest = try rules(at: record.signedLog).match.digest(public: true)
            let url = try carrier.url(
                of: Envelope(record.signedLog, sender: record.seat ?? 0, publicStateDigest: digest))
            records[id]?.url = url
            return url
        } catch {
            throw Self.tableError(error)
        }
    }

    /// A move that was lost has been dealt with.
    func forgetSuperseded(_ id: MatchID) { records[id]?.superseded = nil }

    /// The person deleted the draft: another ply may be signed on its head.
    public func cancelDraft(of id: MatchID) { records[id]?.draft = nil }

    // MARK: -

    /// A seat of this device, and the log in which it sits.
    private struct Seated {
        let seat: Int
        let key: SeatKey
        var log: SignedLog
        let record: MatchRecord
    }

    /// Who is overdue as well moves first. A claim that crosses another entry is lost, and whoever had signed it where the
    /// round begins couldn't enter there without a second ply over that head.
    private func checkOwesNothing(_ seat: Int, at log: SignedLog) throws(TableError) {
        let owes = try look(at: log) { match throws(GameError) in try match.status.turn.contains(seat) }
        if owes { throw .request("You owe a move yourself: make it before you claim.") }
    }

    private func checkIsSeated(_ seat: Int, in record: MatchRecord) throws(TableError) {
        let seats = record.signedLog.log.seats
        guard (1...seats).contains(seat) else {
            throw .request("There is no seat \(seat) to claim against: this match has seats 1 to \(seats).")
        }
        guard seat != record.seat else { throw .request("Seat \(seat) is your own: claim against another one.") }
        guard record.signedLog.roster[seat] != nil else {
            throw .request("Nobody has taken seat \(seat) yet, so there is nobody to claim against.")
        }
    }

    /// A draft of moves behind which its own seat is to move again.
    private func growingDraft(of record: MatchRecord) -> (seated: Seated, draft: Draft)? {
        guard goesOn(behindDraftOf: record), let draft = record.draft, let key = record.key else { return nil }
        return (Seated(seat: draft.seat, key: key, log: draft.signedLog, record: record), draft)
    }

    private func seatTaken(in record: MatchRecord) throws(TableError) -> Seated {
        guard let seat = record.seat, let key = record.key else { throw .request("You have no seat in this match.") }
        return Seated(seat: seat, key: key, log: record.signedLog, record: record)
    }

    private func seat(in record: MatchRecord, token: DisplayToken, key: SeatKey) throws(TableError) -> Seated {
        let roster = record.signedLog.roster
        if record.seat != nil { return try seatTaken(in: record) }
        guard let open = (1...record.signedLog.log.seats).first(where: { roster[$0] == nil }) else {
            throw .request("All seats of this match are taken: you are watching.")
        }
        guard record.signedLog.log.seats == 2 else {
            throw .request(
                "A match of \(record.signedLog.log.seats) begins when its inviter starts it: ask to join first.")
        }
        let key = record.key ?? key
        guard try !isOver(at: record.signedLog) else {
            throw .request("The match is over: nobody can join it any more.")
        }
        do {
            let entry = SeatEntry(token: token, key: key.publicKey)
            let log = try record.signedLog.adding([.join(entry)], seat: open, key: key)
            return Seated(seat: open, key: key, log: log, record: record.holding(key))
        } catch {
            throw .wire(error)
        }
    }

    /// Asks for a seat of a group's match: outside the log, until the inviter starts it.
    private func ask(in record: MatchRecord, token: DisplayToken, key: SeatKey) throws(TableError) -> Draft {
        let roster = record.signedLog.roster
        let open = (1...record.signedLog.log.seats).filter { roster[$0] == nil }
        guard record.seat == nil else { throw .request("You have a seat already.") }
        // Who asks again uses the same key, since the inviter may have taken the first request up; and asks for the same
        // seat, unless somebody else wants it whose key comes first.
        let key = record.key ?? key
        let others = record.joins.filter { $0.entry.key != key.publicKey }
        let own = record.joins.first { $0.entry.key == key.publicKey }?.seat
        let isContested = others.contains { other in
            other.seat == own && other.entry.key.bytes.lexicographicallyPrecedes(key.publicKey.bytes)
        }
        let asked = Set(others.map(\.seat))
        guard
            let seat = open.first(where: { $0 == own && !isContested }) ?? open.first(where: { !asked.contains($0) })
                ?? open.first
        else {
            throw .request("All seats of this match are taken: you are watching.")
        }
        do {
            let join = try SeatedJoin(seat: seat, token: token, key: key, in: record.signedLog.match)
            var asking = record.holding(key)
            asking.joins = record.joins.filter { $0.entry.key != key.publicKey } + [join]
            let digest = try rules(at: record.signedLog).match.digest(public: true)
            return try keep(
                record.signedLog, seat: seat, text: "a request for seat \(seat)", move: nil, record: asking,
                digest: digest,
                join: join)
        } catch {
            throw Self.tableError(error)
        }
    }

    /// The first who asked for each open seat.
    private func startingJoins(_ record: MatchRecord) throws(TableError) -> [SeatedJoin] {
        let roster = record.signedLog.roster
        var joins: [SeatedJoin] = []
        for seat in 1...record.signedLog.log.seats where roster[seat] == nil {
            guard let join = record.joins.first(where: { $0.seat == seat }) else {
                throw .request("Nobody has asked for seat \(seat) yet.")
            }
            joins.append(join)
        }
        guard !joins.isEmpty else { throw .request("The match has begun already.") }
        return joins
    }

    func keep(
        _ log: SignedLog, seat: Int, text: String, move: String?, round: Head? = nil, record: MatchRecord,
        digest: [UInt8], join: SeatedJoin? = nil, growing: Draft? = nil
    ) throws -> Draft {
        var (log, record) = (log, record)
        let url: String
        if join == nil, let kept = record.signed[log.head], let envelope = try? carrier.envelope(from: kept) {
            (url, log) = (kept, envelope.signedLog)
        } else {
            url = try carrier.url(of: Envelope(log, sender: seat, publicStateDigest: digest, join: join))
            if join == nil { record.signed[log.head] = url }
        }
        let draft = Draft(
            signedLog: log, url: url, text: growing.map { "\($0.text), \(text)" } ?? text,
            base: record.signedLog.head, seat: seat, moves: (growing?.moves ?? []) + [move].compactMap(\.self),
            round: round)
        record.draft = draft
        records[record.id] = record
        return draft
    }

    static func tableError(_ error: any Error) -> TableError {
        switch error {
        case let error as TableError: error
        case let error as GameError: .game(error)
        case let error as WireError: .wire(error)
        case let error as ReplayFailure: Self.error(error)
        default: .request("\(error)")
        }
    }
}

extension SignedLog {
    /// Does the log end with entries of a round that is under way? Behind a claim, entries go into a further bracket.
    func isEnteredAtEnd(_ rules: MatchRules) -> Bool {
        rules.match.enteredInRound > 0 && log.plies.last.map { $0.place != .alone } == true
    }

    /// All who close a match do so in one round.
    var placementOfClosing: Placement { log.plies.last?.action == .close ? .currentRound : .newRound }
}
