import GameRules
import MessageWire

/// What a device's seat owes without having a choice, worked out where its log ends.
struct Ahead {
    /// The end of the log that it follows.
    let base: Head
    /// The log with what is owed; nil where nothing is.
    let log: SignedLog?
}

// What a seat owes is worked out when its match is looked at, so that its person sees what comes of it at once: true answers, the
// openings of what it sealed, the witness of a draw. It travels in front of the seat's next move; only where there is none it is a message of its own.
extension MatchTable {
    /// So many plies a seat can owe at once; whatever a script asks for, it comes to an end.
    private static let mostOwed = 64

    /// The log that this device's person looks at: with the draft if there is one, else with what the seat owes.
    package func shown(_ record: MatchRecord) -> SignedLog {
        if record.draft != nil, !record.draftIsStale { return record.shown }
        return ahead(of: record) ?? record.signedLog
    }

    /// The log with what this device's seat owes; nil where it owes nothing, and where it isn't known here what that would be.
    func ahead(of record: MatchRecord) -> SignedLog? {
        if let known = aheads[record.id], known.base == record.signedLog.head { return known.log }
        let seated = record.owesResignation ? nil : try? owed(by: record)
        aheads[record.id] = Ahead(base: record.signedLog.head, log: seated?.log)
        return seated?.log
    }

    private func owed(by record: MatchRecord) throws(TableError) -> Seated? {
        guard knowsOwnSecrets(record) else { return nil }
        let seated = try answered(seatTaken(in: record))
        return seated.log.head == record.signedLog.head ? nil : seated
    }

    /// The seat with a log that holds all that it owes.
    func answered(_ seated: Seated) throws(TableError) -> Seated {
        var seated = seated
        for _ in 0..<Self.mostOwed {
            guard let next = try next(owedBy: seated) else { break }
            seated = next
        }
        return seated
    }

    /// The seat with the next thing that it owes.
    private func next(owedBy seated: Seated) throws(TableError) -> Seated? {
        let standing = try standing(at: seated.log)
        var seated = seated
        if standing.isOver {
            guard let closed = try closing(seated) else { return nil }
            seated.log = closed
            return seated
        }
        guard standing.seats.contains(seated.seat) else { return nil }
        if standing.isWitness {
            seated.log = try witnessing(seated)
        } else if standing.isOpening {
            seated.log = try opening(seated)
        } else {
            // a claim against somebody who may still answer is for people to look at
            guard !standing.isRound, let answer = try answer(&seated) else { return nil }
            seated.log = try saying(TableError.wire) { () throws(WireError) in
                try seated.log.adding([answer], seat: seated.seat, key: seated.key)
            }
        }
        return seated
    }

    /// What a seat has drafted, with the true answers that it has to give behind that, and with what it has to open itself: they go
    /// into the same message. Where that can't be, its person gives them.
    func answering(behind draft: Draft, of id: MatchID) -> Draft {
        guard installed.secretive, let record = records[id], let key = record.key else { return draft }
        var (seated, text) = (Seated(seat: draft.seat, key: key, log: draft.signedLog, record: record), draft.text)
        do {
            for _ in 0..<Self.mostOwed {
                let standing = try standing(at: seated.log)
                if standing.isOpening, standing.seats.contains(seated.seat), try rules(at: seated.log).opening != nil {
                    seated.log = try opening(seated)
                    continue
                }
                guard standing.isInTurn(seated.seat), let answer = try answer(&seated) else { break }
                let move = try look(at: seated.log) { match throws(GameError) in
                    try match.legalMoves(for: seated.seat).first
                }
                seated.log = try saying(TableError.wire) { () throws(WireError) in
                    try seated.log.adding([answer], seat: seated.seat, key: key)
                }
                text += move.map { answer.openMove == nil ? ", sealed" : ", \($0.text)" } ?? ""
            }
            guard seated.log.head != draft.signedLog.head else { return draft }
            let rules = try rules(at: seated.log)
            try signingCheck.check(seated.log, since: record.signedLog, record.lostWords, rules)
            let digest = try saying(TableError.game) { () throws(GameError) in try rules.match.digest(public: true) }
            return try keep(seated.log, text: text, behind: draft, record: seated.record, digest: digest)
        } catch {
            records[id] = record
            return draft
        }
    }

    /// The one true answer, where the seat can do nothing else; it is noted among its secrets where others mustn't read it.
    private func answer(_ seated: inout Seated) throws(TableError) -> Ply.Action? {
        guard seated.log.roster.isComplete else { return nil }
        let rules = try rules(at: seated.log)
        let moves = try saying(TableError.game) { () throws(GameError) in
            try rules.match.script.secretive ? rules.match.legalMoves(for: seated.seat) : []
        }
        guard moves.count == 1, let move = moves.first, move.isForced, move.typed == nil else { return nil }
        guard rules.match.script.sealing.contains(move.name) else { return .move(.index(move.index)) }
        let place = SealPlace(of: seated.seat, inRoundAt: seated.log.log.plies.count, of: seated.log)
        let form = HiddenForm(of: .index(move.index), key: seated.key, at: place)
        if case .hide(let commitment) = form.action { note(form.opened, sealedBy: commitment, &seated.record) }
        return form.action
    }

