import GameRules
import MessageProtocol
import Values

// Moves that are sealed for longer than a round. Until such a move is revealed, the rules know only
// that its seat has made a move. The owner's device may know the move. Another move can request
// reveals. That move waits until all seats have made their reveals. Moves that are still sealed
// after the match is over can be disclosed then.
extension MatchRules {
    /// Plays a move as a sealed move even if this device knows it, because its draws can't be known
    /// yet.
    func hideDrawing(seat: Int) throws(GameError) {
        try match.sealedMoves.seal(seat: seat)
        position.noteHidden(seat: seat, in: match)
        if match.enteredInRound == 0 { position.sealed = CommittedRound() }
    }

    /// Records the last move of this device's seat as a sealed move, if the draft will seal it for
    /// longer than a round.
    func noteDrafted(_ seat: Int) throws(GameError) {
        guard isDrafting, !match.script.sealing.isEmpty, let entry = try match.lastEntry(of: seat, for: seat),
            hides(entry)
        else { return }
        position.noteHidden(seat: seat, in: match)
    }

    // MARK: Moves that request reveals

    /// Returns whether a move requests the reveal of sealed moves. These may be moves of other seats
    /// or of its own seat. A move that requests reveals waits.
    private func opensSealed(_ move: LoggedMove, seat: Int) throws(GameError) -> Bool {
        guard !match.script.opening.isEmpty, !openable.isEmpty else { return false }
        return try match.sealedMoves.opens(move, seat: seat)
    }

    /// The seats that owe a reveal if a move requests reveals. A seat that has left reveals
    /// nothing.
    private var openable: Set<Int> { position.hidden.seats.subtracting((try? match.status.gone) ?? []) }

    /// Makes a move wait for the reveals that it requests. An entry of a round doesn't wait: the
    /// rules reject an entry that depends on unknown moves.
    ///
    /// - Returns: The entry of the move; nil if the move needn't wait.
    func awaitOpenings(_ move: LoggedMove, seat: Int) throws(GameError) -> LogEntry? {
        guard !position.hidden.all.isEmpty, try !match.rules.turnStatus.isRound, try opensSealed(move, seat: seat)
        else { return nil }
        // other seats reveal their moves because of this move, so it must be a listed move, and not
        // a typed one
        guard case .index(let index) = move,
            try match.legalMoves(for: seat).contains(where: { $0.index == index && $0.typed == nil }),
            try match.sealedMoves.canTry(index: index, seat: seat)
        else { throw .rejected(Rejection(code: "illegal_move", message: "That can't be played now.")) }
        var wait = OpeningWait(seats: openable, isDrawKnown: true)
        let place = position.draws?.place(of: seat) ?? .setup
        if var book = position.draws {
            book.choose(isForced: try match.rules.hasOneChoice(seat))
            wait.isDrawKnown = book.isKnownAtOnce
            // the draws of a sealed move without a link, such as the mover's own move, come from the
            // next link of another seat
            let lacksLink = position.hidden.all.contains { $0.link == nil && openable.contains($0.seat) }
            if lacksLink, !book.isAlone {
                book.await(ply: seat)
                wait.isDrawKnown = true
            }
            position.draws = book
        }
        let entry = LogEntry(seat: seat, choice: .move(move))
        position.waiting.begin(with: .move(move, seat: seat, at: place), number: number, as: entry)
        position.waiting.opening = wait
        return entry
    }

    /// Makes the waiting move void, because a seat that owes a reveal leaves. The entries of a round
    /// become void in the same way. Seats that left during the wait leave the match now.
    func voidOpener() throws(ReplayFailure) {
        let left = position.waiting.all
        position.waiting = WaitingPlies()
        position.draws?.goOn()
        for case (.leave(let seat, let why), let number) in left {
            try attempt { () throws(GameError) in
                guard try match.status.outcome == nil else { return }
                try match.leave(seat: seat, why: why)
            }
            position.notePlace(number, in: match)
        }
    }

    func reveal(_ moves: [RevealedMove], seat: Int) throws(ReplayFailure) {
        guard opening?.seats.contains(seat) == true else { throw .refused("nothing of this seat is to be opened here") }
        do throws(RevealFault) {
            try position.open(moves, of: seat, in: match)
        } catch {
            if case .failed(let error) = error.reason { throw Self.failure(error) }
            throw .refused("what was sealed can't have been played: \(error.sentence)")
        }
        position.hidden.removeAll(of: seat)
        position.waiting.opening?.seats.remove(seat)
        position.waiting.opening?.opened += 1
        try goOn()
    }

    // MARK: After the match

    func disclose(_ disclosure: Disclosure, seat: Int) throws(ReplayFailure) {
        let moves = disclosure.opened(of: seat, in: position.played.all[...], of: identity) ?? []
        do throws(GameError) {
            try position.disclose(moves, of: seat, in: match)
        } catch {
            throw Self.failure(error)
        }
    }

    // MARK: Knowledge of this device

    /// Tells the rules the sealed moves of this device's own seat. See `RulesPosition.learn`.
    func learn() { position.learn(secrets, in: match) }
}

extension MatchRules {
    /// Returns whether a move stays sealed in messages for longer than a round.
    func hides(_ entry: LogEntry) -> Bool {
        switch entry.secrecy {
        case .match, .move: true
        case .round: false
        case nil: entry.choice == .sealed
        }
    }

    /// The status of the match. A seat that has sealed its entry of a round has moved. After all
    /// have entered, the turn is with the seats that owe reveals.
    var status: MatchStatus {
        get throws(GameError) {
            var status = try match.status
            if owedWitness != nil { return status }
            if let opening {
                (status.turn, status.isRound) = (opening.seats.sorted(), true)
                return status
            }
            status.turn =
                position.sealed.standing(
                    ReplayPosition(seats: status.turn, isRound: status.isRound, isUnderWay: match.enteredInRound > 0)
                ).seats
            return status
        }
    }
}
