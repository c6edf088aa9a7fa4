import GameRules
import MessageProtocol
import Values

/// What the seats of a participant owe without having a choice, worked out where the match's log ends.
struct Obligations {
    /// The end of the log that it follows.
    let base: Head
    /// The log with what is owed; nil where nothing is.
    let log: SignedLog?
    /// What is sealed in it.
    let secrets: [Commitment: RevealedMove]
}

// What a seat owes is worked out when its match is looked at, so that its person sees what comes of it at once: true answers, the
// openings of what it sealed, the witness of a draw. It travels in front of the seat's next move; only where there is none it is a
// message of its own.
extension MatchSession {
    /// So many plies a seat can owe at once; whatever a script asks for, it comes to an end.
    private static let mostOwed = 64

    /// The log that a person looks at: with the draft if there is one, else with what their seats owe.
    public func shown(using rules: SessionRules) -> SignedLog {
        if draft != nil, !draftIsStale { return shown }
        return ahead(using: rules) ?? signedLog
    }

    /// The log with what the seats owe; nil where they owe nothing, and where it isn't known here what that would be.
    func ahead(using rules: SessionRules) -> SignedLog? {
        rules.ask(for: id, self)
        if let known = rules.obligations[id], known.base == signedLog.head { return known.log }
        var session = self
        var owed: SignedLog?
        if !owesResignation, !seats.isEmpty, seats.allSatisfy(knowsSecrets) {
            owed = try? session.answered(signedLog, of: seats, using: rules)
        }
        if owed?.head == signedLog.head { owed = nil }
        rules.obligations[id] = Obligations(
            base: signedLog.head, log: owed,
            secrets: owed == nil ? [:] : session.secrets.filter { secrets[$0.key] == nil })
        return owed
    }

    /// A log with all that seats owe at its end. What they seal in it is noted.
    mutating func answered(
        _ log: SignedLog, of seats: [Int], using rules: SessionRules
    ) throws(SessionError) -> SignedLog {
        var log = log
        for _ in 0..<Self.mostOwed {
            let before = log.head
            for seat in seats {
                guard let next = try next(owedBy: seat, at: log, using: rules) else { continue }
                log = next
                break
            }
            if log.head == before { break }
        }
        return log
    }

    /// The log with the next thing that a seat owes.
    private mutating func next(
        owedBy seat: Int, at log: SignedLog, using rules: SessionRules
    ) throws(SessionError) -> SignedLog? {
        let standing = try standing(at: log, using: rules)
        if standing.isOver { return try closing(log, of: seat, using: rules) }
        guard standing.seats.contains(seat) else { return nil }
        if standing.isWitness { return try adding(.witness, of: seat, to: log) }
        if standing.isOpening { return try opening(log, of: seat, using: rules) }
        // a claim against somebody who may still answer is for people to look at
        guard !standing.isRound else { return nil }
        return try answer(log, of: seat, using: rules)?.log
    }

    /// What a seat has drafted, with the true answers that it has to give after that, and with what it has to open itself: they go
    /// into the same message. Where that can't be, its person gives them.
    mutating func answer(behind draft: Draft, using rules: SessionRules) -> Draft {
        guard rules.installed.secretive else { return draft }
        let before = self
        var (log, text, draft) = (draft.signedLog, draft.text, draft)
        do {
            let drafted = try rules.rules(at: log, of: self)
            let (drawn, wasOpening) = (try drafted.drawn(), drafted.opening != nil)
            for _ in 0..<Self.mostOwed {
                let standing = try standing(at: log, using: rules)
                guard standing.seats.contains(draft.seat) else { break }
                if standing.isOpening, try rules.rules(at: log, of: self).opening != nil {
                    log = try opening(log, of: draft.seat, using: rules)
                    continue
                }
                guard !standing.isRound, !standing.isOpening, !standing.isWitness, !standing.isOver,
                    let answer = try answer(log, of: draft.seat, using: rules)
                else { break }
                (log, text) = (answer.log, "\(text), \(answer.text)")
            }
            guard log.head != draft.signedLog.head else { return draft }
            let end = try rules.rules(at: log, of: self)
            draft.noteSeen(drew: try end.drawn() > drawn, opened: wasOpening && end.opening == nil)
            return try keep(log, of: draft.seat, saying: text, like: draft, using: rules)
        } catch {
            self = before
            return draft
        }
    }

