import GameRules
import MessageWire
import Values

// What was sealed in a round is opened once all have entered, and a draw is witnessed by the seat that is asked for it. Nobody has
// to think of it, see `Ahead`.
extension MatchTable {
    /// The log with the link that a draw waits for.
    func witnessing(_ seated: Seated) throws(TableError) -> SignedLog {
        try saying(TableError.wire) { () throws(WireError) in
            try seated.log.adding([.witness], seat: seated.seat, key: seated.key)
        }
    }

    /// The log with the opening of what a seat has sealed.
    ///
    /// - Throws: ``TableError`` where this device doesn't know what was sealed.
    func opening(_ seated: Seated) throws(TableError) -> SignedLog {
        let rules = try rules(at: seated.log)
        if rules.opening != nil { return try revealing(seated) }
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

    /// The log with all that a seat had sealed for longer than a round.
    private func revealing(_ seated: Seated) throws(TableError) -> SignedLog {
        let log = seated.log.log
        let hidden = log.hidden(by: seated.seat)
        let opened = hidden.compactMap { log.plies[$0].hidden.flatMap { seated.record.secrets[$0] } }
        guard opened.count == hidden.count else { throw .request(Self.chosenElsewhere(seated.seat)) }
        return try saying(TableError.wire) { () throws(WireError) in
            try seated.log.adding(
                [.reveal(opened)], seat: seated.seat,
                placement: log.plies.last?.isOpening == true ? .currentRound : .newRound, key: seated.key)
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
        // a typed move is read by playing it
        let rules = try rulesToPlayOn(at: seated.log)
        defer { rules.forget() }
        let entry = try saying(TableError.game) { () throws(GameError) in
            try rules.play(text, as: Ply(seat: seated.seat, action: .move(.index(1)), place: .continuesRound))
        }
        guard case .move(let move) = entry?.choice else { return nil }
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
