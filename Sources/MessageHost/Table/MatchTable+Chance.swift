import GameRules
import MessageWire

// What a draft has drawn by chance was seen. It isn't sent yet, but taking it back for another choice would be peeking.
extension MatchTable {
    /// Moves of a draft that was taken back, up to the last one that drew: they are played again before anything else.
    struct SeenDraws: Hashable {
        /// The head that they were played on.
        let base: Head
        let moves: [String]
    }

    /// How many moves of a draft stand whatever its person wants now: those up to the last one that drew by chance.
    ///
    /// - Throws: ``TableError`` if the script fails.
    package func movesThatDrew(inDraftOf id: MatchID) throws(TableError) -> Int {
        guard let record = records[id], let draft = record.draft, !draft.moves.isEmpty, !record.draftIsStale else {
            return 0
        }
        let waiting = try rules(at: draft.signedLog).waiting.count
        return try look(at: draft.signedLog) { match throws(GameError) in
            let drawn = try match.lastDraw()
            return min(max(0, drawn - (try match.status.ply + waiting - draft.moves.count)), draft.moves.count)
        }
    }

    /// Notes what a draft drew that is about to be taken back.
    func noteDraws(ofDraftIn id: MatchID) {
        guard installed.chance != .none, let draft = records[id]?.draft,
            let count = try? movesThatDrew(inDraftOf: id), count > 0
        else { return }
        seenDraws[id] = SeenDraws(base: draft.base, moves: Array(draft.moves.prefix(count)))
    }

    /// The move that comes next behind so many that are drafted, where what it draws was seen before; nil for any.
    func moveThatDrew(behind count: Int, in record: MatchRecord) -> String? {
        guard let seen = seenDraws[record.id], seen.base == record.signedLog.head, count < seen.moves.count else {
            return nil
        }
        return seen.moves[count]
    }

    /// Nobody plays before everybody is there, nor while a draw waits for another seat.
    func checkMayDraw(_ seated: Seated, _ rules: MatchRules) throws(TableError) {
        guard seated.log.roster.isComplete else {
            throw .request(
                "Everybody has to be there before anything is drawn: send the invitation, and wait for the other seat to join."
            )
        }
        guard let seat = rules.owedWitness else { return }
        throw .request("A draw waits for seat \(seat): nobody knows what it is until its next message.")
    }

    /// The last move of a seat, where it waits for a draw.
    func waitingEntry(of seat: Int, at log: SignedLog) throws(TableError) -> LogEntry? {
        let rules = try rules(at: log)
        guard var entry = rules.waitingEntry, entry.seat == seat, !entry.secret else { return nil }
        if entry.text == nil, case .move(.index(let index)) = entry.choice {
            let move = try look(at: log) { match throws(GameError) in
                try match.listedMove(index, of: seat)
            }
            (entry.text, entry.name) = (move?.text, move?.name)
        }
        return entry
    }

    /// Refuses another move than the one whose draw was seen.
    func checkStandsByDraw(_ move: String, behind count: Int, in record: MatchRecord) throws(TableError) {
        guard let seen = moveThatDrew(behind: count, in: record), seen != move else { return }
        throw .request(
            "You have played \(seen) here, and seen what it drew: a draw can't be taken back. Play \(seen) again.")
    }
}
