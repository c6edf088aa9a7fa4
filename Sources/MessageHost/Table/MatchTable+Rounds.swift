import GameRules
import MessageWire

// What was chosen in a round binds once it left.
extension MatchTable {
    /// The choice that this seat sent in the round under way and that isn't in the log any more. It has to stand there again
    /// before the seat leaves or claims: others may hold the round with it, and no rule would bring the two versions together.
    func lostEntry(of seat: Int, in record: MatchRecord, at log: SignedLog) throws(TableError) -> String? {
        guard !record.entries.isEmpty else { return nil }
        let standing = try standing(at: log)
        // where what was sealed is to be opened, the entry stands there
        guard standing.isRound, !standing.isOpening, standing.seats.contains(seat) else { return nil }
        return record.entries[try rules(at: log).headBeforeRound(in: log)]?.move
    }

    /// Is the match over at the end of a log?
    func isOver(at log: SignedLog) throws(TableError) -> Bool {
        try status(at: log).outcome != nil
    }

    /// Where a match stands at the end of a log.
    func status(at log: SignedLog) throws(TableError) -> MatchStatus {
        let rules = try rules(at: log)
        do { return try rules.status } catch { throw .game(error) }
    }

    /// Looks at a match as it stands at the end of a log.
    func look<R>(at log: SignedLog, _ body: (Match) throws(GameError) -> R) throws(TableError) -> R {
        let rules = try rules(at: log)
        do { return try body(rules.match) } catch { throw .game(error) }
    }
}

extension MatchRules {
    /// The head that names the round at the end of a log where these rules stand.
    func headBeforeRound(in log: SignedLog) -> Head {
        log.headBeforeRound(entered: pliesOfRound, gone: attendance.gone)
    }
}

extension SignedLog {
    /// The head that a round begins on, which names it for all who enter it, whatever is claimed in front of their entries:
    /// that of the round under way at the end of the log, or of the one that begins behind it.
    ///
    /// - Parameters:
    ///   - entered: How many have entered the round under way; 0 for one that begins.
    ///   - gone: Seats that have left.
    func headBeforeRound(entered: Int, gone: Set<Int>) -> Head {
        heads[log.plies[...].placeBeforeRound(entered: entered, gone: gone)]
    }
}

extension Collection where Element == Ply, Self: BidirectionalCollection {
    /// How many plies stand in front of the round under way at the end, or of the one that begins behind it, and in front of
    /// claims before it. See ``SignedLog/headBeforeRound(entered:gone:)``.
    func placeBeforeRound(entered: Int, gone: Set<Int>) -> Int {
        var (place, left) = (count, entered)
        for ply in reversed() {
            if case .claim(let against) = ply.action {
                if gone.contains(against) { break }
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
