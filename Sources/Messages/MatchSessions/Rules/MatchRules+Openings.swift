import GameRules
import MessageProtocol
import Values

// Moves that are sealed for longer than a round. Until such a move is revealed, the rules know only
// that its seat made it. The owner's device may know more. Another move can request reveals and
// waits until all seats have made theirs. Moves that are still sealed after the match is over can
// be disclosed then.
extension MatchRules {
    /// Records a sealed move of a seat, which the rules have played.
    func noteHidden(seat: Int) {
        let isInRound = match.enteredInRound > 0
        let link = draws.flatMap { $0.isQuick ? $0.latestLink(of: seat) : nil }
        hidden.add(number, of: seat, inRound: isInRound, link: link)
        notePlace(number)
    }

    /// Seals a move also on this device, because its draws can't be known yet.
    func hideDrawing(seat: Int) throws(GameError) {
        try match.sealedMoves.seal(seat: seat)
        noteHidden(seat: seat)
        if match.enteredInRound == 0 { sealed = CommittedRound() }
    }

    /// Records a move of this device's seat that was played and will be sealed, if it is such a
    /// move.
    func noteDrafted(_ seat: Int) throws(GameError) {
        guard isDrafting, !match.script.sealing.isEmpty, let entry = try match.lastEntry(of: seat, for: seat),
            hides(entry)
        else { return }
        noteHidden(seat: seat)
    }

    // MARK: Moves that request reveals

    /// Returns whether a move requests the reveal of sealed moves, of others or of its own seat.
    /// Such a move waits.
    private func opensSealed(_ move: LoggedMove, seat: Int) throws(GameError) -> Bool {
        guard !match.script.opening.isEmpty, !openable.isEmpty else { return false }
        return try match.sealedMoves.opens(move, seat: seat)
    }

    /// The seats that owe a reveal if a move requests them. A seat that has left reveals nothing.
    private var openable: Set<Int> { hidden.seats.subtracting((try? match.status.gone) ?? []) }

    /// Makes a move wait for the reveals that it requests. An entry of a round doesn't wait: the
    /// rules reject an entry that depends on unknown moves.
    ///
    /// - Returns: The entry of the move; nil if the move needn't wait.
    func awaitOpenings(_ move: LoggedMove, seat: Int) throws(GameError) -> LogEntry? {
        guard !hidden.all.isEmpty, try !match.rules.turnStatus.isRound, try opensSealed(move, seat: seat) else {
            return nil
        }
        // other seats reveal their moves for it, so it must be a listed move, and not a typed one
        guard case .index(let index) = move,
            try match.legalMoves(for: seat).contains(where: { $0.index == index && $0.typed == nil })
        else { throw .rejected(Rejection(code: "illegal_move", message: "That can't be played now.")) }
        var wait = OpeningWait(seats: openable, isDrawKnown: true)
        let place = draws?.place(of: seat) ?? .setup
        if var book = draws {
            book.choose(isForced: try match.rules.hasOneChoice(seat))
            wait.isDrawKnown = book.isKnownAtOnce
            // a sealed move without a link, such as the mover's own, draws by the next link of
            // another seat
            let lacksLink = hidden.all.contains { $0.link == nil && openable.contains($0.seat) }
            if lacksLink, !book.isAlone {
                book.await(ply: seat)
                wait.isDrawKnown = true
            }
            draws = book
        }
        waiting = [.move(move, seat: seat, at: place)]
        let entry = LogEntry(seat: seat, choice: .move(move))
        (waitingEntry, waitingPlaces, opening) = (entry, [number], wait)
        return entry
    }

    /// Voids the move that waits for the reveal of a leaving seat, like the entries of a round.
    /// Seats that left during the wait leave the match now.
    func voidOpener() throws(ReplayFailure) {
        let left = zip(waiting, waitingPlaces)
        (waiting, waitingEntry, waitingPlaces, opening) = ([], nil, [], nil)
        draws?.goOn()
        for case (.leave(let seat, let why), let number) in left {
            try attempt { () throws(GameError) in
                guard try match.status.outcome == nil else { return }
                try match.leave(seat: seat, why: why)
            }
            notePlace(number)
        }
    }

