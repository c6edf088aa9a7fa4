import GameRules
import MessageProtocol

/// A match session with the rules of its game. It answers questions that only the rules can answer,
/// and changes nothing.
///
/// ```swift
/// let rules = SessionRules(ScriptVersions(script))
/// let session = try MatchSession.begun(as: token, using: rules)
/// let moves = try session.reader(using: rules).legalMoves()
/// ```
public struct SessionReader {
    /// The match.
    package let session: MatchSession
    /// The rules of its game.
    package let rules: SessionRules

    /// Creates a reader of a session.
    init(_ session: MatchSession, _ rules: SessionRules) { (self.session, self.rules) = (session, rules) }

    // MARK: The log

    /// Returns the log that a person looks at. It ends with the current draft. If there is none, it
    /// ends with the plies that the person's seats owe without a choice.
    public func shown() -> SignedLog {
        if session.draft != nil, !session.draftIsStale { return session.shown }
        return ahead() ?? session.signedLog
    }

    /// Returns the log with the plies that the seats owe without a choice; nil if they owe none, or
    /// if this device can't make these plies.
    func ahead() -> SignedLog? {
        rules.ask(for: session.id, session)
        if let known = rules.obligations[session.id], known.base == session.signedLog.head { return known.log }
        let seats = session.seats
        var answering = session
        var owed: SignedLog?
        if !session.owesResignation, !seats.isEmpty, seats.allSatisfy(session.knowsSecrets) {
            owed = try? answering.answered(session.signedLog, of: seats, using: rules)
        }
        if owed?.head == session.signedLog.head { owed = nil }
        rules.obligations[session.id] = Obligations(
            base: session.signedLog.head, log: owed,
            secrets: owed == nil ? [:] : answering.secrets.filter { session.secrets[$0.key] == nil })
        return owed
    }

    // MARK: Rules at the end of a log

    /// Runs `body` on the match at the end of a log.
    package func look<R>(
        at log: SignedLog, _ body: (Match) throws(GameError) -> R
    ) throws(SessionError) -> R {
        let rules = try rules.rules(at: log, of: session)
        return try saying(SessionError.game) { () throws(GameError) in try body(rules.match) }
    }

    /// Runs `body` on the match as it looks to a person who has only the log. After the match is
    /// over, the rules show all secrets that they know. If a seat of this participant hasn't revealed
    /// its sealed moves, `body` therefore gets a match that doesn't know these moves.
    package func lookAsStranger<R>(
        at log: SignedLog, _ body: (Match) throws(GameError) -> R
    ) throws(SessionError) -> R {
        let end = try rules.rules(at: log, of: session)
        let unopened = end.seatsKnownUnopened(in: log.log)
        guard !unopened.isEmpty,
            try saying(SessionError.game, { () throws(GameError) in try end.match.status.outcome }) != nil
        else { return try look(at: log, body) }
        let stranger = rules.stranger(at: log.head, end, hiding: unopened)
        return try saying(SessionError.game) { () throws(GameError) in try body(stranger) }
    }

    /// Returns the standing at the end of a log.
    ///
    /// - Throws: ``SessionError/replay(_:)``.
    package func standing(at log: SignedLog) throws(SessionError) -> ReplayPosition {
        let rules = try rules.rules(at: log, of: session)
        return try saying(SessionError.replay) { () throws(ReplayFailure) in try rules.standing() }
    }

    /// Returns the status of the match at the end of a log.
    package func status(at log: SignedLog) throws(SessionError) -> MatchStatus {
        let rules = try rules.rules(at: log, of: session)
        return try saying(SessionError.game) { () throws(GameError) in try rules.status }
    }

    /// Returns whether the match is over at the end of a log.
    func isOver(at log: SignedLog) throws(SessionError) -> Bool {
        try status(at: log).outcome != nil
    }

