import Conversations
import GameRules
import MessageWire
import Scenes
import Values

// What a match shows: to the person of this device, and to everybody in a bubble. The draft is shown if there is one.
extension MatchTable {
    /// Where a match stands, with the draft of this device if there is one.
    ///
    /// - Throws: ``TableError``.
    public func status(of id: MatchID) throws(TableError) -> MatchStatus {
        guard let record = records[id] else { throw .request("There is no such match.") }
        return try status(at: shown(record))
    }

    /// The legal moves of this device's seat, or of the open seat that it could take; none while a draft waits, unless the
    /// seat is to move again behind it. A seat that can do nothing but open what it has sealed has that for its one move.
    public func legalMoves(in id: MatchID) throws(TableError) -> [Move] {
        guard let record = records[id] else { return [] }
        if hasOnlyToAnswer(in: id) { return [.answer] }
        guard record.draft == nil || goesOn(behindDraftOf: record),
            let seat = record.draft?.seat ?? seatToMove(in: record)
        else { return [] }
        let log = shown(record)
        let standing = try standing(at: log)
        guard !standing.isOpening, !standing.isWitness, standing.seats.contains(seat) else { return [] }
        let lost = try lostEntry(of: seat, in: record, at: log)
        let chosen = lost ?? moveSeen(behind: record.draft?.moves.count ?? 0, in: record)
        return try look(at: id) { match throws(GameError) in
            let moves = try match.legalMoves(for: seat)
            guard let chosen else { return record.owesResignation ? [] : moves }
            return moves.filter { $0.text == chosen }  // what was signed once is all that may be signed again
        }
    }

    /// Is there a draft of moves behind which its own seat is to move again? Then the next move goes into the same message.
    package func goesOn(behindDraftOf record: MatchRecord) -> Bool {
        guard let draft = record.draft, !draft.moves.isEmpty || draft.isAnswer, draft.bet == nil, !record.draftIsStale
        else {
            return false
        }
        guard let standing = try? standing(at: draft.signedLog) else { return false }
        return !standing.isOver && !standing.isOpening && !standing.isWitness && (!standing.isRound || draft.isAnswer)
            && standing.seats.contains(draft.seat)
    }

    /// The seat that a move of this device would be of: its own, or in a match for two the one it could take. Nil while
    /// seats are open that others have to take first.
    package func seatToMove(in record: MatchRecord) -> Int? {
        let roster = record.signedLog.roster
        let open = (1...record.signedLog.log.seats).filter { roster[$0] == nil }
        if let seat = record.seat {
            let mayBegin =
                record.signedLog.log.seats == 2 && !record.signedLog.match.isChained && !beginsWithRound(record)
            return open.isEmpty || mayBegin ? seat : nil
        }
        return record.signedLog.log.seats == 2 ? open.first : nil
    }

    /// Where all move at once, they have to be there first: a round's entries stand together in the log.
    private func beginsWithRound(_ record: MatchRecord) -> Bool {
        (try? status(of: record.id).isRound) ?? false
    }

    /// What this device's person is asked to do: the script's texts for moves among ``legalMoves(in:)``, by the move's name.
    package func prompts(in id: MatchID, own token: DisplayToken? = nil) throws(TableError) -> [String: String] {
        guard let record = records[id], let seat = record.draft?.seat ?? seatToMove(in: record) else { return [:] }
        if hasOnlyToAnswer(in: id) { return [Move.answer.name: "Answer, or open what you have sealed"] }
        let names = SeatNames(of: shown(record), own: token, seat: seat)
        return try look(at: id) { match throws(GameError) in try match.prompts(for: seat, names: names) }
    }

    /// The seat whose view this device shows: its own, or the one that waits for its person; nil for who can only watch.
    ///
    /// - Throws: ``TableError``.
    package func seatShown(in id: MatchID) throws(TableError) -> Int? {
        guard let record = records[id] else { return nil }
        if let seat = record.seat { return seat }
        if let opening = try opening(of: id) { return opening.own ?? opening.wanting.first }
        return seatToMove(in: record)
    }