    func reveal(_ moves: [RevealedMove], seat: Int) throws(ReplayFailure) {
        guard opening?.seats.contains(seat) == true else { throw .refused("nothing of this seat is to be opened here") }
        do throws(RevealFault) {
            try open(moves, of: seat)
        } catch {
            if case .failed(let error) = error.reason { throw Self.failure(error) }
            throw .refused("what was sealed can't have been played: \(error.sentence)")
        }
        hidden.removeAll(of: seat)
        opening?.seats.remove(seat)
        opening?.opened += 1
        try goOn()
    }

    /// Tells the rules the moves that a seat has sealed and not revealed, as far as they don't know
    /// them.
    ///
    /// - Parameter isLate: Whether a move draws without a link if none has come yet.
    private func open(_ moves: [RevealedMove], of seat: Int, isLate: Bool = true) throws(RevealFault) {
        var (opened, keys): ([Int: LoggedMove], [Int: [UInt8]]) = ([:], [:])
        for (entry, move) in zip(hidden.of(seat), moves) {
            // the entries of a round that became void are gone
            guard let index = places.firstIndex(of: entry.number), match.log.indices.contains(index),
                match.log[index].choice == .sealed
            else { continue }
            opened[index + 1] = move.move
            guard isLate || entry.link != nil else { continue }
            keys[index + 1] = draws?.secretKey(of: seat, salt: move.salt, link: entry.link)
        }
        if opened.isEmpty { return }
        do throws(GameError) {
            try match.rules.take(keys)
        } catch {
            throw RevealFault(ply: 0, seat: seat, reason: .failed(error))
        }
        try match.sealedMoves.open(opened)
        drawsPlayed += keys.count
    }

    // MARK: After the match

    func disclose(_ disclosure: Disclosure, seat: Int) throws(ReplayFailure) {
        let moves = disclosure.opened(of: seat, in: (plies + trail)[...], of: identity) ?? []
        do {
            try open(moves, of: seat)
        } catch {
            // a move against the rules makes nothing illegal: it is reported beside the result
            if case .failed(let error) = error.reason { throw Self.failure(error) }
            let ply = places.indices.contains(error.ply - 1) ? places[error.ply - 1] : error.ply
            faults.append(Audit.Fault(seat: error.seat, ply: ply, reason: String(error.sentence.dropLast())))
        }
    }

    // MARK: Knowledge of this device

    /// Tells the rules the sealed moves of this device's own seat, as far as they can be known. A
    /// move with draws is known after another seat has revealed a link.
    func learn() {
        guard draws != nil, !secrets.isEmpty, !isAmidPly else { return }
        // only these decide what can be known: if a ply changes none of them, the log isn't played
        // again
        let now = Learnt(
            secrets: secrets.count, hidden: hidden.all.count, linked: hidden.all.count { $0.link != nil })
        guard learnt != now else { return }
        learnt = now
        let plies = plies + trail
        for seat in hidden.seats {
            var known: [(link: Link?, move: RevealedMove)] = []
            for entry in hidden.of(seat) {
                guard plies.indices.contains(entry.number - 1),
                    let move = plies[entry.number - 1].hidden.flatMap({ secrets[$0] })
                else { break }
                known.append((entry.link, move))
            }
            // the last moves may draw by links that aren't there yet
            for count in Set([known.count, known.prefix { $0.link != nil }.count]).sorted(by: >) where count > 0 {
                do {
                    try open(known.prefix(count).map(\.move), of: seat, isLate: false)
                    break
                } catch {
                    continue
                }
            }
        }
    }
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
                sealed.standing(
                    Standing(seats: status.turn, isRound: status.isRound, isUnderWay: match.enteredInRound > 0)
                ).seats
            return status
        }
    }
}