    /// Returns the digest for the state check of a message that ends with a log.
    func digest(at log: SignedLog) throws(SessionError) -> [UInt8] {
        try look(at: log) { match throws(GameError) in try match.standingDigest() }
    }

    /// Returns the move that a seat sent as its entry of the round under way, if the log doesn't
    /// have that entry; nil otherwise. The seat must enter the same move again before it resigns or
    /// claims. Other devices may have the round with that entry, and no rule would unite the two
    /// logs.
    func lostEntry(of seat: Int, at log: SignedLog) throws(SessionError) -> String? {
        guard !session.sent.entries.isEmpty else { return nil }
        let standing = try standing(at: log)
        // if the seat owes a reveal, the log has its entry
        guard standing.isRound, !standing.isOpening, standing.seats.contains(seat) else { return nil }
        return session.sent.entries[try rules.rules(at: log, of: session).headBeforeRound(in: log)]?[seat]?.text
    }

    // MARK: Sessions from elsewhere

    /// Checks that a participant may continue from a session that was read. Its signatures, its
    /// moves, and the sealed moves of its seats must be valid.
    ///
    /// - Throws: ``SessionError``.
    public func check() throws(SessionError) {
        func refuse(_ why: String) -> SessionError { .request(.unusable(why)) }
        for log in [session.signedLog, session.dispute?.dispute.theirs].compactMap(\.self) + session.lostRounds {
            if let forgery = log.forgery() { throw refuse("\(forgery)") }
        }
        for join in session.joins where !join.isSigned(for: session.signedLog.heads[0]) {
            throw refuse("the request for seat \(join.seat) isn't signed by who makes it")
        }
        for offer in session.bets where offer.bet.number(signedFor: session.signedLog.heads[0]) != offer.number {
            throw refuse("a bet isn't signed by who offers it")
        }
        for seat in session.seats where session.knowsSecrets(of: seat) {
            let hidden = session.signedLog.log.hidden(by: seat).compactMap { session.signedLog.log.plies[$0].hidden }
            let known = hidden.compactMap { session.secrets[$0] }
            guard !known.isEmpty, let key = session.key(of: seat) else { continue }
            let said = Disclosure(key: CommitmentKey(of: key), moves: known.map(\.move))
            guard said.opened(of: seat, in: session.signedLog.log.plies[...], of: session.signedLog.match) == known
            else {
                throw refuse("what it says that seat \(seat) has sealed isn't what was sealed")
            }
        }
        // play the log without the own secrets, on rules that aren't used again
        let receiver = rules.fresh(within: rules.budget).receiver(for: nil)
        let refusal = try saying(SessionError.replay) { () throws(ReplayFailure) in
            try receiver.refusal(of: session.signedLog, after: 0)
        }
        if let refusal { throw refuse(refusal) }
        // other devices must accept the messages that this session would send again
        for (url, head) in [
            (session.url, session.signedLog.head), (session.draft?.url, session.draft?.signedLog.head),
        ] {
            guard let url else { continue }
            let verdict = receiver.verdict(on: url) { _ in nil }
            guard case .adopt(let adoption) = verdict, adoption.signedLog.head == head else {
                throw refuse("its own message is no message of it")
            }
        }
    }
}

extension MatchSession {
    /// Returns a reader that asks the rules about this session as it is now.
    public func reader(using rules: SessionRules) -> SessionReader { SessionReader(self, rules) }
}

extension MatchRules {
    /// Returns the seats whose sealed moves this device knows although the log doesn't reveal them.
    /// The moves are sealed for longer than a round.
    fileprivate func seatsKnownUnopened(in log: Log) -> Set<Int> {
        let opened = log.plies.filter { ply in
            if case .close(.some) = ply.action { true } else { false }
        }
        return Set(
            (1...log.seats).filter { seat in
                !opened.contains { $0.seat == seat }
                    && log.hidden(by: seat).contains { log.plies[$0].hidden.map { secrets[$0] != nil } == true }
            })
    }
}