    /// The log with the one true answer, where the seat can do nothing else; it is noted among the secrets where others mustn't read
    /// it.
    private mutating func answer(
        _ log: SignedLog, of seat: Int, using rules: SessionRules
    ) throws(SessionError) -> (log: SignedLog, text: String)? {
        guard rules.answersByItself, log.roster.isComplete, let key = key(of: seat, in: log) else { return nil }
        let end = try rules.rules(at: log, of: self)
        let moves = try saying(SessionError.game) { () throws(GameError) in
            try end.match.script.secretive ? end.match.legalMoves(for: seat) : []
        }
        guard moves.count == 1, let move = moves.first, move.isForced, move.typed == nil else { return nil }
        guard end.match.script.sealing.contains(move.name) else {
            return (try adding(.move(.index(move.index)), of: seat, to: log), move.text)
        }
        let place = CommitmentContext(of: seat, inRoundAt: log.log.plies.count, of: log)
        let form = HiddenForm(of: .index(move.index), key: key, at: place)
        if case .hide(let commitment) = form.action { secrets[commitment] = form.opened }
        return (try adding(form.action, of: seat, to: log), "sealed")
    }

    /// Is there nothing to do for a person but to send what their seat owes, drafted or not?
    public func hasOnlyToAnswer(using rules: SessionRules) -> Bool {
        guard let seat else { return false }
        let isDrafted = draft != nil && !draftIsStale
        guard isDrafted ? draft?.isAnswer == true : ahead(using: rules) != nil,
            let standing = try? standing(at: shown(using: rules), using: rules)
        else { return false }
        return standing.isOver || standing.isOpening || standing.isWitness || !standing.seats.contains(seat)
    }

    /// The log with a ply of a seat at its end.
    func adding(
        _ action: Ply.Action, of seat: Int, to log: SignedLog, placement: SignedLog.Placement = .end
    ) throws(SessionError) -> SignedLog {
        guard let key = key(of: seat, in: log) else { throw .request(Self.keyIsElsewhere(seat)) }
        return try saying(SessionError.wire) { () throws(WireError) in
            try log.adding([action], seat: seat, placement: placement, key: key)
        }
    }

    static func keyIsElsewhere(_ seat: Int) -> String {
        "The key of seat \(seat) is on another device: receive its message."
    }
}

// What was sealed is opened: in a round once all have entered, for a move that asks for it, or at the end.
extension MatchSession {
    /// The log with the opening of what a seat has sealed.
    ///
    /// - Throws: ``SessionError`` where it isn't known here what was sealed.
    func opening(_ log: SignedLog, of seat: Int, using rules: SessionRules) throws(SessionError) -> SignedLog {
        let end = try rules.rules(at: log, of: self)
        let placement: SignedLog.Placement = log.log.plies.last?.isOpening == true ? .currentRound : .newRound
        if end.opening != nil {
            let hidden = log.log.hidden(by: seat)
            let opened = hidden.compactMap { log.log.plies[$0].hidden.flatMap { secrets[$0] } }
            guard opened.count == hidden.count else { throw .request(Self.chosenElsewhere(seat)) }
            return try adding(.reveal(opened), of: seat, to: log, placement: placement)
        }
        guard let key = key(of: seat, in: log) else { throw .request(Self.keyIsElsewhere(seat)) }
        guard let move = try committedMove(of: seat, at: log, using: rules) else {
            throw .request("What seat \(seat) has sealed was chosen on another device: open it there.")
        }
        let place = CommitmentContext(of: seat, inRoundAt: end.beginOfRound(in: log), of: log)
        return try adding(CommitmentKey(of: key).open(move, at: place), of: seat, to: log, placement: placement)
    }

