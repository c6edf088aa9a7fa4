import GameRules
import MessageWire

// Seats: who has one, who takes one, who asks for one.
extension MatchTable {
    /// A seat of this device, and the log in which it sits.
    struct Seated {
        let seat: Int
        let key: SeatKey
        var log: SignedLog
        var record: MatchRecord
    }

    func seatTaken(in record: MatchRecord) throws(TableError) -> Seated {
        guard let seat = record.seat, let key = record.key else { throw .request("You have no seat in this match.") }
        return Seated(seat: seat, key: key, log: record.signedLog, record: record)
    }

    func seat(in record: MatchRecord, token: DisplayToken, key: SeatKey) throws(TableError) -> Seated {
        let roster = record.signedLog.roster
        if record.seat != nil { return try seatTaken(in: record) }
        guard let open = (1...record.signedLog.log.seats).first(where: { roster[$0] == nil }) else {
            throw .request("All seats of this match are taken: you are watching.")
        }
        guard record.signedLog.log.seats == 2 else {
            throw .request(
                "A match of \(record.signedLog.log.seats) begins when its inviter starts it: ask to join first.")
        }
        let key = record.key ?? key
        guard try !isOver(at: record.signedLog) else {
            throw .request("The match is over: nobody can join it any more.")
        }
        do {
            let match = record.signedLog.match
            let entry = SeatEntry(token: token, key: key, in: match.id, isChained: match.isChained)
            let log = try record.signedLog.adding([.join(entry)], seat: open, key: key)
            return Seated(seat: open, key: key, log: log, record: record.holding(key))
        } catch {
            throw .wire(error)
        }
    }

    /// Could this device's person take the free seat of a match for two in which nobody can move before it is taken, and hasn't
    /// drafted that yet?
    package func mayJoin(in id: MatchID) -> Bool {
        guard let record = records[id], record.draft == nil || record.draftIsStale, record.seat == nil,
            record.signedLog.log.seats == 2, !record.signedLog.roster.isComplete,
            let status = try? status(at: record.signedLog), status.outcome == nil
        else { return false }
        // a round begins when both are there, and who isn't in it can't take the seat by entering something
        let isLeftOut = status.isRound && seatToMove(in: record).map(status.turn.contains) == false
        guard record.signedLog.match.isChained || isLeftOut else { return false }
        return !record.signedLog.log.plies.contains { $0.action == .resign }
    }

    /// Asks for a seat of a group's match: outside the log, until the inviter starts it.
    func ask(in record: MatchRecord, token: DisplayToken, key: SeatKey) throws(TableError) -> Draft {
        let roster = record.signedLog.roster
        let open = (1...record.signedLog.log.seats).filter { roster[$0] == nil }
        guard record.seat == nil else { throw .request("You have a seat already.") }
        // Who asks again uses the same key, since the inviter may have taken the first request up; and asks for the same
        // seat, unless somebody else wants it whose key comes first.
        let key = record.key ?? key
        let others = record.joins.filter { $0.entry.key != key.publicKey }
        let own = record.joins.first { $0.entry.key == key.publicKey }?.seat
        let isContested = others.contains { other in
            other.seat == own && other.entry.key.bytes.lexicographicallyPrecedes(key.publicKey.bytes)
        }
        let asked = Set(others.map(\.seat))
        guard
            let seat = open.first(where: { $0 == own && !isContested }) ?? open.first(where: { !asked.contains($0) })
                ?? open.first
        else {
            throw .request("All seats of this match are taken: you are watching.")
        }
        let join = try saying(TableError.wire) { () throws(WireError) in
            try SeatedJoin(seat: seat, token: token, key: key, in: record.signedLog.match)
        }
        var asking = record.holding(key)
        asking.joins = others + [join]
        let digest = try digest(at: record.signedLog)
        return try keep(
            record.signedLog, seat: seat, text: "a request for seat \(seat)", move: nil, record: asking,
            digest: digest, join: join)
    }

    /// The first who asked for each open seat.
    func startingJoins(_ record: MatchRecord) throws(TableError) -> [SeatedJoin] {
        let roster = record.signedLog.roster
        var joins: [SeatedJoin] = []
        for seat in 1...record.signedLog.log.seats where roster[seat] == nil {
            guard let join = record.joins.first(where: { $0.seat == seat }) else {
                throw .request("Nobody has asked for seat \(seat) yet.")
            }
            joins.append(join)
        }
        guard !joins.isEmpty else { throw .request("The match has begun already.") }
        return joins
    }
}
