import GameRules
import MessageWire

// What was chosen in a round binds once it left.
extension MatchTable {
    /// The choice that this seat sent in the round under way and that isn't in the log any more. It has to stand there again
    /// before the seat leaves or claims: others may hold the round with it, and no rule would bring the two versions together.
    func lostEntry(of seat: Int, in record: MatchRecord, at log: SignedLog) throws(TableError) -> String? {
        guard !record.entries.isEmpty else { return nil }
        return try look(at: log) { match throws(GameError) in
            guard try match.status.isRound, try match.status.turn.contains(seat),
                let round = log.headBeforeRound(isUnderWay: match.enteredInRound > 0)
            else { return nil }
            return record.entries[round]?.move
        }
    }

    /// Is the match over at the end of a log?
    func isOver(at log: SignedLog) throws(TableError) -> Bool {
        try look(at: log) { match throws(GameError) in try match.status.outcome != nil }
    }

    /// Looks at a match as it stands at the end of a log.
    func look<R>(at log: SignedLog, _ body: (Match) throws(GameError) -> R) throws(TableError) -> R {
        let rules: MatchRules
        do {
            rules = try self.rules(at: log)
        } catch {
            throw Self.error(error)
        }
        do {
            return try body(rules.match)
        } catch {
            throw .game(error)
        }
    }
}

extension SignedLog {
    /// The head that a round begins on, which names it for all who enter it: that of the round under way at the end of the
    /// log, or of the one that begins behind it.
    func headBeforeRound(isUnderWay: Bool) -> Head? {
        guard isUnderWay else { return head }
        guard let last = log.plies.last, last.place != .alone,
            let first = log.plies.lastIndex(where: { $0.place == .beginsRound })
        else { return nil }
        return heads[first]
    }
}
