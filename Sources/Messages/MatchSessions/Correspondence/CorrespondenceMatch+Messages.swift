import GameRules
import LuaRuntime
import MessageProtocol
import Values

// Messages: signing the moves that were played here, and playing the moves that were received.
extension CorrespondenceMatch {
    /// A message, and the number of moves that it leaves out.
    public struct Message: Sendable {
        /// The url of the whole match, as the seat sends it.
        public let url: String
        /// The number of moves that the message leaves out: entries of a round, which can't be
        /// signed before the other seat has joined.
        public let held: Int
        /// How many bets the message's new moves carry.
        public let bets: Int
    }

    /// Signs the moves that were played since the last message. Returns the url that a seat sends,
    /// which contains the whole match. A second call returns the same match again. The first message
    /// is also the invitation. If the seat is still free, it is taken with a new key.
    ///
    /// - Throws: ``SessionError``. In that case nothing is signed.
    public func message(from seat: Int, budget: ProcessorBudget = .message) throws(SessionError) -> Message {
        rules.budget = budget
        return try LuaThread.run { () throws(SessionError) in
            let entries = unsigned
            var session = try begun(by: entries.first?.seat ?? seat)
            let signed = try session.sign(entries, claims: standingClaims, from: seat, using: rules)
            guard let draft = session.draft else { throw .request(.nothingToSend) }
            let url = draft.url
            try sent(&session, holding: signed.held)
            return Message(url: url, held: signed.held, bets: signed.bets)
        }
    }

    /// Returns the session. If there is none yet, returns a new session, which makes this a match by
    /// messages.
    private func begun(by seat: Int) throws(SessionError) -> MatchSession {
        guard match.seats == 2 else {
            throw .request(.onlyTwoSeats(match.seats))
        }
        if let session { return session }
        if match.script.chance != .none {
            if hasOwnDraws {
                throw .request(.ownSeed)
            }
            guard match.log.isEmpty else {
                throw .request(.drawnAlone)
            }
        }
        return try MatchSession.begun(
            as: .empty, seat: seat, seats: 2, options: match.options, using: rules)
    }

    /// Counts the draft as sent. The match continues from the end of the log. Entries that couldn't
    /// be signed yet stay in the match.
    private func sent(_ session: inout MatchSession, holding held: Int) throws(SessionError) {
        _ = session.send(now: .zero, using: rules)
        _ = try session.witnessAll(using: rules)
        let end = try rules.rules(at: session.signedLog, of: session)
        let waiting = unsigned.suffix(held)
        self.session = session
        if held == 0 { pendingClaims = [] }
        guard !signsAtOnce else { return stand(at: end) }
        guard try !isPlayedHere(end, waiting: waiting.count) else { return mark(end) }
        stand(at: end)
        enterRoundAgain(end) { end.position.sealed.seats.contains($0) }
        for case (let seat, .move(let move)) in waiting.map({ ($0.seat, $0.choice) }) { enterAgain(move, seat: seat) }
    }

    /// Returns whether the match here has the entries of the log. It doesn't if a second device
    /// with the same key has sealed another move in the round.
    ///
    /// - Parameters:
    ///   - end: The rules at the end of the log.
    ///   - waiting: How many entries at the end of the match aren't in the log.
    private func isPlayedHere(_ end: MatchRules, waiting: Int) throws(SessionError) -> Bool {
        let (log, own) = (end.match.log, match.log.dropLast(waiting))
        var entered = Array(own.dropFirst(log.count))
        guard own.prefix(log.count).elementsEqual(log, by: { $0.seat == $1.seat && $0.choice == $1.choice }) else {
            return false
        }
        for (seat, move) in try session?.reader(using: rules).roundEntries(at: end) ?? []
        where end.position.sealed.seats.contains(seat) {
            guard let index = entered.firstIndex(where: { $0.seat == seat && $0.choice == .move(move) }) else {
                return false
            }
            entered.remove(at: index)
        }
        guard entered.isEmpty else { return false }
        // the message commits to the position that a replay gives, so a script that gives another one here
        // must not keep it
        guard waiting == 0, match.enteredInRound == 0, end.match.enteredInRound == 0 else { return true }
        return try saying(SessionError.game) { () throws(GameError) in
            try end.match.standingDigest() == match.standingDigest()
        }
    }

    // MARK: Receiving

    /// The result of reading a message.
    public struct Receipt: Sendable {
        /// The protocol's verdict on the message.
        public internal(set) var verdict: Verdict
        /// The reason that the offered bet wasn't accepted although the log was; nil if the bet was
        /// accepted, or if the message offers none.
        public internal(set) var betRefusal: String?
        /// The moves that were played here and that the adopted log doesn't have.
        public var lost: [LogEntry] = []
        /// The entries of the round that were sent, were lost, and have been entered again. The next
        /// message carries them.
        public var enteredAgain: [LogEntry] = []
        /// The dispute that remains after a union: a seat signed two entries, the log has one of
        /// them, and another device may have the other. Nil if there is no dispute.
        public internal(set) var dispute: Dispute?
    }

    /// Judges a message by the protocol's table of verdicts. If the verdict is `adopt`, adopts the
    /// log of the message, and moves the match to the end of that log. Unsigned entries of a round
    /// are entered again.
    ///
    /// - Throws: ``GameError`` if the adopted log can't be played here. In that case the match is
    ///   unchanged.
    public func receive(_ envelope: Envelope, budget: ProcessorBudget = .message) throws(GameError) -> Receipt {
        rules.budget = budget
        return try budget.run { () throws(GameError) in
            var receipt = try read(envelope)
            guard let bet = envelope.bet, receipt.verdict.isRead else { return receipt }
            switch session?.take(bet, using: rules) {
            case .refused(let refusal) where receipt.verdict == .bet(bet): receipt.verdict = .betRefused(bet, refusal)
            case .some(let refusal): receipt.betRefusal = refusal.text
            case nil: break
            }
            return receipt
        }
    }

