import GameRules
import MessageProtocol
import Values

// Draws of a match between devices: what can't be known yet waits here, and the rules stand in front of it.
extension MatchRules {
    /// The seat that has to witness a draw now.
    var owedWitness: Int? { draws?.owed }

    func reach(_ ply: Ply) throws(ReplayFailure) {
        noteRound(startingWith: ply)
        (isAmidPly, mover) = (true, ply.seat)
        hidden.reach(ply, isRoundUnderWay: isRoundUnderWay)
        draws?.reach(ply)
        if ply.action.traits.contains(.seating) { try goOn() }
    }

    func witness(seat: Int) throws(ReplayFailure) {
        guard draws?.isWaiting == true else { throw .refused("nothing is to be witnessed here") }
        try goOn()
    }

    /// Plays a move where its draws may have to wait. Its ply was reached.
    ///
    /// - Parameter logged: Which move it is, where it may open what was sealed.
    /// - Returns: The entry, where it waits.
    func playDrawing(
        seat: Int, as logged: LoggedMove?, _ move: () throws(GameError) -> Match.Played
    ) throws(GameError) -> LogEntry? {
        guard opening == nil else { throw .request("What was sealed is to be opened first.") }
        if let logged, let entry = try awaitOpenings(logged, seat: seat) { return entry }
        guard var book = draws else {
            _ = try move()
            notePlace(number)
            try noteDrafted(seat)
            return nil
        }
        let isRound = try match.turnStatus.isRound
        let place = book.place(of: seat)
        let ply = match.pliesPlayed + 1
        match.dropKeys(from: ply)  // of what was refused here
        if isRound {
            if book.isRoundKnownAtOnce { try match.take(keys(book, at: roundPlaces(book, last: seat))) }
        } else {
            book.choose(isForced: try match.hasOneChoice(seat))
            if book.isKnownAtOnce { try match.take([ply: book.key(at: place)]) }
        }
        switch try move() {
        case .stands:
            notePlace(number)
            if try match.lastDraw() >= ply { drawsPlayed += 1 }
            if !isRound, try match.lastDraw() == ply { book.noteDraw(of: seat) }
            draws = book
            try noteDrafted(seat)
            return isDrafting ? match.hideLastMove(of: seat) : nil
        case .waits(let entry):
            guard case .move(let logged) = entry.choice else { return nil }
            if try match.seals(logged, seat: seat) {
                guard isDrafting else { throw .request("What a move draws in secret is told by a sealed move.") }
                draws = book
                try hideDrawing(seat: seat)
                return entry
            }
            if isRound {
                book.awaitRound()
                waiting = [.lastEntry(logged, seat: seat, at: roundPlaces(book, last: seat))]
            } else {
                book.await(ply: seat)
                waiting = [.move(logged, seat: seat, at: place)]
            }
            (draws, waitingEntry, waitingPlaces) = (book, entry, [number])
            return entry
        }
    }

    /// Where the entries of a round draw, which `last` completes: they are played in the order of the seats.
    private func roundPlaces(_ book: RandomDrawLedger, last: Int) -> [RandomDrawLedger.Place] {
        let entered = match.log.suffix(match.enteredInRound).map(\.seat)
        return (entered + [last]).sorted().map { book.place(of: $0) }
    }

    /// The keys of the next plies.
    private func keys(_ book: RandomDrawLedger, at places: [RandomDrawLedger.Place]) -> [Int: [UInt8]] {
        Dictionary(uniqueKeysWithValues: zip((match.pliesPlayed + 1)..., places).map { ($0, book.key(at: $1)) })
    }

    /// A seat leaves while something waits.
    func leaveWaiting(seat: Int, why: Leaving) throws(ReplayFailure) {
        draws?.leave(seat)
        waiting.append(.leave(seat: seat, why))
        waitingPlaces.append(number)
        try goOn()
    }

    /// Plays what waited, once nobody owes a witness any more, and nothing is to be opened.
    func goOn() throws(ReplayFailure) {
        if let book = draws {
            guard book.owed == nil else { return }
            guard book.isWaiting || opening != nil || match.awaitsSetup && book.isAlone else { return }
            draws?.goOn()
        }
        if let opening, !opening.seats.isEmpty { return }
        let waits = try attempt { () throws(GameError) in
            if match.awaitsSetup, let book = draws { try match.take([0: book.key(at: .setup)]) }
            for (ply, number) in zip(waiting, waitingPlaces) {
                if try play(ply, number) { return true }
            }
            return false
        }
        opening = nil
        if waits { return }
        (waiting, waitingEntry, waitingPlaces) = ([], nil, [])
    }

    /// - Returns: Does it go on waiting, for what it draws?
    private func play(_ ply: WaitingPly, _ number: Int) throws(GameError) -> Bool {
        switch ply {
        case .leave(let seat, let why):
            // what was drawn may have ended the match: who left then left behind its end
            guard try match.status.outcome == nil else { return false }
            try match.leave(seat: seat, why: why)
        case .lastEntry(let move, let seat, let places):
            if let book = draws { try match.take(keys(book, at: places)) }
            _ = try match.playOrWait(move, seat: seat)
            drawsPlayed += 1
        case .move(let move, let seat, let place):
            let number = match.pliesPlayed + 1
            if opening?.isDrawKnown != false, let book = draws { try match.take([number: book.key(at: place)]) }
            do throws(GameError) {
                if case .waits = try match.playOrWait(move, seat: seat) {
                    draws?.await(ply: seat)
                    return true
                }
            } catch {
                // one that the script refuses by what was sealed is void: nobody's opening is to blame
                guard opening != nil, case .rejected = error else { throw error }
                return false
            }
            let lastDraw = opening == nil ? number : try match.lastDraw()
            if lastDraw == number, draws != nil {
                draws?.noteDraw(of: seat)
                drawsPlayed += 1
            }
        }
        notePlace(number)
        return false
    }
}

/// What waits for a draw to be known, in the order of the log: the rules hear of it then.
enum WaitingPly {
    /// A move of one seat.
    case move(LoggedMove, seat: Int, at: RandomDrawLedger.Place)
    /// The last entry of a round, with which all of them are played, and where each draws, in the order of the seats.
    case lastEntry(LoggedMove, seat: Int, at: [RandomDrawLedger.Place])
    /// A seat that left meanwhile.
    case leave(seat: Int, Leaving)
}
