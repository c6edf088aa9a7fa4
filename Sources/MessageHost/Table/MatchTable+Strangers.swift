import GameRules
import MessageWire

// What everybody may see of a match is what its log says, and not what this device happens to know.
extension MatchTable {
    /// Looks at a match as whoever has its log sees it. Behind its end the rules show all secrets that they know; so where this
    /// device's seat sealed something that it hasn't opened, a match is asked that doesn't know it.
    func lookAsStranger<R>(
        at log: SignedLog, _ body: (Match) throws(GameError) -> R
    ) throws(TableError) -> R {
        let rules = try rules(at: log)
        let unopened = rules.seatsKnownUnopened(in: log.log)
        guard !unopened.isEmpty,
            try saying(TableError.game, { () throws(GameError) in try rules.match.status.outcome }) != nil
        else { return try look(at: log, body) }
        if stranger?.head != log.head {
            stranger = (log.head, Match(at: rules.match, limits: rules.match.limits, hiding: unopened))
        }
        let match = stranger?.match ?? rules.match
        return try saying(TableError.game) { () throws(GameError) in try body(match) }
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
}
