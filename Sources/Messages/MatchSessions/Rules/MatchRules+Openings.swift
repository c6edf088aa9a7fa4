import GameRules
import MessageProtocol
import Values

// What is sealed for longer than a round. The rules know of such a move only that its seat made it, until it is opened: by a move
// that opens what was sealed, which waits until all have told theirs, or behind the end. Its owner's device may know more.
extension MatchRules {
    /// A seat has sealed a move, and the rules have heard of it.
    func noteHidden(seat: Int) {
        let isInRound = match.enteredInRound > 0
        let link = draws.flatMap { $0.isQuick ? $0.latestLink(of: seat) : nil }
        hidden.add(number, of: seat, inRound: isInRound, link: link)
        notePlace(number)
    }

    /// A move is hidden here, too, since what it draws can't be known yet.
    func hideDrawing(seat: Int) throws(GameError) {
        try match.seal(seat: seat)
        noteHidden(seat: seat)
        if match.enteredInRound == 0 { sealed = CommittedRound() }
    }

    /// A move of this device's seat was played that is sealed afterwards, if it is one of those.
    func noteDrafted(_ seat: Int) throws(GameError) {
        guard isDrafting, !match.script.sealing.isEmpty, let entry = try match.lastEntry(of: seat, for: seat),
            hides(entry)
        else { return }
        noteHidden(seat: seat)
    }

    // MARK: Moves that open

    /// Does a move open what others, or its own seat, have sealed? Then it waits for that.
    private func opensSealed(_ move: LoggedMove, seat: Int) throws(GameError) -> Bool {
        guard !match.script.opening.isEmpty, !openable.isEmpty else { return false }
        return try match.opens(move, seat: seat)
    }

    /// Seats whose seals a move opens that does: nobody opens those of a seat that has left.
    private var openable: Set<Int> { hidden.seats.subtracting((try? match.status.gone) ?? []) }

    /// Makes a move wait until all is opened that it opens. An entry of a round doesn't: the rules refuse one that opens what isn't known.
    ///
    /// - Returns: Its entry; nil for a move that needn't wait.
    func awaitOpenings(_ move: LoggedMove, seat: Int) throws(GameError) -> LogEntry? {
        guard !hidden.all.isEmpty, try !match.turnStatus.isRound, try opensSealed(move, seat: seat) else { return nil }
        // others open what they have sealed for it, so that it has to be one that the rules list there, and nothing typed
        guard case .index(let index) = move,
            try match.legalMoves(for: seat).contains(where: { $0.index == index && $0.typed == nil })
        else { throw .rejected(Rejection(code: "illegal_move", message: "That can't be played now.")) }
        var wait = OpeningWait(seats: openable, isDrawKnown: true)
        let place = draws?.place(of: seat) ?? .setup
        if var book = draws {
            book.choose(isForced: try match.hasOneChoice(seat))
            wait.isDrawKnown = book.isKnownAtOnce
            // what the mover itself has sealed draws by a link that nobody opened behind it
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

    /// A seat leaves that owed its opening: the move that waits for it is void, as the entries of a round are. Who left before leaves now.
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

    /// Tells the rules what the moves were that a seat has sealed and not opened yet, as far as they don't know it.
    ///
    /// - Parameter isLate: Do they draw without a link where none has come by now?
    private func open(_ moves: [RevealedMove], of seat: Int, isLate: Bool = true) throws(RevealFault) {
        var (opened, keys): ([Int: LoggedMove], [Int: [UInt8]]) = ([:], [:])
        for (entry, move) in zip(hidden.of(seat), moves) {
            // a round that became void has taken its entries along
            guard let index = places.firstIndex(of: entry.number), match.log.indices.contains(index),
                match.log[index].choice == .sealed
            else { continue }
            opened[index + 1] = move.move
            guard isLate || entry.link != nil else { continue }
            keys[index + 1] = draws?.secretKey(of: seat, salt: move.salt, link: entry.link)
        }
        if opened.isEmpty { return }
        do throws(GameError) {
            try match.take(keys)
        } catch {
            throw RevealFault(ply: 0, seat: seat, reason: .failed(error))
        }
        try match.open(opened)
        drawsPlayed += keys.count
    }

    // MARK: Behind the end

    func disclose(_ disclosure: Disclosure, seat: Int) throws(ReplayFailure) {
        let moves = disclosure.opened(of: seat, in: (plies + trail)[...], of: identity) ?? []
        do {
            try open(moves, of: seat)
        } catch {
            // to play by other rules makes nothing illegal: it is said beside the result
            if case .failed(let error) = error.reason { throw Self.failure(error) }
            let ply = places.indices.contains(error.ply - 1) ? places[error.ply - 1] : error.ply
            faults.append(Audit.Fault(seat: error.seat, ply: ply, reason: String(error.sentence.dropLast())))
        }
    }

    // MARK: What this device knows

    /// Tells the rules what this device's own seat has sealed, as far as it can be known by now: what draws is known once another
    /// seat has opened a link.
    func learn() {
        guard draws != nil, !secrets.isEmpty, !isAmidPly else { return }
        // nothing else decides what can be known: a ply that changes none of these is no reason to play the log again
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
            // the last ones may draw by links that aren't there yet
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
    /// Does a move stay sealed in messages for longer than a round?
    func hides(_ entry: LogEntry) -> Bool {
        switch entry.secrecy {
        case .match, .move: true
        case .round: false
        case nil: entry.choice == .sealed
        }
    }

    /// Where the match stands. Who has sealed an entry of the round has moved; once all have, those who sealed are to open.
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