    /// Returns the move of a seat of this participant whose commitment stands in the round at the end of a log: what was chosen here, or
    /// the listed move that fits; nil if neither fits, or if nothing is sealed.
    func committedMove(of seat: Int, at log: SignedLog, using rules: SessionRules) throws(SessionError) -> LoggedMove? {
        let seals = log.log.plies.filter { $0.seat == seat && $0.isSealed }
        guard let seal = seals.last?.action, let key = self.key(of: seat, in: log).map(CommitmentKey.init(of:)) else {
            return nil
        }
        let end = try rules.rules(at: log, of: self)
        let place = CommitmentContext(of: seat, inRoundAt: end.beginOfRound(in: log), of: log)
        let entry = sent.entries[end.headBeforeRound(in: log)]?[seat]
        if let move = entry?.move, key.seal(move, at: place) == seal { return move }
        let moves = try saying(SessionError.game) { () throws(GameError) in try end.match.legalMoves(for: seat) }
        let listed = moves.lazy.filter { $0.typed == nil }.map { LoggedMove.index($0.index) }
        if let move = listed.first(where: { key.seal($0, at: place) == seal }) { return move }
        guard let text = entry?.text else { return nil }
        // a typed move is read by playing it
        let played = try rules.rules(at: log, of: self, for: .play)
        defer { played.forget() }
        let read = try saying(SessionError.game) { () throws(GameError) in
            try played.play(text, as: Ply(seat: seat, action: .move(.index(1)), place: .continuesRound))
        }
        guard case .move(let move) = read?.choice else { return nil }
        return key.seal(move, at: place) == seal ? move : nil
    }

    /// The log with the closing that opens all that the seat had sealed; nil where there is nothing to open.
    private func closing(_ log: SignedLog, of seat: Int, using rules: SessionRules) throws(SessionError) -> SignedLog? {
        let end = try rules.rules(at: log, of: self)
        guard !end.attendance.closed.contains(seat), let disclosure = try disclosure(of: seat, at: log, using: rules)
        else { return nil }
        let closed = try adding(.close(disclosure), of: seat, to: log, placement: log.placementOfClosing)
        return fits(closed, from: seat, using: rules) ? closed : nil
    }

    /// Whether a message with a log has room in a url. What a seat had sealed is said only where it has: the end itself must always leave.
    func fits(_ log: SignedLog, from seat: Int, using rules: SessionRules) -> Bool {
        let digest = [UInt8](repeating: 0, count: Envelope.stateCheckSize)
        return (try? rules.url(of: Envelope(log, sender: seat, standingDigest: digest))) != nil
    }

    /// What a seat says when it closes a match. Nothing where it has sealed nothing, and where the end isn't one that the seats
    /// themselves came to: who was put out by claims may be back, and what it had sealed is still its own.
    func disclosure(of seat: Int, at log: SignedLog, using rules: SessionRules) throws(SessionError) -> Disclosure? {
        let hidden = log.log.hidden(by: seat)
        let moves = hidden.compactMap { log.log.plies[$0].hidden.flatMap { secrets[$0]?.move } }
        guard !hidden.isEmpty, moves.count == hidden.count, let key = key(of: seat, in: log) else { return nil }
        let gone = try rules.rules(at: log, of: self).attendance.gone
        guard gone.allSatisfy({ seat in log.log.plies.contains { $0.seat == seat && $0.action == .resign } }) else {
            return nil
        }
        return Disclosure(key: CommitmentKey(of: key), moves: moves)
    }
}

extension Move {
    /// What a seat owes and has no choice about, for hosts that list what a person can do.
    package static let answer = Move(owed: "answer")
}

extension Draft {
    /// Does it do nothing yet but what its seat owes?
    package var isAnswer: Bool { moves.isEmpty && text == SessionAct.answer.text }
}