    /// A seat's device knows what it is about to seal.
    private func note(_ opened: OpenedMove, sealedBy commitment: Commitment, _ record: inout MatchRecord) {
        record.secrets[commitment] = opened
        owedSecrets[record.id, default: [:]][commitment] = opened
    }

    /// What a device's seat has sealed, also in what it owes and hasn't sent.
    func secrets(of match: MatchID) -> [Commitment: OpenedMove] {
        (records[match]?.secrets ?? [:]).merging(owedSecrets[match] ?? [:]) { kept, _ in kept }
    }

    /// Is there nothing to do for this device's person but to send what the seat owes, drafted or not?
    package func hasOnlyToAnswer(in id: MatchID) -> Bool {
        guard let record = records[id], let seat = record.seat else { return false }
        let isDrafted = record.draft != nil && !record.draftIsStale
        guard isDrafted ? record.draft?.isAnswer == true : ahead(of: record) != nil,
            let standing = try? standing(at: shown(record))
        else { return false }
        return standing.isOver || standing.isOpening || standing.isWitness || !standing.seats.contains(seat)
    }

    /// The draft of what the seat owes: a new one, or the one that waits to be sent. Nil where there is more to do than that, so
    /// that a game may have a move of that name.
    func draftedAnswer(in id: MatchID, token: DisplayToken, joining key: SeatKey) throws(TableError) -> Draft? {
        guard hasOnlyToAnswer(in: id), let record = records[id] else { return nil }
        if let draft = record.draft, !record.draftIsStale { return draft }
        return try act(.answer, in: id, token: token, joining: key)
    }
}

// At the end all that was sealed is opened.
extension MatchTable {
    static func chosenElsewhere(_ seat: Int) -> String {
        "What seat \(seat) has sealed was chosen on another device: the match is played on there."
    }

    /// Does this device know all that its seat has sealed? A device that lost it watches.
    func knowsOwnSecrets(_ record: MatchRecord) -> Bool {
        guard let seat = record.seat else { return false }
        return record.signedLog.log.plies.allSatisfy { ply in
            ply.seat != seat || ply.hidden.map { record.secrets[$0] != nil } ?? true
        }
    }

    /// The log with the closing that opens all that the seat had sealed; nil where there is nothing to open.
    private func closing(_ seated: Seated) throws(TableError) -> SignedLog? {
        let rules = try rules(at: seated.log)
        guard !rules.attendance.closed.contains(seated.seat), let disclosure = try disclosure(of: seated) else {
            return nil
        }
        return try saying(TableError.wire) { () throws(WireError) in
            try seated.log.adding(
                [.close(disclosure)], seat: seated.seat, placement: seated.log.placementOfClosing, key: seated.key)
        }
    }

    /// What a seat says when it closes a match. Nothing where it has sealed nothing, and where the end isn't one that the seats
    /// themselves came to: who was put out by claims may be back, and what it had sealed is still its own.
    func disclosure(of seated: Seated) throws(TableError) -> Disclosure? {
        let log = seated.log
        let hidden = log.log.hidden(by: seated.seat)
        guard !hidden.isEmpty, knowsOwnSecrets(seated.record) else { return nil }
        let gone = try rules(at: log).attendance.gone
        guard gone.allSatisfy({ seat in log.log.plies.contains { $0.seat == seat && $0.action == .resign } }) else {
            return nil
        }
        let moves = hidden.compactMap { log.log.plies[$0].hidden.flatMap { seated.record.secrets[$0]?.move } }
        return Disclosure(key: SealingKey(of: seated.key), moves: moves)
    }

    /// What is known of how honestly the secrets of a match were kept, as it is shown here.
    ///
    /// - Throws: ``TableError`` if the script fails.
    public func audit(of id: MatchID) throws(TableError) -> Audit {
        guard let record = records[id] else { throw .request("There is no such match.") }
        let log = shown(record)
        let rules = try rules(at: log)
        return try saying(TableError.replay) { () throws(ReplayFailure) in try rules.audit(of: log.log) }
    }
}

extension Move {
    /// What a seat owes and has no choice about, for hosts that list what a person can do.
    package static let answer = Move(owed: "answer")
}

extension Standing {
    /// Is it a seat's turn to move alone?
    fileprivate func isInTurn(_ seat: Int) -> Bool {
        !isRound && !isOpening && !isWitness && !isOver && seats.contains(seat)
    }
}

extension Draft {
    /// Does it do nothing yet but what its seat owes?
    package var isAnswer: Bool { moves.isEmpty && text == MatchTable.Act.answer.text }
}
