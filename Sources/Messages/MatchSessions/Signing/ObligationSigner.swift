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

/// A signer of the plies that seats owe without a choice: true answers, reveals of sealed moves, and
/// witness plies.
///
/// The obligations of a seat are computed when its match is looked at, so that its person sees their
/// results at once. The plies are sent before the seat's next move; if there is none, they are a
/// message of their own.
struct ObligationSigner {
    /// The match, with the moves that the signed plies seal.
    private(set) var session: MatchSession
    let rules: SessionRules

    private var reader: SessionReader { SessionReader(session, rules) }

    init(_ session: MatchSession, _ rules: SessionRules) { (self.session, self.rules) = (session, rules) }

    /// The most plies that a seat can owe at once. The limit applies even if a script asks for
    /// more.
    private static let mostOwed = 64

    /// Returns a log with all that seats owe at its end.
    mutating func answered(
        _ log: SignedLog, of seats: [Int]
    ) throws(SessionError) -> SignedLog {
        var log = log
        for _ in 0..<Self.mostOwed {
            let before = log.head
            for seat in seats {
                guard let next = try next(owedBy: seat, at: log) else { continue }
                log = next
                break
            }
            if log.head == before { break }
        }
        return log
    }

    /// Returns the log with the next ply that a seat owes without a choice; nil if there is none.
    private mutating func next(
        owedBy seat: Int, at log: SignedLog
    ) throws(SessionError) -> SignedLog? {
        let standing = try reader.standing(at: log)
        if standing.isOver { return try closing(log, of: seat) }
        guard standing.seats.contains(seat) else { return nil }
        if standing.isWitness { return try session.keys.adding(.witness, of: seat, to: log) }
        // a seat whose resignation was lost signs nothing else, or it would reveal what it sealed
        guard !session.owesResignation(of: seat) else { return nil }
        if standing.isOpening { return try opening(log, of: seat) }
        // an open claim requires no automatic ply, because people decide how to answer a claim
        guard !standing.isRound else { return nil }
        return try answer(log, of: seat)?.log
    }

    /// Extends the log of a draft by the true answers that its seat must give next, and by the seat's
    /// own reveals. Returns that log and the text of the whole draft; nil if there is nothing to add.
    /// Records in the draft whether the added plies show the result of its last move.
    mutating func answered(behind draft: inout Draft) throws(SessionError) -> (log: SignedLog, text: String)? {
        var (log, text) = (draft.signedLog, draft.text)
        let drafted = try rules.rules(at: log, of: session)
        let (drawn, wasOpening) = (try drafted.drawn(), drafted.opening != nil)
        for _ in 0..<Self.mostOwed {
            let standing = try reader.standing(at: log)
            guard standing.seats.contains(draft.seat) else { break }
            if standing.isOpening, try rules.rules(at: log, of: session).opening != nil {
                log = try opening(log, of: draft.seat)
                continue
            }
            guard !standing.isRound, !standing.isOpening, !standing.isWitness, !standing.isOver,
                let answer = try answer(log, of: draft.seat)
            else { break }
            (log, text) = (answer.log, "\(text), \(answer.text)")
        }
        guard log.head != draft.signedLog.head else { return nil }
        let end = try rules.rules(at: log, of: session)
        draft.noteSeen(drew: try end.drawn() > drawn, opened: wasOpening && end.opening == nil)
        return (log, text)
    }

    /// Returns the log with the only true answer that the seat can give; nil if the seat has a
    /// choice. An answer that others mustn't read is sealed and stored among the secrets.
    private mutating func answer(
        _ log: SignedLog, of seat: Int
    ) throws(SessionError) -> (log: SignedLog, text: String)? {
        guard rules.answersByItself, log.roster.isComplete, let key = session.keys.key(of: seat, in: log) else {
            return nil
        }
        let end = try rules.rules(at: log, of: session)
        let moves = try saying(SessionError.game) { () throws(GameError) in
            try end.match.script.secretive ? end.match.legalMoves(for: seat) : []
        }
        guard moves.count == 1, let move = moves.first, move.isForced, move.typed == nil else { return nil }
        guard end.match.script.sealing.contains(move.name) else {
            return (try session.keys.adding(.move(.index(move.index)), of: seat, to: log), move.text)
        }
        let place = CommitmentContext(of: seat, inRoundAt: log.log.plies.count, of: log)
        let form = HiddenForm(of: .index(move.index), key: key, at: place)
        if case .hide(let commitment) = form.action { session.secrets[commitment] = form.opened }
        return (try session.keys.adding(form.action, of: seat, to: log), "sealed")
    }

    /// Returns the log with the reveal of the moves that a seat has sealed.
    ///
    /// - Throws: ``SessionError`` if this device doesn't know these moves.
    private func opening(_ log: SignedLog, of seat: Int) throws(SessionError) -> SignedLog {
        let end = try rules.rules(at: log, of: session)
        let placement: SignedLog.Placement = log.log.plies.last?.isOpening == true ? .currentRound : .newRound
        if end.opening != nil {
            let hidden = log.log.hidden(by: seat)
            let opened = hidden.compactMap { log.log.plies[$0].hidden.flatMap { session.secrets[$0] } }
            guard opened.count == hidden.count else { throw .request(.chosenElsewhere(seat)) }
            return try session.keys.adding(.reveal(opened), of: seat, to: log, placement: placement)
        }
        guard let key = session.keys.key(of: seat, in: log) else { throw .request(.keyElsewhere(seat)) }
        guard let move = try reader.committedMove(of: seat, at: log) else {
            throw .request(.mustOpenElsewhere(seat))
        }
        let place = CommitmentContext(of: seat, inRoundAt: end.beginOfRound(in: log), of: log)
        return try session.keys.adding(
            CommitmentKey(of: key).open(move, at: place), of: seat, to: log, placement: placement)
    }

    /// Returns the log with a closing that discloses all moves that the seat had sealed. Nil if there
    /// is nothing to disclose, or if the message wouldn't fit into a url.
    private func closing(_ log: SignedLog, of seat: Int) throws(SessionError) -> SignedLog? {
        let end = try rules.rules(at: log, of: session)
        guard !end.attendance.closed.contains(seat), let disclosure = try reader.disclosure(of: seat, at: log)
        else { return nil }
        let closed = try session.keys.adding(.close(disclosure), of: seat, to: log, placement: log.placementOfClosing)
        return reader.fits(closed, from: seat) ? closed : nil
    }
}

extension MatchSession {
    /// Returns a log extended by all plies that the seats owe without a choice. Stores the moves
    /// that these plies seal.
    mutating func answered(
        _ log: SignedLog, of seats: [Int], using rules: SessionRules
    ) throws(SessionError) -> SignedLog {
        var signer = ObligationSigner(self, rules)
        let answered = try signer.answered(log, of: seats)
        self = signer.session
        return answered
    }
}

extension Move {
    /// The choice that stands for all plies that a seat owes without a choice. Hosts list it beside
    /// moves.
    package static let answer = Move(owed: "answer")
}
