import GameRules
import MessageWire

// What everybody may see of a match is what its log says, and not what this device happens to know.
extension MatchTable {
    /// Looks at a match as whoever has its log sees it. Behind its end the rules show all secrets that they know; so where this
    /// device's seat sealed something that it never opened, as behind an end by claims, rules are asked that don't know it.
    func lookAsStranger<R>(
        at log: SignedLog, _ body: (Match) throws(GameError) -> R
    ) throws(TableError) -> R {
        let rules = try rules(at: log)
        guard rules.knowsUnopened(of: log.log),
            try saying(TableError.game, { () throws(GameError) in try rules.match.status.outcome }) != nil
        else { return try look(at: log, body) }
        let known = stranger
        let stranger = try saying(TableError.replay) { () throws(ReplayFailure) in
            if let stranger = known, stranger.identity == log.match, try stranger.follow(log.log.plies) { return stranger }
            return try MatchRules(log.match, of: rules.match.script, after: log.log.plies[...])
        }
        self.stranger = stranger
        return try saying(TableError.game) { () throws(GameError) in try body(stranger.match) }
    }
}

extension MatchRules {
    /// Is more known here of what was sealed for the match than its log says?
    fileprivate func knowsUnopened(of log: Log) -> Bool {
        let opened = log.plies.filter { ply in
            if case .close(.some) = ply.action { true } else { false }
        }
        return (1...log.seats).contains { seat in
            !opened.contains { $0.seat == seat }
                && log.hidden(by: seat).contains { log.plies[$0].hidden.map { secrets[$0] != nil } == true }
        }
    }
}
