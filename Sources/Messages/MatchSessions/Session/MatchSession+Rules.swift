import GameRules
import MessageProtocol

// Queries of the rules at a log of the match.
extension MatchSession {
    /// Runs `body` on the match at the end of a log.
    package func look<R>(
        at log: SignedLog, using rules: SessionRules, _ body: (Match) throws(GameError) -> R
    ) throws(SessionError) -> R {
        let rules = try rules.rules(at: log, of: self)
        return try saying(SessionError.game) { () throws(GameError) in try body(rules.match) }
    }

    /// Returns the standing at the end of a log.
    ///
    /// - Throws: ``SessionError/replay(_:)``.
    package func standing(at log: SignedLog, using rules: SessionRules) throws(SessionError) -> Standing {
        let rules = try rules.rules(at: log, of: self)
        return try saying(SessionError.replay) { () throws(ReplayFailure) in try rules.standing() }
    }

    /// Returns the status of the match at the end of a log.
    package func status(at log: SignedLog, using rules: SessionRules) throws(SessionError) -> MatchStatus {
        let rules = try rules.rules(at: log, of: self)
        return try saying(SessionError.game) { () throws(GameError) in try rules.status }
    }

    /// Returns the digest for the state check of a message that ends with a log.
    func digest(at log: SignedLog, using rules: SessionRules) throws(SessionError) -> [UInt8] {
        try look(at: log, using: rules) { match throws(GameError) in try match.standingDigest() }
    }

    /// Returns the move that a seat sent as its entry of the round under way, if the log doesn't
    /// have that entry; nil otherwise. The seat must enter the same move again before it resigns or
    /// claims. Other devices may have the round with that entry, and no rule would unite the two
    /// logs.
    func lostEntry(of seat: Int, at log: SignedLog, using rules: SessionRules) throws(SessionError) -> String? {
        guard !sent.entries.isEmpty else { return nil }
        let standing = try standing(at: log, using: rules)
        // if the seat owes a reveal, the log has its entry
        guard standing.isRound, !standing.isOpening, standing.seats.contains(seat) else { return nil }
        return sent.entries[try rules.rules(at: log, of: self).headBeforeRound(in: log)]?[seat]?.text
    }

    /// Runs `body` on the match as a person sees it who has only the log. After the match is over,
    /// the rules show all secrets that they know. If a seat of this participant hasn't revealed its
    /// sealed moves, `body` therefore gets a match that doesn't know these moves.
    package func lookAsStranger<R>(
        at log: SignedLog, using rules: SessionRules, _ body: (Match) throws(GameError) -> R
    ) throws(SessionError) -> R {
        let end = try rules.rules(at: log, of: self)
        let unopened = end.seatsKnownUnopened(in: log.log)
        guard !unopened.isEmpty,
            try saying(SessionError.game, { () throws(GameError) in try end.match.status.outcome }) != nil
        else { return try look(at: log, using: rules, body) }
        let stranger = rules.stranger(at: log.head, end, hiding: unopened)
        return try saying(SessionError.game) { () throws(GameError) in try body(stranger) }
    }

    /// Returns the audit at the end of a log.
    ///
    /// - Throws: ``SessionError`` if the script fails.
    package func audit(at log: SignedLog, using rules: SessionRules) throws(SessionError) -> Audit {
        let rules = try rules.rules(at: log, of: self)
        return try saying(SessionError.replay) { () throws(ReplayFailure) in try rules.audit(of: log.log) }
    }
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
    /// Returns the index where the round under way begins, in a log at whose end these rules are.
    func beginOfRound(in log: SignedLog) -> Int {
        log.beginOfRound(entered: pliesOfRound, gone: attendance.gone)
    }

    /// Returns the head that identifies the round at the end of a log at whose end these rules are.
    func headBeforeRound(in log: SignedLog) -> Head {
        log.headBeforeRound(entered: pliesOfRound, gone: attendance.gone)
    }
}

extension SignedLog {
    /// Returns whether the log ends with entries of a round under way. After a claim, entries form
    /// another bracket.
    func isEnteredAtEnd(_ rules: MatchRules) -> Bool {
        rules.pliesOfRound > 0 && log.plies.last.map { $0.place != .alone } == true
    }

    /// The placement of a closing. All seats close a match in one round.
    var placementOfClosing: Placement { log.plies.last?.isClosing == true ? .currentRound : .newRound }

    /// Returns the index where the round under way at the end of the log begins. If no round is
    /// under way, returns the number of plies, where the next entry would begin a round.
    ///
    /// - Parameters:
    ///   - entered: The number of plies of the round.
    ///   - gone: The seats that have left.
    func beginOfRound(entered: Int, gone: Set<Int>) -> Int {
        guard entered > 0 else { return log.plies.count }
        var begin = log.plies[...].placeBeforeRound(entered: entered, gone: gone)
        while begin < log.plies.count, log.plies[begin].isAside { begin += 1 }
        return begin
    }

    /// Returns the head before the round under way at the end of the log, or before a round that
    /// begins after the log. The head identifies the round for all seats, whatever claims precede
    /// their entries.
    ///
    /// - Parameters:
    ///   - entered: The number of plies of the round under way; 0 if no round is under way.
    ///   - gone: The seats that have left.
    func headBeforeRound(entered: Int, gone: Set<Int>) -> Head {
        heads[log.plies[...].placeBeforeRound(entered: entered, gone: gone)]
    }
}

extension Collection where Element == Ply, Self: BidirectionalCollection {
    /// Returns how many plies precede the round under way at the end, and the claims directly
    /// before that round. If no round is under way, the next ply begins the round. See
    /// ``SignedLog/headBeforeRound(entered:gone:)``.
    func placeBeforeRound(entered: Int, gone: Set<Int>) -> Int {
        var (place, left) = (count, entered)
        for ply in reversed() {
            if ply.isAside {
                if case .claim(let against) = ply.action, gone.contains(against) { break }
            } else if left > 0, ply.place != .alone {
                left -= 1
            } else {
                break
            }
            place -= 1
        }
        return place
    }
}
