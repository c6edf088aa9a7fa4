import GameRules
import MessageProtocol
import Values

// Random draws of a match between devices. A ply whose draws aren't known yet waits here, and the
// match stays at the position before that ply.
extension MatchRules {
    /// The seat that owes a witness ply now; nil if none does.
    var owedWitness: Int? { position.draws?.owed }

    func reach(_ ply: Ply) throws(ReplayFailure) {
        noteRound(startingWith: ply)
        forget()
        position.mover = ply.seat
        position.hidden.reach(ply, isRoundUnderWay: isRoundUnderWay)
        position.draws?.reach(ply)
        if ply.action.traits.contains(.seating) { try goOn() }
    }

    func witness(seat: Int) throws(ReplayFailure) {
        guard position.draws?.isWaiting == true else { throw .refused("nothing is to be witnessed here") }
        try goOn()
    }

    /// Plays a move whose draws may have to wait. The move's ply must have been passed to `reach`
    /// before.
    ///
    /// - Parameter logged: The move, if it may request reveals.
    /// - Returns: The entry if the move waits. While a draft is made, the entry is also returned for
    ///   a move that the match hides.
    func playDrawing(
        seat: Int, as logged: LoggedMove?, _ move: () throws(GameError) -> MovePlayer.Played
    ) throws(GameError) -> LogEntry? {
        guard opening == nil else { throw .request(.mustOpenFirst) }
        if let logged, let entry = try awaitOpenings(logged, seat: seat) { return entry }
        guard var book = position.draws else {
            _ = try move()
            position.notePlace(number, in: match)
            try noteDrafted(seat)
            return nil
        }
        let isRound = try match.rules.turnStatus.isRound
        let place = book.place(of: seat)
        let ply = match.rules.log.plies + 1
        match.rules.dropKeys(from: ply)  // keys of a rejected ply
        if isRound {
            if book.isRoundKnownAtOnce { try match.rules.take(keys(book, at: roundPlaces(book, last: seat))) }
        } else {
            book.choose(isForced: try match.rules.hasOneChoice(seat))
            if book.isKnownAtOnce { try match.rules.take([ply: book.key(at: place)]) }
        }
        switch try move() {
        case .stands:
            position.notePlace(number, in: match)
            if try match.rules.lastDraw() >= ply { position.drawsPlayed += 1 }
            if !isRound, try match.rules.lastDraw() == ply { book.noteDraw(of: seat) }
            position.draws = book
            try noteDrafted(seat)
            return isDrafting ? match.sealedMoves.hideLastMove(of: seat) : nil
        case .waits(let entry):
            guard case .move(let logged) = entry.choice else { return nil }
            if try match.sealedMoves.seals(logged, seat: seat) {
                guard isDrafting else { throw .request(.secretDraw) }
                position.draws = book
                try hideDrawing(seat: seat)
                return entry
            }
            let ply: WaitingPly
            if isRound {
                book.awaitRound()
                ply = .lastEntry(logged, seat: seat, at: roundPlaces(book, last: seat))
            } else {
                book.await(ply: seat)
                ply = .move(logged, seat: seat, at: place)
            }
            position.draws = book
            position.waiting.begin(with: ply, number: number, as: entry)
            return entry
        }
    }

    /// Returns the places of the draws of a round that `last` completes. They are in seat order,
    /// because the entries are played in that order.
    private func roundPlaces(_ book: RandomDrawLedger, last: Int) -> [RandomDrawLedger.Place] {
        let entered = match.log.suffix(match.enteredInRound).map(\.seat)
        return (entered + [last]).sorted().map { book.place(of: $0) }
    }

    /// Returns the keys of the draws of the next plies.
    private func keys(_ book: RandomDrawLedger, at places: [RandomDrawLedger.Place]) -> [Int: [UInt8]] {
        Dictionary(uniqueKeysWithValues: zip((match.rules.log.plies + 1)..., places).map { ($0, book.key(at: $1)) })
    }

    /// Records that a seat leaves while plies wait.
    func leaveWaiting(seat: Int, why: LeaveReason) throws(ReplayFailure) {
        position.draws?.leave(seat)
        position.waiting.addLeaving(of: seat, why: why, number: number)
        try goOn()
    }

    /// Plays the waiting plies if no seat owes a witness ply or a reveal.
    func goOn() throws(ReplayFailure) {
        if let book = position.draws {
            guard book.owed == nil else { return }
            guard book.isWaiting || opening != nil || match.awaitsSetup && book.isAlone else { return }
            position.draws?.goOn()
        }
        if let opening, !opening.seats.isEmpty { return }
        let waits = try attempt { () throws(GameError) in
            if match.awaitsSetup, let book = position.draws { try match.rules.take([0: book.key(at: .setup)]) }
            for (ply, number) in position.waiting.all {
                if try play(ply, number) { return true }
            }
            return false
        }
        position.waiting.opening = nil
        if !waits { position.waiting.removeAll() }
    }

    /// - Returns: Whether the ply still waits, for its own draws.
    private func play(_ ply: WaitingPly, _ number: Int) throws(GameError) -> Bool {
        switch ply {
        case .leave(let seat, let why):
            // if the draw ended the match, the seat left after the match, and the rules don't play
            // this ply
            guard try match.status.outcome == nil else { return false }
            try match.leave(seat: seat, why: why)
        case .lastEntry(let move, let seat, let places):
            if let book = position.draws { try match.rules.take(keys(book, at: places)) }
            _ = try match.moves.playOrWait(move, seat: seat)
            position.drawsPlayed += 1
        case .move(let move, let seat, let place):
            let number = match.rules.log.plies + 1
            if opening?.isDrawKnown != false, let book = position.draws {
                try match.rules.take([number: book.key(at: place)])
            }
            do throws(GameError) {
                if case .waits = try match.moves.playOrWait(move, seat: seat) {
                    position.draws?.await(ply: seat)
                    return true
                }
            } catch {
                // if the script rejects the move because of the revealed moves, the move is void,
                // and the reveals stay legal
                guard opening != nil, case .rejected = error else { throw error }
                return false
            }
            let lastDraw = opening == nil ? number : try match.rules.lastDraw()
            if lastDraw == number, position.draws != nil {
                position.draws?.noteDraw(of: seat)
                position.drawsPlayed += 1
            }
        }
        position.notePlace(number, in: match)
        return false
    }
}
