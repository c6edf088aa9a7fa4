import GameRules
import MessageProtocol
import Scenes
import Values

// What a match shows: to a person, and to everybody in a bubble. The draft is shown if there is one.
extension MatchSession {
    /// Where the match stands.
    ///
    /// - Throws: ``SessionError``.
    public func status(using rules: SessionRules) throws(SessionError) -> MatchStatus {
        try status(at: shown(using: rules), using: rules)
    }

    /// What a seat sees; nil for a spectator.
    public func view(for seat: Int?, using rules: SessionRules) throws(SessionError) -> Value {
        try look(at: shown(using: rules), using: rules) { match throws(GameError) in try match.view(for: seat) }
    }

    /// What a seat's view looks like, or nil where the script draws nothing.
    ///
    /// - Parameters:
    ///   - seat: Nil for a spectator.
    ///   - style: `compact`, `expanded` or `transcript`.
    /// - Throws: ``SessionError``; also for a scene that can't be read.
    public func scene(for seat: Int?, style: String, using rules: SessionRules) throws(SessionError) -> Scene? {
        try scene(at: shown(using: rules), seat: seat, style: style, using: rules)
    }

    /// Which claims stand, and how the match reads by them.
    ///
    /// - Throws: ``SessionError`` if the script fails.
    public func claims(using rules: SessionRules) throws(SessionError) -> StandingClaims {
        try claims(at: shown(using: rules), using: rules)
    }

    /// What is known of how honestly the secrets of the match were kept.
    ///
    /// - Throws: ``SessionError`` if the script fails.
    public func audit(using rules: SessionRules) throws(SessionError) -> Audit {
        try audit(at: shown(using: rules), using: rules)
    }

    /// The legal moves of the own seat, or of the open seat that could be taken; none while a draft waits, unless the seat is to move
    /// again after it. A seat that can do nothing but open what it has sealed has that for its one move.
    public func legalMoves(using rules: SessionRules) throws(SessionError) -> [Move] {
        if hasOnlyToAnswer(using: rules) { return [.answer] }
        guard draft == nil || goesOnBehindDraft(using: rules), let seat = draft?.seat ?? seatToMove(using: rules)
        else { return [] }
        let log = shown(using: rules)
        let standing = try standing(at: log, using: rules)
        guard !standing.isOpening, !standing.isWitness, standing.seats.contains(seat) else { return [] }
        let lost = try lostEntry(of: seat, at: log, using: rules)
        let chosen = lost ?? moveSeen(behind: draft?.moves.count ?? 0)
        return try look(at: log, using: rules) { match throws(GameError) in
            let moves = try match.legalMoves(for: seat)
            guard let chosen else { return owesResignation ? [] : moves }
            return moves.filter { $0.text == chosen }  // what was signed once is all that may be signed again
        }
    }

    /// The seat that a move of this participant would be of: its own, or in a match for two the one it could take. Nil while
    /// seats are open that others have to take first.
    public func seatToMove(using rules: SessionRules) -> Int? {
        let roster = signedLog.roster
        let open = (1...signedLog.log.seats).filter { roster[$0] == nil }
        if let seat {
            // where all move at once, they have to be there first: a round's entries stand together in the log
            let mayBegin =
                signedLog.log.seats == 2 && !signedLog.match.isChained
                && (try? status(at: shown(using: rules), using: rules).isRound) != true
            return open.isEmpty || mayBegin ? seat : nil
        }
        return signedLog.log.seats == 2 ? open.first : nil
    }

    /// What a person is asked to do: the script's texts for moves among ``legalMoves(using:)``, by the move's name.
    public func prompts(own token: DisplayName? = nil, using rules: SessionRules) throws(SessionError) -> [String:
        String]
    {
        guard let seat = draft?.seat ?? seatToMove(using: rules) else { return [:] }
        if hasOnlyToAnswer(using: rules) { return [Move.answer.name: "Answer, or open what you have sealed"] }
        let log = shown(using: rules)
        let names = SeatNames(of: log, own: token, seat: seat)
        return try look(at: log, using: rules) { match throws(GameError) in
            try match.prompts(for: seat, names: names)
        }
    }

    /// The seat whose view is shown: the own one, or the one that waits for its person; nil for who can only watch.
    ///
    /// - Throws: ``SessionError``.
    public func seatShown(using rules: SessionRules) throws(SessionError) -> Int? {
        if let seat { return seat }
        if let opening = try opening(using: rules) { return opening.own ?? opening.wanting.first }
        return seatToMove(using: rules)
    }