    /// Looks at the rules of a match as it is shown here. For authors.
    package func inspect<R>(_ id: MatchID, _ body: (Match) throws(GameError) -> R) throws(TableError) -> R {
        try look(at: id, body)
    }

    /// What a seat sees; nil for a spectator.
    public func view(of id: MatchID, seat: Int?) throws(TableError) -> Value {
        try look(at: id) { match throws(GameError) in try match.view(for: seat) }
    }

    /// The scene of this device's view, or nil where the script draws none.
    ///
    /// - Throws: ``TableError``; also for a scene that can't be read.
    public func scene(of id: MatchID, seat: Int?, style: PresentationStyle) throws(TableError) -> Scene? {
        try scene(of: id, seat: seat, style: style, own: nil)
    }

    /// The same on the device of who may be about to take the seat, and knows what they are called.
    package func scene(
        of id: MatchID, seat: Int?, style: PresentationStyle, own token: DisplayToken?
    ) throws(TableError) -> Scene? {
        guard let record = records[id] else { throw .request("There is no such match.") }
        return try scene(at: shown(record), seat: seat, style: style, own: token)
    }

    private func scene(
        at log: SignedLog, seat: Int?, style: PresentationStyle, own token: DisplayToken? = nil
    ) throws(TableError) -> Scene? {
        if try isCovered(log) { return style == .compact ? nil : try? Scene(value: FallbackScene.covered(installed)) }
        let names = SeatNames(of: log, own: token, seat: seat)
        func ask(_ match: Match) throws(GameError) -> Scene? {
            try scene(match.scene(for: seat, style: style.rawValue, names: names), of: match)
        }
        func draw() throws(TableError) -> Scene? {
            try seat == nil ? lookAsStranger(at: log, ask) : look(at: log, ask)
        }
        // an author sees what each call prints
        guard witness == nil else { return try draw() }
        let key = SceneCache.Key(
            head: log.head, seat: seat, style: style, names: names, secrets: secrets(of: log.match.id).count)
        if let kept = scenes[key] { return kept }
        let drawn = try draw()
        scenes.keep(drawn, for: key)
        return drawn
    }

    private func isCovered(_ log: SignedLog) throws(TableError) -> Bool {
        if log.match.isChained, try rules(at: log).match.awaitsSetup { return true }
        return log.isCovered(under: installed)
    }

    /// Reads what a script drew.
    private func scene(_ value: Value?, of match: Match) throws(GameError) -> Scene? {
        guard let value else { return nil }
        do {
            return try Scene(value: value)
        } catch {
            let failure = ScriptFailure(of: match.script, hook: "scene", "the scene can't be drawn: \(error)")
            witness?.note(failure)
            throw .failed(failure)
        }
    }

    /// What a log looks like to a spectator, known here or not.
    ///
    /// - Throws: ``TableError`` for a log that the rules refuse.
    func preview(of log: SignedLog) throws(TableError) -> Scene? {
        try replaying.run { () throws(TableError) in
            try scene(at: log, seat: nil, style: .transcript)
        }
    }

