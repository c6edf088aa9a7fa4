import GameRules
import MessageProtocol
import Scenes
import Values

// The match as a person sees it, and as everybody sees it in a bubble. The draft is shown if there
// is one.
extension MatchSession {
    /// Returns the status of the match.
    ///
    /// - Throws: ``SessionError``.
    public func status(using rules: SessionRules) throws(SessionError) -> MatchStatus {
        try status(at: shown(using: rules), using: rules)
    }

    /// Returns the view of a seat, or of a spectator if `seat` is nil.
    public func view(for seat: Int?, using rules: SessionRules) throws(SessionError) -> Value {
        try look(at: shown(using: rules), using: rules) { match throws(GameError) in try match.view(for: seat) }
    }

    /// Returns the scene of a seat's view; nil if the script draws nothing.
    ///
    /// - Parameters:
    ///   - seat: The seat; nil for a spectator.
    ///   - style: `compact`, `expanded` or `transcript`.
    /// - Throws: ``SessionError``; also for a scene that can't be read.
    public func scene(for seat: Int?, style: String, using rules: SessionRules) throws(SessionError) -> Scene? {
        try scene(at: shown(using: rules), seat: seat, style: style, using: rules)
    }

    /// Returns the open claims, and the award that follows from them.
    ///
    /// - Throws: ``SessionError`` if the script fails.
    public func claims(using rules: SessionRules) throws(SessionError) -> StandingClaims {
        try claims(at: shown(using: rules), using: rules)
    }

    /// Returns the audit of the sealed moves of the match.
    ///
    /// - Throws: ``SessionError`` if the script fails.
    public func audit(using rules: SessionRules) throws(SessionError) -> Audit {
        try audit(at: shown(using: rules), using: rules)
    }

    /// Returns the legal moves of the own seat, or of the free seat that could be taken. Empty
    /// while there is a draft, unless the seat is to move again after the draft. If the seat can
    /// only send plies that it owes without a choice, the result is one choice that stands for
    /// these plies.
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
            return moves.filter { $0.text == chosen }  // no other move may be signed
        }
    }

    /// Returns the seat for which this participant would move: the participant's own seat or, in a
    /// match for two, the free seat. Nil while other people must take free seats first.
    public func seatToMove(using rules: SessionRules) -> Int? {
        let roster = signedLog.roster
        let open = (1...signedLog.log.seats).filter { roster[$0] == nil }
        if let seat {
            // all seats of a round must be taken first, because its entries are together in the log
            let mayBegin =
                signedLog.log.seats == 2 && !signedLog.match.isChained
                && (try? status(at: shown(using: rules), using: rules).isRound) != true
            return open.isEmpty || mayBegin ? seat : nil
        }
        return signedLog.log.seats == 2 ? open.first : nil
    }

    /// Returns what a person is asked to do: the script's texts for moves among
    /// ``legalMoves(using:)``, by the move's name.
    public func prompts(own token: DisplayName? = nil, using rules: SessionRules) throws(SessionError) -> [String:
        String]
    {
        guard let seat = draft?.seat ?? seatToMove(using: rules) else { return [:] }
        if hasOnlyToAnswer(using: rules) { return [Move.answer.name: "Answer, or open what you have sealed"] }
        let log = shown(using: rules)
        let names = SeatNames(of: log, own: token, seat: seat)
        return try look(at: log, using: rules) { match throws(GameError) in
            try match.views.prompts(for: seat, names: names)
        }
    }

    /// Returns the seat whose view is shown: the person's own seat, or the free seat that the
    /// person could take; nil for a person who can only watch.
    ///
    /// - Throws: ``SessionError``.
    public func seatShown(using rules: SessionRules) throws(SessionError) -> Int? {
        if let seat { return seat }
        if let opening = try opening(using: rules) { return opening.own ?? opening.wanting.first }
        return seatToMove(using: rules)
    }

    /// Returns the scene at a log of the match; nil if the script draws nothing.
    ///
    /// - Parameters:
    ///   - seat: The seat; nil for a spectator.
    ///   - token: The name of the person, who may be about to take the seat.
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
            guard let value = try match.views.scene(for: seat, style: style, names: names) else { return nil }
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
        // with an observer draw each time, because an author sees what each call prints
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

    /// Returns the event of the message that ends with a log: the last thing that its sender did in
    /// the match.
    ///
    /// A sender has signed the end of the log, so one ply of the last run is its own. That needn't
    /// be the last ply, because a round's entries are in seat order.
    ///
    /// - Parameter sender: The seat; 0 for a person without a seat, who relays the log.
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
        // if the seat itself played the move that requested the last reveals, its message is about
        // that move
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

    /// Returns the last move of a seat if it waits for a draw.
    private func waitingEntry(
        of seat: Int, at log: SignedLog, using rules: SessionRules
    ) throws(SessionError) -> LogEntry? {
        let end = try rules.rules(at: log, of: self)
        guard var entry = end.position.waiting.entry, entry.seat == seat, !entry.secret else { return nil }
        if entry.text == nil, case .move(.index(let index)) = entry.choice {
            let move = try look(at: log, using: rules) { match throws(GameError) in
                try match.views.listedMove(index, of: seat)
            }
            (entry.text, entry.name) = (move?.text, move?.name)
        }
        return entry
    }

    /// Returns whether the last move waits for a draw at the end of a log. The script doesn't know
    /// that move yet.
    package func waits(at log: SignedLog, using rules: SessionRules) throws(SessionError) -> Bool {
        try rules.rules(at: log, of: self).position.waiting.entry != nil
    }

    /// Returns the sender of the message that ends with the shown log: a seat, or 0 if no message
    /// names one.
    package func sender(using rules: SessionRules) -> Int {
        if let draft, !draftIsStale { return draft.seat }
        return url.flatMap { try? rules.envelope(from: $0) }?.sender ?? 0
    }
}

extension SignedLog {
    /// Returns whether nothing of the match is shown yet. While seats are free, nobody may see the
    /// numbers and cards that were drawn, because people might join, or stay away, because of them.
    /// In a match for two, the draws of `setup` wait for the second person anyway.
    package func isCovered(under script: GameScript) -> Bool {
        log.seats > 2 && !roster.isComplete && script.chance != .none
    }
}

extension SeatNames {
    /// Creates the names of the seats of a log from the display names in the log, which are the
    /// same on every device. A display name proves nothing.
    ///
    /// - Parameters:
    ///   - own: The name of this device's person, for the free seat that is shown to them.
    ///   - seat: The free seat that is shown to this device's person.
    package init(of log: SignedLog, own: DisplayName? = nil, seat shown: Int? = nil) {
        var names: [Int: String] = [:]
        for seat in 1...max(1, log.log.seats) { names[seat] = log.roster[seat]?.token.text }
        if let own, let shown, names[shown] == nil { names[shown] = own.text }
        self.init(names)
    }
}
