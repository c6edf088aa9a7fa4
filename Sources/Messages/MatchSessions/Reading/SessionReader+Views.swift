import GameRules
import MessageProtocol
import Scenes
import Values

// The match as a person sees it, and as everybody sees it in a bubble. The draft is shown if there
// is one.
extension SessionReader {
    /// Returns the status of the match.
    ///
    /// - Throws: ``SessionError``.
    public func status() throws(SessionError) -> MatchStatus {
        try status(at: shown())
    }

    /// Returns the view of a seat, or of a spectator if `seat` is nil.
    public func view(for seat: Int?) throws(SessionError) -> Value {
        try look(at: shown()) { match throws(GameError) in try match.view(for: seat) }
    }

    /// Returns the scene of a seat's view; nil if the script draws nothing.
    ///
    /// - Parameters:
    ///   - seat: The seat; nil for a spectator.
    ///   - style: `compact`, `expanded` or `transcript`.
    /// - Throws: ``SessionError``, for example for a scene that can't be read.
    public func scene(for seat: Int?, style: String) throws(SessionError) -> Scene? {
        try scene(at: shown(), seat: seat, style: style)
    }

    /// Returns the seat whose view is shown. This is the person's own seat, or the free seat that the
    /// person could take. Nil for a person who can only watch.
    ///
    /// - Throws: ``SessionError``.
    public func seatShown() throws(SessionError) -> Int? {
        if let seat = session.seat { return seat }
        if let opening = try opening() { return opening.own ?? opening.wanting.first }
        return seatToMove()
    }

    /// Returns the scene at a log of the match; nil if the script draws nothing.
    ///
    /// - Parameters:
    ///   - seat: The seat; nil for a spectator.
    ///   - token: The name of the person, who may be about to take the seat.
    /// - Throws: ``SessionError``, for example for a scene that can't be read.
    package func scene(
        at log: SignedLog, seat: Int?, style: String, own token: DisplayName? = nil
    ) throws(SessionError) -> Scene? {
        if try isCovered(log) {
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
                ? lookAsStranger(at: log, ask) : look(at: log, ask)
        }
        // with an observer draw each time, because an author sees what each call prints
        guard rules.witness == nil else { return try draw() }
        rules.ask(for: session.id, session)
        let key = SceneCache.Key(
            head: log.head, seat: seat, style: style, names: names, secrets: rules.secrets(of: session).count)
        if let kept = rules.scenes[key] { return kept }
        let drawn = try draw()
        rules.scenes.keep(drawn, for: key)
        return drawn
    }

    private func isCovered(_ log: SignedLog) throws(SessionError) -> Bool {
        if log.match.isChained, try rules.rules(at: log, of: session).match.awaitsSetup { return true }
        return log.isCovered(under: rules.installed)
    }

    /// Returns the event of the message that ends with a log: the last thing that its sender did in
    /// the match.
    ///
    /// A sender has signed the end of the log, so one ply of the last run is its own. This ply
    /// needn't be the log's last ply, because a round's entries are in seat order.
    ///
    /// - Parameter sender: The seat; 0 for a person without a seat, who relays the log.
    package func event(
        at signedLog: SignedLog, from sender: Int
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
        var entry = try waitingEntry(of: last.seat, at: signedLog)
        if entry == nil {
            entry = try look(at: signedLog) { match throws(GameError) in
                try match.lastEntry(of: last.seat, for: nil)
            }
        }
        return MatchEvent(kind: .move, seat: last.seat, name: entry?.name, text: entry?.text ?? "sealed")
    }

    /// Returns the last move of a seat if that move waits for a draw.
    private func waitingEntry(
        of seat: Int, at log: SignedLog
    ) throws(SessionError) -> LogEntry? {
        let end = try rules.rules(at: log, of: session)
        guard var entry = end.position.waiting.entry, entry.seat == seat, !entry.secret else { return nil }
        if entry.text == nil, case .move(.index(let index)) = entry.choice {
            let move = try look(at: log) { match throws(GameError) in
                try match.views.listedMove(index, of: seat)
            }
            (entry.text, entry.name) = (move?.text, move?.name)
        }
        return entry
    }

    /// Returns whether the last move waits for a draw at the end of a log. The script doesn't know
    /// that move yet.
    package func waits(at log: SignedLog) throws(SessionError) -> Bool {
        try rules.rules(at: log, of: session).position.waiting.entry != nil
    }

    /// Returns the sender of the message that ends with the shown log: a seat, or 0 if no message
    /// names one.
    package func sender() -> Int {
        if let draft = session.draft, !session.draftIsStale { return draft.seat }
        return session.url.flatMap { try? rules.envelope(from: $0) }?.sender ?? 0
    }
}

extension SignedLog {
    /// Returns whether nothing of the match is shown yet. While seats are free, nobody may see the
    /// numbers and cards that were drawn, so that nobody joins or stays away because of them. In a
    /// match for two, the draws of `setup` wait for the second person anyway.
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
