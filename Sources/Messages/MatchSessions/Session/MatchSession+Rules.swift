import GameRules
import MessageProtocol

// What the rules say at a log of the match.
extension MatchSession {
    /// Looks at a match as it stands at the end of a log.
    package func look<R>(
        at log: SignedLog, using rules: SessionRules, _ body: (Match) throws(GameError) -> R
    ) throws(SessionError) -> R {
        let rules = try rules.rules(at: log, of: self)
        return try saying(SessionError.game) { () throws(GameError) in try body(rules.match) }
    }

    /// Whose turn it is at the end of a log.
    ///
    /// - Throws: ``SessionError/replay(_:)``.
    package func standing(at log: SignedLog, using rules: SessionRules) throws(SessionError) -> Standing {
        let rules = try rules.rules(at: log, of: self)
        return try saying(SessionError.replay) { () throws(ReplayFailure) in try rules.standing() }
    }

    /// Where a match stands at the end of a log.
    package func status(at log: SignedLog, using rules: SessionRules) throws(SessionError) -> MatchStatus {
        let rules = try rules.rules(at: log, of: self)
        return try saying(SessionError.game) { () throws(GameError) in try rules.status }
    }

    /// Returns the digest that a message ending with a log commits to.
    func digest(at log: SignedLog, using rules: SessionRules) throws(SessionError) -> [UInt8] {
        try look(at: log, using: rules) { match throws(GameError) in try match.standingDigest() }
    }

    /// The choice that a seat sent in the round under way and that isn't in the log any more. It has to stand there again before the
    /// seat leaves or claims: others may hold the round with it, and no rule would bring the two versions together.
    func lostEntry(of seat: Int, at log: SignedLog, using rules: SessionRules) throws(SessionError) -> String? {
        guard !sent.entries.isEmpty else { return nil }
        let standing = try standing(at: log, using: rules)
        // where what was sealed is to be opened, the entry stands there
        guard standing.isRound, !standing.isOpening, standing.seats.contains(seat) else { return nil }
        return sent.entries[try rules.rules(at: log, of: self).headBeforeRound(in: log)]?[seat]?.text
    }

    /// Looks at a match as whoever has its log sees it. Behind its end the rules show all secrets that they know; so where a seat of
    /// this participant sealed something that it hasn't opened, a match is asked that doesn't know it.
    package func lookAsStranger<R>(
        at log: SignedLog, using rules: SessionRules, _ body: (Match) throws(GameError) -> R
    ) throws(SessionError) -> R {
        let end = try rules.rules(at: log, of: self)
        let unopened = end.seatsKnownUnopened(in: log.log)
        guard !unopened.isEmpty,
            try saying(SessionError.game, { () throws(GameError) in try end.match.status.outcome }) != nil
        else { return try look(at: log, using: rules, body) }
        let others = try saying(SessionError.replay) { () throws(ReplayFailure) in try rules.rulesOfOthers(at: log) }
        return try saying(SessionError.game) { () throws(GameError) in try body(others.match) }
    }

    /// Checks that others, who don't know what this participant has sealed, come to the same public position by a log. A script's local
    /// could carry a sealed move into what a seat does without a choice; others would refuse the message, but see its bubble.
    ///
    /// - Parameter digest: Of the position here.
    /// - Throws: ``SessionError/game(_:)``.
    func checkTellsNothing(_ log: SignedLog, digest: [UInt8], using rules: SessionRules) throws(SessionError) {
        guard log.log.plies.contains(where: { $0.hidden.map { secrets[$0] != nil } == true }) else { return }
        let own = try rules.rules(at: log, of: self).match
        let others = Result { () throws(ReplayFailure) in try rules.rulesOfOthers(at: log) }
        switch others {
        case .success(let others):
            let there = try saying(SessionError.game) { () throws(GameError) in try others.match.standingDigest() }
            guard there != digest else { return }
            throw .game(own.interference("the public position comes out otherwise"))
        case .failure(.refused(let why)): throw .game(own.interference("the log is refused (\(why))"))
        case .failure(let failure): throw .replay(failure)
        }
    }

    /// What is known of how honestly the secrets of a match were kept, at the end of a log.
    ///
    /// - Throws: ``SessionError`` if the script fails.
    package func audit(at log: SignedLog, using rules: SessionRules) throws(SessionError) -> Audit {
        let rules = try rules.rules(at: log, of: self)
        return try saying(SessionError.replay) { () throws(ReplayFailure) in try rules.audit(of: log.log) }
    }
}

extension MatchRules {
    /// The seats of which more is known here than a log says: they sealed moves for the match and haven't opened them.
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
    /// Where the round under way begins in a log at whose end these rules stand.
    func beginOfRound(in log: SignedLog) -> Int {
        log.beginOfRound(entered: pliesOfRound, gone: attendance.gone)
    }

    /// The head that names the round at the end of a log where these rules stand.
    func headBeforeRound(in log: SignedLog) -> Head {
        log.headBeforeRound(entered: pliesOfRound, gone: attendance.gone)
    }
}

extension SignedLog {
    /// Does the log end with entries of a round that is under way? Behind a claim, entries go into a further bracket.
    func isEnteredAtEnd(_ rules: MatchRules) -> Bool {
        rules.pliesOfRound > 0 && log.plies.last.map { $0.place != .alone } == true
    }

    /// All who close a match do so in one round.
    var placementOfClosing: Placement { log.plies.last?.isClosing == true ? .currentRound : .newRound }

    /// Where the round under way at its end begins, or the one that its next entry begins.
    ///
    /// - Parameters:
    ///   - entered: How many plies the round has.
    ///   - gone: Seats that have left.
    func beginOfRound(entered: Int, gone: Set<Int>) -> Int {
        guard entered > 0 else { return log.plies.count }
        var begin = log.plies[...].placeBeforeRound(entered: entered, gone: gone)
        while begin < log.plies.count, log.plies[begin].isAside { begin += 1 }
        return begin
    }

    /// The head that a round begins on, which names it for all who enter it, whatever is claimed in front of their entries:
    /// that of the round under way at the end of the log, or of the one that begins after it.
    ///
    /// - Parameters:
    ///   - entered: How many have entered the round under way; 0 for one that begins.
    ///   - gone: Seats that have left.
    func headBeforeRound(entered: Int, gone: Set<Int>) -> Head {
        heads[log.plies[...].placeBeforeRound(entered: entered, gone: gone)]
    }
}

extension Collection where Element == Ply, Self: BidirectionalCollection {
    /// How many plies stand in front of the round under way at the end, or of the one that begins after it, and in front of
    /// claims before it. See ``SignedLog/headBeforeRound(entered:gone:)``.
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