    /// What a log of the match looks like, or nil where the script draws nothing.
    ///
    /// - Parameters:
    ///   - seat: Nil for a spectator.
    ///   - token: What the person is called, who may be about to take the seat.
    /// - Throws: ``SessionError``; also for a scene that can't be read.
    package func scene(
        at log: SignedLog, seat: Int?, style: String, own token: DisplayName? = nil,
        using rules: SessionRules
    ) throws(SessionError) -> Scene? {
        if try isCovered(log, using: rules) {
            return style == "compact" ? nil : try? Scene(value: FallbackScene.covered(rules.installed))
        }
        let names = SeatNames(of: log, own: token, seat: seat)
        func ask(_ match: Match) throws(GameError) -> Scene? {
            guard let value = try match.scene(for: seat, style: style, names: names) else { return nil }
            do {
                return try Scene(value: value)
            } catch {
                let failure = ScriptFailure(
                    of: match.script, hook: "scene", "the scene can't be drawn: \(error)")
                rules.witness?.note(failure)
                throw .failed(failure)
            }
        }
        func draw() throws(SessionError) -> Scene? {
            try seat == nil
                ? lookAsStranger(at: log, using: rules, ask) : look(at: log, using: rules, ask)
        }
        // an author sees what each call prints
        guard rules.witness == nil else { return try draw() }
        rules.ask(for: id, self)
        let key = SceneCache.Key(
            head: log.head, seat: seat, style: style, names: names, secrets: rules.secrets(of: self).count)
        if let kept = rules.scenes[key] { return kept }
        let drawn = try draw()
        rules.scenes.keep(drawn, for: key)
        return drawn
    }

    private func isCovered(_ log: SignedLog, using rules: SessionRules) throws(SessionError) -> Bool {
        if log.match.isChained, try rules.rules(at: log, of: self).match.awaitsSetup { return true }
        return log.isCovered(under: rules.installed)
    }

    /// What the message that ends with a log tells of: the last thing that its sender did there.
    ///
    /// A sender has signed the end of the log, so one of the plies that belong together there is its own. That needn't be the
    /// last one: a round's entries stand in the order of the seats, whoever made them when.
    ///
    /// - Parameter sender: 0 for somebody without a seat, who passes on what stands there.
    package func event(
        at signedLog: SignedLog, from sender: Int, using rules: SessionRules
    ) throws(SessionError) -> MatchEvent {
        let log = signedLog.log
        let end = log.runs.last.map { log.plies[$0.range] }
        guard let last = end?.last(where: { $0.seat == sender }) ?? end?.last else {
            return MatchEvent(kind: .invite, seat: signedLog.match.setup.inviterSeat)
        }
        if last.isSealed || last.isHidden { return MatchEvent(kind: .move, seat: last.seat, text: "sealed") }
        if case .close(.some) = last.action { return MatchEvent(kind: .close, seat: last.seat, detail: .discloses) }
        // the seat itself may have played the move that the openings at the end are for: its message tells of that
        if last.revealed != nil, log.plies.last(where: { !$0.isOpening && !$0.isAside })?.seat != last.seat {
            return MatchEvent(kind: .witness, seat: last.seat, detail: .discloses)
        }
        if last.action == .witness, !log.plies.contains(where: \.isPlayed) {
            return MatchEvent(kind: .witness, seat: last.seat, detail: .begins)
        }
        guard last.isPlayed else { return MatchEvent(kind: .init(last.action), seat: last.seat) }
        var entry = try waitingEntry(of: last.seat, at: signedLog, using: rules)
        if entry == nil {
            entry = try look(at: signedLog, using: rules) { match throws(GameError) in
                try match.lastEntry(of: last.seat, for: nil)
            }
        }
        return MatchEvent(kind: .move, seat: last.seat, name: entry?.name, text: entry?.text ?? "sealed")
    }

    /// The last move of a seat, where it waits for a draw.
    private func waitingEntry(
        of seat: Int, at log: SignedLog, using rules: SessionRules
    ) throws(SessionError) -> LogEntry? {
        let end = try rules.rules(at: log, of: self)
        guard var entry = end.waitingEntry, entry.seat == seat, !entry.secret else { return nil }
        if entry.text == nil, case .move(.index(let index)) = entry.choice {
            let move = try look(at: log, using: rules) { match throws(GameError) in
                try match.listedMove(index, of: seat)
            }
            (entry.text, entry.name) = (move?.text, move?.name)
        }
        return entry
    }

    /// Does the last move wait for a draw at the end of a log? Then it is nothing to the script yet.
    package func waits(at log: SignedLog, using rules: SessionRules) throws(SessionError) -> Bool {
        try rules.rules(at: log, of: self).waitingEntry != nil
    }

    /// Who the message that ends with the shown log is from: a seat, or 0 where no message says so.
    package func sender(using rules: SessionRules) -> Int {
        if let draft, !draftIsStale { return draft.seat }
        return url.flatMap { try? rules.envelope(from: $0) }?.sender ?? 0
    }
}

extension SignedLog {
    /// Is nothing of the match shown yet? What was dealt or drawn is nobody's to look at as long as seats are free, since people
    /// may come, or stay away, because of it. Where two play, what is drawn in `setup` waits for the second one in any case.
    package func isCovered(under script: GameScript) -> Bool {
        log.seats > 2 && !roster.isComplete && script.chance != .none
    }
}

extension SeatNames {
    /// What the seats of a log are called: the tokens that they signed with, the same on every device. A token proves nothing; it
    /// is for reading.
    ///
    /// - Parameters:
    ///   - own: What the person of this device is called, for the open seat that is shown to them.
    ///   - seat: That seat.
    package init(of log: SignedLog, own: DisplayName? = nil, seat shown: Int? = nil) {
        var names: [Int: String] = [:]
        for seat in 1...max(1, log.log.seats) { names[seat] = log.roster[seat]?.token.text }
        if let own, let shown, names[shown] == nil { names[shown] = own.text }
        self.init(names)
    }
}
