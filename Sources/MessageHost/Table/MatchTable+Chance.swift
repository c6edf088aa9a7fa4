import GameRules
import MessageWire

// What a draft has drawn by chance was seen, and so was what it opened that others had sealed. It isn't sent yet, but taking it back for
// another choice would be peeking.
extension MatchTable {
    /// Moves of a draft, from its first one on, that stand whatever its person wants now.
    package struct SeenMoves: Hashable {
        /// How many: up to the last one that drew by chance, or opened what was sealed.
        package let count: Int
        /// Is it for what it opened that the last of them stands?
        package let opened: Bool

        package static let none = SeenMoves(count: 0, opened: false)
    }

    /// Moves of a draft that was taken back, up to the last one that was seen: they are played again before anything else.
    struct TakenBack: Hashable {
        /// The head that they were played on.
        let base: Head
        let moves: [String]
        /// See ``SeenMoves/opened``.
        let opened: Bool
    }

    /// How many moves of a draft stand whatever its person wants now. What waits has shown nothing yet.
    ///
    /// - Throws: ``TableError`` if the script fails.
    package func movesSeen(inDraftOf id: MatchID) throws(TableError) -> SeenMoves {
        guard let record = records[id], let draft = record.draft, !draft.moves.isEmpty, !record.draftIsStale else {
            return .none
        }
        let rules = try rules(at: draft.signedLog)
        let drew = try saying(TableError.game) { () throws(GameError) in try rules.match.lastDraw() }
        let opened = try saying(TableError.game) { () throws(GameError) in
            try rules.match.lastOpening()
        }
        func moves(to ply: Int) -> Int {
            guard ply > 0, let place = rules.place(of: ply) else { return 0 }
            // an answer that the device gave by itself stands as long as the move in front of it
            return draft.places.count { $0 <= place }
        }
        let (drawn, seen) = (moves(to: drew), moves(to: opened))
        return SeenMoves(count: max(drawn, seen), opened: seen > drawn)
    }

    /// Notes what a draft showed that is about to be taken back.
    func noteSeen(ofDraftIn id: MatchID) {
        guard let draft = records[id]?.draft, let seen = try? movesSeen(inDraftOf: id), seen.count > 0 else { return }
        takenBack[id] = TakenBack(
            base: draft.base, moves: Array(draft.moves.prefix(seen.count)), opened: seen.opened)
    }

    /// The move that comes next behind so many that are drafted, where what it shows was seen before; nil for any.
    func moveSeen(behind count: Int, in record: MatchRecord) -> String? {
        guard let seen = takenBack[record.id], seen.base == record.signedLog.head, count < seen.moves.count else {
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

    /// Refuses another move than the one of which was seen what it shows.
    func checkStandsBySeen(_ move: String, behind count: Int, in record: MatchRecord) throws(TableError) {
        guard let seen = moveSeen(behind: count, in: record), seen != move else { return }
        if takenBack[record.id]?.opened == true {
            throw .request(
                "You have played \(seen) here, and what was sealed has been seen: that can't be taken back. Play \(seen) again."
            )
        }
        throw .request(
            "You have played \(seen) here, and seen what it drew: a draw can't be taken back. Play \(seen) again.")
    }
}