    /// What a message of a match looks like to everybody: the spectator's view.
    ///
    /// - Parameters:
    ///   - log: What the message holds: its picture and its words are of that, whatever this device has drafted or read since.
    ///   - sender: The seat that the message is from, 0 for nobody's: it tells of what that seat did.
    ///   - bet: A bet that the message offers, and what to call its bettor: the message tells of it then.
    ///   - asking: The open seat that the message asks for, and who does: it tells of that then.
    ///   - names: What to call a seat: `$<UUID>` of a participant, or words.
    /// - Throws: ``TableError``.
    public func bubble(
        of id: MatchID, at log: SignedLog, from sender: Int, offering bet: (bet: Bet, bettor: String)? = nil,
        asking: (seat: Int, person: String)? = nil, names: (Int) -> String
    ) throws(TableError) -> Bubble {
        guard let record = records[id] else { throw .request("There is no such match.") }
        let scene = try scene(at: log, seat: nil, style: .transcript)
        let event = try event(at: log, from: sender)
        let (title, images) = (installed.title, images(of: id))
        let (award, status) = (try claims(in: record, at: log).award, try status(at: log))
        let opening = opening(of: record, at: log, status)
        // what waits for a draw is nothing to the script yet
        let isWaiting = try rules(at: log).waitingEntry != nil
        return try lookAsStranger(at: log) { match throws(GameError) in
            if let asking {
                return Bubble(
                    title: title, deed: "\(asking.person) asks for seat \(asking.seat)", status: status,
                    award: award, opening: opening, own: nil, scene: scene, images: images, names: names)
            }
            guard let bet else {
                return Bubble(
                    title: title, deed: event.sentence(names(event.seat)), status: status, award: award,
                    opening: opening,
                    own: isWaiting
                        ? nil : try match.message(of: event.value, names: SeatNames(of: log).escaped),
                    scene: scene,
                    images: images,
                    names: names)
            }
            let deed = "\(bet.bettor) bets \(bet.bet.stake(names))"
            return Bubble(
                title: title, deed: deed, status: status, award: award, opening: opening, own: nil,
                scene: scene, images: images,
                names: names)
        }
    }

    /// What the message that ends with a log tells of: the last thing that its sender did there.
    ///
    /// A sender has signed the end of the log, so one of the plies that belong together there is its own. That needn't be the
    /// last one: a round's entries stand in the order of the seats, whoever made them when.
    ///
    /// - Parameter sender: 0 for somebody without a seat, who passes on what stands there.
    func event(at signedLog: SignedLog, from sender: Int) throws(TableError) -> MatchEvent {
        let log = signedLog.log
        let end = log.runs.last.map { log.plies[$0.range] }
        guard let last = end?.last(where: { $0.seat == sender }) ?? end?.last else {
            return MatchEvent(kind: .invite, seat: signedLog.match.setup.inviterSeat)
        }
        if last.isSealed || last.isHidden { return MatchEvent(kind: .move, seat: last.seat, text: "sealed") }
        if case .close(.some) = last.action { return MatchEvent(kind: .close, seat: last.seat, detail: .discloses) }
        if last.revealed != nil, !isOwnOpener(in: log, of: last.seat) {
            return MatchEvent(kind: .witness, seat: last.seat, detail: .discloses)
        }
        if last.action == .witness, !log.plies.contains(where: \.isPlayed) {
            return MatchEvent(kind: .witness, seat: last.seat, detail: .begins)
        }
        guard last.isPlayed else { return MatchEvent(kind: .init(last.action), seat: last.seat) }
        var entry = try waitingEntry(of: last.seat, at: signedLog)
        if entry == nil {
            entry = try look(at: signedLog) { match throws(GameError) in try match.lastEntry(of: last.seat, for: nil) }
        }
        return MatchEvent(kind: .move, seat: last.seat, name: entry?.name, text: entry?.text ?? "sealed")
    }

    /// Did the seat itself play the move that the openings at the end are for? Its message tells of that.
    private func isOwnOpener(in log: Log, of seat: Int) -> Bool {
        log.plies.last { !$0.isOpening && !$0.isClaim }?.seat == seat
    }

    /// Who the message that ends with the shown log is from: a seat, or 0 where no message says so.
    func sender(of record: MatchRecord) -> Int {
        if let draft = record.draft, !record.draftIsStale { return draft.seat }
        return record.url.flatMap { try? envelope(from: $0) }?.sender ?? 0
    }

    private func look<R>(at id: MatchID, _ body: (Match) throws(GameError) -> R) throws(TableError) -> R {
        guard let record = records[id] else { throw .request("There is no such match.") }
        return try look(at: shown(record), body)
    }
}

extension SignedLog {
    /// Is nothing of the match shown yet? What was dealt or drawn is nobody's to look at as long as seats are free, since people
    /// may come, or stay away, because of it. Where two play, what is drawn in `setup` waits for the second one in any case.
    package func isCovered(under script: GameScript) -> Bool {
        log.seats > 2 && !roster.isComplete && script.chance != .none
    }
}
