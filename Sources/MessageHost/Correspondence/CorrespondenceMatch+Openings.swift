import GameRules
import MessageWire

// What seats of this host have sealed is opened in front of whatever is signed next.
extension CorrespondenceMatch {
    /// The log with all openings that seats of this host owe.
    ///
    /// - Throws: ``TableError`` where it isn't known here what was sealed.
    func opened(_ log: SignedLog, _ keys: [Int: SeatKey]) throws(TableError) -> SignedLog {
        let rules = try rules(at: log)
        self.rules = rules
        let standing = try saying(TableError.replay) { () throws(ReplayFailure) in try rules.standing() }
        guard standing.isOpening else { return log }
        let (begin, round) = (rules.beginOfRound(in: log), rules.headBeforeRound(in: log))
        var openings: [Ply] = []
        for seat in standing.seats {
            guard let key = keys[seat] else { continue }
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
