import GameRules
import MessageProtocol
import Values

/// The plies that the seats of a participant owe without a choice, computed at the end of the
/// match's log.
struct Obligations {
    /// The head at the end of the log.
    let base: Head
    /// The log with the owed plies; nil if there are none.
    let log: SignedLog?
    /// The moves that the owed plies seal.
    let secrets: [Commitment: RevealedMove]
}

// The obligations of a seat are the plies that it owes without a choice: the only true answer,
// reveals and disclosures of sealed moves, and witness plies. They are computed when a person looks
// at the match, so that the person sees their results at once. They are sent before the seat's next
// move. If there is no next move, they are a message of their own.
extension MatchSession {
    /// The most plies that a seat can owe at once. The limit applies even if a script asks for
    /// more.
    private static let mostOwed = 64

    /// Returns the log that a person looks at: with the draft if there is a current one, else with
    /// the plies that the person's seats owe without a choice.
    public func shown(using rules: SessionRules) -> SignedLog {
        if draft != nil, !draftIsStale { return shown }
        return ahead(using: rules) ?? signedLog
    }

    /// Returns the log with the plies that the seats owe without a choice; nil if they owe none, or
    /// if this device can't make these plies.
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

    /// Returns a log extended by all plies that the seats owe without a choice. Stores the moves
    /// that these plies seal.
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

    /// Returns the log with the next ply that a seat owes without a choice; nil if there is none.
    private mutating func next(
        owedBy seat: Int, at log: SignedLog, using rules: SessionRules
    ) throws(SessionError) -> SignedLog? {
        let standing = try standing(at: log, using: rules)
        if standing.isOver { return try closing(log, of: seat, using: rules) }
        guard standing.seats.contains(seat) else { return nil }
        if standing.isWitness { return try adding(.witness, of: seat, to: log) }
        if standing.isOpening { return try opening(log, of: seat, using: rules) }
        // an open claim requires no automatic ply, because people decide how to answer a claim
        guard !standing.isRound else { return nil }
        return try answer(log, of: seat, using: rules)?.log
    }

    /// Returns the draft extended by the plies that its seat owes next: the true answers that the
    /// seat must give, and its own reveals. All are one message. If that fails, returns the draft
    /// unchanged, and the person makes those plies.
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

    /// Returns the log with the only true answer that the seat can give; nil if the seat has a
    /// choice. An answer that others mustn't read is sealed and stored among the secrets.
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

    /// Returns whether a person can only send the plies that their seat owes without a choice,
    /// whether or not these are drafted.
    public func hasOnlyToAnswer(using rules: SessionRules) -> Bool {
        guard let seat else { return false }
        let isDrafted = draft != nil && !draftIsStale
        guard isDrafted ? draft?.isAnswer == true : ahead(using: rules) != nil,
            let standing = try? standing(at: shown(using: rules), using: rules)
        else { return false }
        return standing.isOver || standing.isOpening || standing.isWitness || !standing.seats.contains(seat)
    }

    /// Returns the log with another ply of a seat.
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

// Reveals of sealed moves: in a round after all have entered, for a move that requests them, or
// after the match is over.
extension MatchSession {
    /// Returns the log with the reveal of the moves that a seat has sealed.
    ///
    /// - Throws: ``SessionError`` if this device doesn't know these moves.
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

    /// Returns the move that a seat of this participant has sealed in the round at the end of a
    /// log. This is the move that was chosen on this device, or else the listed move that fits the
    /// commitment. Nil if neither fits, or if the seat has sealed nothing.
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

    /// Returns the log with the closing that discloses all moves that the seat had sealed; nil if
    /// there is nothing to disclose, or if the message wouldn't fit into a url.
    private func closing(_ log: SignedLog, of seat: Int, using rules: SessionRules) throws(SessionError) -> SignedLog? {
        let end = try rules.rules(at: log, of: self)
        guard !end.attendance.closed.contains(seat), let disclosure = try disclosure(of: seat, at: log, using: rules)
        else { return nil }
        let closed = try adding(.close(disclosure), of: seat, to: log, placement: log.placementOfClosing)
        return fits(closed, from: seat, using: rules) ? closed : nil
    }

    /// Returns whether a message with a log fits into a url. A disclosure is left out if it doesn't
    /// fit, because a closing must always be possible to send.
    func fits(_ log: SignedLog, from seat: Int, using rules: SessionRules) -> Bool {
        let digest = [UInt8](repeating: 0, count: Envelope.stateCheckSize)
        return (try? rules.url(of: Envelope(log, sender: seat, standingDigest: digest))) != nil
    }

    /// Returns the disclosure for a seat's closing; nil if the seat has no sealed moves that aren't
    /// revealed. Also nil if claims put a seat out. Another log may bring that seat back, and the
    /// sealed moves must still be secret then.
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
    /// The choice that stands for all plies that a seat owes without a choice. Hosts list it beside
    /// moves.
    package static let answer = Move(owed: "answer")
}

extension Draft {
    /// Whether the draft contains only plies that its seat owes without a choice.
    package var isAnswer: Bool { moves.isEmpty && text == SessionAct.answer.text }
}
