import GameRules
import MessageProtocol

// The moves and acts that a person can choose from now.
extension SessionReader {
    /// Returns the legal moves of the own seat, or of the free seat that could be taken. Empty
    /// while there is a draft, unless the seat is to move again after the draft. If the seat can
    /// only send plies that it owes without a choice, the result is one choice that stands for
    /// these plies.
    public func legalMoves() throws(SessionError) -> [Move] {
        if hasOnlyToAnswer() { return [.answer] }
        guard session.draft == nil || goesOnBehindDraft(), let seat = session.draft?.seat ?? seatToMove()
        else { return [] }
        let log = shown()
        let standing = try standing(at: log)
        guard !standing.isOpening, !standing.isWitness, standing.seats.contains(seat) else { return [] }
        let lost = try lostEntry(of: seat, at: log)
        let chosen = lost ?? session.sent.moveSeen(behind: session.draft?.moves.count ?? 0, on: session.signedLog.head)
        return try look(at: log) { match throws(GameError) in
            let moves = try match.legalMoves(for: seat)
            guard let chosen else { return session.owesResignation ? [] : moves }
            return moves.filter { $0.text == chosen }  // no other move may be signed
        }
    }

    /// Returns the seat for which this participant would move: the participant's own seat or, in a
    /// match for two, the free seat. Nil while other people must take free seats first.
    public func seatToMove() -> Int? {
        let roster = session.signedLog.roster
        let open = (1...session.signedLog.log.seats).filter { roster[$0] == nil }
        if let seat = session.seat {
            // all seats of a round must be taken first, because its entries are together in the log
            let mayBegin =
                session.signedLog.log.seats == 2 && !session.signedLog.match.isChained
                && (try? status(at: shown()).isRound) != true
            return open.isEmpty || mayBegin ? seat : nil
        }
        return session.signedLog.log.seats == 2 ? open.first : nil
    }

    /// Returns the script's texts that ask the person for moves, by the names of the moves. The texts
    /// are for moves among ``legalMoves()``.
    public func prompts(own token: DisplayName? = nil) throws(SessionError) -> [String: String] {
        guard let seat = session.draft?.seat ?? seatToMove() else { return [:] }
        if hasOnlyToAnswer() { return [Move.answer.name: "Answer, or open what you have sealed"] }
        let log = shown()
        let names = SeatNames(of: log, own: token, seat: seat)
        return try look(at: log) { match throws(GameError) in
            try match.views.prompts(for: seat, names: names)
        }
    }

    /// Returns whether there is a draft of moves after which the draft's seat is to move again. The
    /// next move then goes into the same message.
    public func goesOnBehindDraft() -> Bool {
        guard let draft = session.draft, !draft.moves.isEmpty || draft.isAnswer, draft.bet == nil,
            !session.draftIsStale,
            let standing = try? standing(at: draft.signedLog)
        else { return false }
        return !standing.isOver && !standing.isOpening && !standing.isWitness && (!standing.isRound || draft.isAnswer)
            && standing.seats.contains(draft.seat)
    }

    /// Returns whether a person can only send the plies that their seat owes without a choice,
    /// whether or not these plies are drafted.
    public func hasOnlyToAnswer() -> Bool {
        guard let seat = session.seat else { return false }
        let isDrafted = session.draft != nil && !session.draftIsStale
        guard isDrafted ? session.draft?.isAnswer == true : ahead() != nil,
            let standing = try? standing(at: shown())
        else { return false }
        return standing.isOver || standing.isOpening || standing.isWitness || !standing.seats.contains(seat)
    }

    /// Returns whether the participant can take the free seat of a match for two, and must take it
    /// before anybody moves. False while there is a current draft.
    public func mayJoin() -> Bool {
        guard session.draft == nil || session.draftIsStale, session.seat == nil, session.signedLog.log.seats == 2,
            !session.signedLog.roster.isComplete,
            let status = try? status(at: session.signedLog), status.outcome == nil
        else { return false }
        // a round begins only after both seats are taken, and a seat that isn't to move in that round
        // can't be taken by an entry
        let isLeftOut = status.isRound && seatToMove().map(status.turn.contains) == false
        guard session.signedLog.match.isChained || isLeftOut else { return false }
        return !session.signedLog.log.plies.contains { $0.action == .resign }
    }

    /// Returns the free seats of the match as it is shown; nil if somebody can move.
    ///
    /// - Throws: ``SessionError``.
    public func opening() throws(SessionError) -> FreeSeats? {
        guard !session.shown.roster.isComplete else { return nil }
        return opening(at: session.shown, try status(at: shown()))
    }

    /// Returns the free seats at a log of the match; nil if somebody can move. In a match for two a
    /// move takes the free seat, but a round or a random draw needs both seats taken first.
    ///
    /// - Parameter status: The status at that log.
    package func opening(at signedLog: SignedLog, _ status: MatchStatus) -> FreeSeats? {
        let (log, roster) = (signedLog.log, signedLog.roster)
        let free = (1...log.seats).filter { roster[$0] == nil }
        guard !free.isEmpty else { return nil }
        let isGroup = log.seats > 2
        guard status.outcome == nil, isGroup || status.isRound || signedLog.match.isChained else { return nil }
        // a request of our own counts only while its draft or message exists
        let urls = [session.draft?.url, session.url].compactMap(\.self)
        let own = urls.lazy.compactMap { try? rules.envelope(from: $0).join }.first {
            $0.entry.key == session.publicKey
        }
        let joins = session.joins.filter { $0.entry.key != session.publicKey || $0 == own }
        return FreeSeats(
            free: free, asking: free.compactMap { seat in joins.first { $0.seat == seat } }, own: own?.seat,
            starter: isGroup ? session.signedLog.match.setup.inviterSeat : nil)
    }
}