    private func read(_ envelope: Envelope) throws(GameError) -> Receipt {
        guard var session else { return Receipt(verdict: .otherMatch(envelope.signedLog.match.id)) }
        let verdict = session.receive(envelope, in: nil, from: nil, now: .zero, using: rules)
        guard case .adopt = verdict else {
            self.session = session
            return Receipt(verdict: verdict)
        }
        let end: MatchRules
        do {
            end = try rules.rules(at: session.signedLog, of: session)
        } catch {
            return Receipt(verdict: .cannotReplay(reason: error.description))
        }
        let (before, old) = (match.log, match)
        let round = match.enteredInRound > 0 ? unsigned.suffix(match.enteredInRound) : []
        let roundBegin = before.count - match.enteredInRound
        self.session = session
        pendingClaims = []
        stand(at: end)
        if signed.entries == roundBegin {
            // if a second device with the same key has sealed another entry of the seat, that entry
            // stays
            for case (let seat, .move(let move)) in round.map({ ($0.seat, $0.choice) })
            where !end.position.sealed.seats.contains(seat) { enterAgain(move, seat: seat) }
        }
        let again = try enterLostEntriesAgain()
        try witness()
        return Receipt(
            verdict: verdict, lost: Self.lost(before, of: old, now: match.log), enteredAgain: again,
            dispute: session.dispute?.dispute)
    }

    /// Makes, for all seats of this host, the witness plies that draws wait for.
    private func witness() throws(GameError) {
        guard var session else { return }
        do {
            guard try session.witnessAll(using: rules) else { return }
            stand(at: try rules.rules(at: session.signedLog, of: session))
            self.session = session
        } catch {
            throw .request("\(error)")
        }
    }

    private func enterAgain(_ move: LoggedMove, seat: Int) {
        guard let status = try? match.status, status.isRound, status.turn.contains(seat) else { return }
        // a move that the rules reject is reported as lost, and so is an entry that ends the round
        // if nobody can move after it
        _ = try? match.goingOn { () throws(GameError) in try match.play(move, seat: seat) }
    }

    /// Enters again those sent entries of the round that the log lacks or has only as commitments. A
    /// seat never signs a second entry for a round, even if the message with the first one never
    /// arrives.
    func enterLostEntriesAgain() throws(GameError) -> [LogEntry] {
        guard let session, let end = try? rules.rules(at: session.signedLog, of: session) else { return [] }
        if signsAtOnce { return signLostEntriesAgain(session, end) }
        let before = match.log.count
        let sealed = end.position.sealed.seats
        enterRoundAgain(end) { _ in true }
        return match.log.dropFirst(before).filter { holdsKey(of: $0.seat) && !sealed.contains($0.seat) }
    }

    /// Enters again the moves that these seats have sealed or sent for the round at the end of the
    /// log. Skips seats that owe no entry.
    func enterRoundAgain(_ end: MatchRules, of isMeant: (Int) -> Bool) {
        let entries = (try? session?.reader(using: rules).roundEntries(at: end)) ?? []
        for (seat, move) in entries where isMeant(seat) { enterAgain(move, seat: seat) }
    }

    private func signLostEntriesAgain(_ session: MatchSession, _ end: MatchRules) -> [LogEntry] {
        var session = session
        var again: [LogEntry] = []
        guard let standing = try? end.standing(), standing.isRound, !standing.isOpening else { return [] }
        for (seat, move) in (try? session.reader(using: rules).roundEntries(at: end)) ?? []
        where standing.seats.contains(seat) && session.key(of: seat) != nil {
            let entry = LogEntry(seat: seat, choice: .move(move))
            // a move that the rules reject is reported as lost
            guard (try? session.sign([entry], from: seat, using: rules)) != nil, (try? send(&session)) != nil else {
                continue
            }
            again.append(entry)
        }
        return again
    }

    /// An act of a seat, identified by its entry in the log without the text.
    private struct Deed: Hashable {
        let seat: Int
        let choice: LogEntry.Choice

        init(_ entry: LogEntry) { (seat, choice) = (entry.seat, entry.choice) }
    }

    private static func lost(_ before: [LogEntry], of old: Match, now: [LogEntry]) -> [LogEntry] {
        var there = Dictionary(grouping: now, by: Deed.init).mapValues(\.count)
        let lost = before.indices.filter { index in
            // a sealed move belongs to another host, and may be known by now
            if before[index].choice == .sealed { return false }
            let deed = Deed(before[index])
            guard let count = there[deed], count > 0 else { return true }
            there[deed] = count - 1
            return false
        }
        if lost.isEmpty { return [] }
        let texts = (try? old.history()) ?? before
        return lost.compactMap { texts.indices.contains($0) ? texts[$0] : nil }
    }
}

extension SessionReader {
    /// Returns the moves of this participant's seats in the round at the end of the log, by seat. The
    /// log has these moves as commitments, or they were sent and lost.
    fileprivate func roundEntries(
        at end: MatchRules
    ) throws(SessionError) -> [(seat: Int, move: LoggedMove)] {
        let sent = session.sent.entries[end.headBeforeRound(in: session.signedLog)] ?? [:]
        let sealed = end.position.sealed.seats
        var entries: [(seat: Int, move: LoggedMove)] = []
        for seat in sealed.union(sent.keys).sorted() {
            let isSealed = sealed.contains(seat)
            let move = isSealed ? try committedMove(of: seat, at: session.signedLog) : sent[seat]?.move
            if let move { entries.append((seat, move)) }
        }
        return entries
    }
}
