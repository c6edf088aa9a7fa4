import GameRules
import MessageWire
import Values

// What seats of this host have sealed is opened in front of whatever is signed next.
extension CorrespondenceMatch {
    /// What is known of how honestly the secrets of the match were kept, as far as it is signed; nil before the first message.
    ///
    /// - Throws: ``TableError`` if the script fails.
    public func audit() throws(TableError) -> Audit? {
        guard let signedLog else { return nil }
        let rules = try rules(at: signedLog)
        return try saying(TableError.replay) { () throws(ReplayFailure) in try rules.audit(of: signedLog.log) }
    }

    /// The seats of this host that have something to tell without another move: an entry that waited, the opening of what they
    /// sealed. Their next message tells it.
    package func seatsToAnswer() -> [Int] {
        guard let signedLog, let log = try? opened(signedLog, keys) else { return [] }
        let unsigned = Set(unsigned.map(\.seat))
        return keys.keys.filter { seat in
            unsigned.contains(seat)
                || log.log.plies.count { $0.seat == seat } > signedLog.log.plies.count { $0.seat == seat }
        }.sorted()
    }

    /// The log with the closings that open what seats of this host have sealed, if the match is over by what the seats themselves
    /// did.
    ///
    /// - Parameter rules: At its end.
    func closed(_ log: SignedLog, _ rules: MatchRules, _ keys: [Int: SeatKey]) throws(TableError) -> SignedLog {
        guard try saying(TableError.replay, { () throws(ReplayFailure) in try rules.standing() }).isOver,
            rules.attendance.gone.allSatisfy({ seat in
                log.log.plies.contains { $0.seat == seat && $0.action == .resign }
            })
        else { return log }
        var closings: [Ply] = []
        for (seat, key) in keys.sorted(by: { $0.key < $1.key }) where !rules.attendance.closed.contains(seat) {
            let hidden = log.log.hidden(by: seat)
            let moves = hidden.compactMap { log.log.plies[$0].hidden.flatMap { secrets[$0]?.move } }
            guard !hidden.isEmpty, moves.count == hidden.count else { continue }
            let disclosure = Disclosure(key: SealingKey(of: key), moves: moves)
            closings.append(Ply(seat: seat, action: .close(disclosure), place: .continuesRound))
        }
        guard !closings.isEmpty else { return log }
        if log.placementOfClosing == .newRound { closings = Log.round(of: closings) }
        return try saying(TableError.wire) { () throws(WireError) in try log.adding(closings, keys: keys) }
    }

    /// The log with all openings that seats of this host owe.
    ///
    /// - Throws: ``TableError`` where it isn't known here what was sealed.
    func opened(_ log: SignedLog, _ keys: [Int: SeatKey]) throws(TableError) -> SignedLog {
        let rules = try rules(at: log)
        let standing = try saying(TableError.replay) { () throws(ReplayFailure) in try rules.standing() }
        if standing.isOver { return try closed(log, rules, keys) }
        guard standing.isOpening else { return log }
        let (begin, round) = (rules.beginOfRound(in: log), rules.headBeforeRound(in: log))
        var openings: [Ply] = []
        for seat in standing.seats {
            guard let key = keys[seat] else { continue }
            if rules.opening != nil {
                let hidden = log.log.hidden(by: seat)
                let opened = hidden.compactMap { log.log.plies[$0].hidden.flatMap { secrets[$0] } }
                guard opened.count == hidden.count else {
                    throw .request("What seat \(seat) has sealed was chosen on another host: open it there.")
                }
                openings.append(Ply(seat: seat, action: .reveal(opened), place: .continuesRound))
                continue
            }
            guard case .move(let move) = chosen[round]?[seat]?.action else {
                throw .request("What seat \(seat) has sealed was chosen on another host: open it there.")
            }
            let place = SealPlace(of: seat, inRoundAt: begin, of: log)
            openings.append(Ply(seat: seat, action: SealingKey(of: key).open(move, at: place), place: .continuesRound))
        }
        guard !openings.isEmpty else { return log }
        if log.log.plies.last?.isOpening != true { openings = Log.round(of: openings) }
        return try saying(TableError.wire) { () throws(WireError) in try log.adding(openings, keys: keys) }
    }
}
