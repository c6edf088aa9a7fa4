import GameRules
import MessageWire
import Values

// What was sealed in a round is opened once all have entered. Nobody has to think of it: it stands in front of the seat's next
// move, in the same message.
extension MatchTable {
    /// Does this device's seat owe the opening of what it sealed, and has it not drafted that yet?
    package func owesOpening(in id: MatchID) -> Bool {
        guard let record = records[id], record.draft == nil || record.draftIsStale, let seat = record.seat else {
            return false
        }
        return (try? owes(seat, at: record.signedLog)) ?? false
    }

    /// The draft that opens what the seat has sealed: a new one, or the one that waits to be sent. Nil where the seat owes none,
    /// so that a game may have a move of that name.
    func draftedOpening(in id: MatchID, token: DisplayToken, joining key: SeatKey) throws(TableError) -> Draft? {
        if owesOpening(in: id) { return try act(.answer, in: id, token: token, joining: key) }
        return hasOpeningToSend(in: id) ? records[id]?.draft : nil
    }

    /// Is there nothing to do for this device's person but to send what opens their sealed move, drafted or not?
    package func hasOpeningToSend(in id: MatchID) -> Bool {
        if owesOpening(in: id) { return true }
        guard let record = records[id], record.draft?.isOpening == true, !record.draftIsStale else { return false }
        return !goesOn(behindDraftOf: record)
    }

    func owesOpening(_ seated: Seated) throws(TableError) -> Bool { try owes(seated.seat, at: seated.log) }

    private func owes(_ seat: Int, at log: SignedLog) throws(TableError) -> Bool {
        let standing = try standing(at: log)
        return standing.isOpening && standing.seats.contains(seat)
    }

    /// The log with the opening of what a seat has sealed.
    ///
    /// - Throws: ``TableError`` where nothing is to be opened, and where this device doesn't know what was sealed.
    func opening(_ seated: Seated) throws(TableError) -> SignedLog {
        guard try owesOpening(seated) else { throw .request("There is nothing to open now.") }
        let rules = try rules(at: seated.log)
        let place = SealPlace(
            of: seated.seat, inRoundAt: rules.beginOfRound(in: seated.log), of: seated.log)
        let key = SealingKey(of: seated.key)
        guard let move = try sealedMove(of: seated, key, at: place, on: rules) else {
            throw .request("What seat \(seated.seat) has sealed was chosen on another device: open it there.")
        }
        let entersRound = seated.log.log.plies.last?.isOpening == true
        return try saying(TableError.wire) { () throws(WireError) in
            try seated.log.adding(
                [key.open(move, at: place)], seat: seated.seat, placement: entersRound ? .currentRound : .newRound,
                key: seated.key)
        }
    }

    /// The move whose commitment stands in the log: what was chosen here, else the listed one that fits.
    private func sealedMove(
        of seated: Seated, _ key: SealingKey, at place: SealPlace, on rules: MatchRules
    ) throws(TableError) -> LoggedMove? {
        let seals = seated.log.log.plies.filter { $0.seat == seated.seat && $0.isSealed }
        guard let seal = seals.last?.action else { return nil }
        let moves = try saying(TableError.game) { () throws(GameError) in
            try rules.match.legalMoves(for: seated.seat)
        }
        let listed = moves.lazy.filter { $0.typed == nil }.map { LoggedMove.index($0.index) }
        if let move = listed.first(where: { key.seal($0, at: place) == seal }) { return move }
        guard let text = seated.record.entries[rules.headBeforeRound(in: seated.log)]?.move else { return nil }
        // a typed move is read by playing it, and these rules stand elsewhere then
        defer { forget(rules) }
        try saying(TableError.game) { () throws(GameError) in try rules.play(text, seat: seated.seat) }
        guard case .move(let move) = rules.match.lastEntry(of: seated.seat)?.choice else { return nil }
        return key.seal(move, at: place) == seal ? move : nil
    }
}

extension MatchRules {
    /// Where the round under way begins in a log at whose end these rules stand.
    func beginOfRound(in log: SignedLog) -> Int {
        log.beginOfRound(entered: pliesOfRound, gone: attendance.gone)
    }
}

extension SignedLog {
    /// Where the round under way at its end begins, or the one that its next entry begins.
    ///
    /// - Parameters:
    ///   - entered: How many plies the round has.
    ///   - gone: Seats that have left.
    func beginOfRound(entered: Int, gone: Set<Int>) -> Int {
        guard entered > 0 else { return log.plies.count }
        var begin = log.plies[...].placeBeforeRound(entered: entered, gone: gone)
        while begin < log.plies.count, log.plies[begin].isClaim { begin += 1 }
        return begin
    }
}

extension Move {
    /// The opening of what a seat has sealed, for hosts that list what a person can do.
    package static let opening = Move(owed: "answer")
}

extension Draft {
    /// Does it do nothing yet but open what its seat had sealed?
    var isOpening: Bool { moves.isEmpty && signedLog.log.plies.last { $0.seat == seat }?.isOpening == true }
}
