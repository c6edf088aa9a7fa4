import GameRules
import MessageWire
import Values

// Draws of a match between devices: what can't be known yet waits here, and the rules stand in front of it.
extension MatchRules {
    /// The seat that has to witness a draw now.
    var owedWitness: Int? { draws?.owed }

    func reach(_ ply: Ply) throws(ReplayFailure) {
        isAmidPly = true
        draws?.reach(ply)
        switch ply.action {
        case .join, .start: try goOn()
        case .move, .seal, .hide, .open, .witness, .resign, .claim, .close: break
        }
    }

    func witness(seat: Int) throws(ReplayFailure) {
        guard draws?.isWaiting == true else { throw .refused("nothing is to be witnessed here") }
        try goOn()
    }

    /// Plays a move where its draws may have to wait. Its ply was reached.
    ///
    /// - Returns: The entry, where it waits.
    func playDrawing(
        seat: Int, _ move: () throws(GameError) -> Match.Played
    ) throws(GameError) -> LogEntry? {
        guard var book = draws else {
            _ = try move()
            notePlace(number)
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
            if !isRound, try match.lastDraw() == ply { book.noteDraw(of: seat) }
            draws = book
            return nil
        case .waits(let entry):
            guard case .move(let logged) = entry.choice else { return nil }
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
    private func roundPlaces(_ book: DrawBook, last: Int) -> [DrawBook.Place] {
        let entered = match.log.suffix(match.enteredInRound).map(\.seat)
        return (entered + [last]).sorted().map { book.place(of: $0) }
    }

    /// The keys of the next plies.
    private func keys(_ book: DrawBook, at places: [DrawBook.Place]) -> [Int: [UInt8]] {
        Dictionary(uniqueKeysWithValues: zip((match.pliesPlayed + 1)..., places).map { ($0, book.key(at: $1)) })
    }

    /// A seat leaves while something waits.
    func leaveWaiting(seat: Int, why: Leaving) throws(ReplayFailure) {
        draws?.leave(seat)
        waiting.append(.leave(seat: seat, why))
        waitingPlaces.append(number)
        try goOn()
    }

    /// Plays what waited, once nobody owes a witness any more.
    func goOn() throws(ReplayFailure) {
        guard let book = draws, book.owed == nil, book.isWaiting || match.awaitsSetup && book.isAlone else { return }
        draws?.goOn()
        try attempt { () throws(GameError) in
            if match.awaitsSetup { try match.take([0: book.key(at: .setup)]) }
            for (ply, number) in zip(waiting, waitingPlaces) {
                switch ply {
                case .leave(let seat, let why):
                    // what was drawn may have ended the match: who left then left behind its end
                    guard try match.status.outcome == nil else { continue }
                    try match.leave(seat: seat, why: why)
                case .lastEntry(let move, let seat, let places):
                    try match.take(keys(book, at: places))
                    _ = try match.playOrWait(move, seat: seat)
                case .move(let move, let seat, let place):
                    try match.take([match.pliesPlayed + 1: book.key(at: place)])
                    _ = try match.playOrWait(move, seat: seat)
                    draws?.noteDraw(of: seat)
                }
                notePlace(number)
            }
        }
        (waiting, waitingEntry, waitingPlaces) = ([], nil, [])
    }
}
