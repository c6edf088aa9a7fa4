import GameRules
import MessageWire

/// What a device's seat owes without having a choice, worked out where its log ends.
struct Ahead {
    /// The end of the log that it follows.
    let base: Head
    /// The log with what is owed; nil where nothing is.
    let log: SignedLog?
}

// What a seat owes is worked out when its match is looked at, so that its person sees what comes of it at once. It travels in front
// of the seat's next move; only where there is none it is a message of its own.
extension MatchTable {
    /// The log that this device's person looks at: with the draft if there is one, else with what the seat owes.
    func shown(_ record: MatchRecord) -> SignedLog {
        if record.draft != nil, !record.draftIsStale { return record.shown }
        return ahead(of: record) ?? record.signedLog
    }

    /// The log with what this device's seat owes; nil where it owes nothing, and where it isn't known here what that would be.
    func ahead(of record: MatchRecord) -> SignedLog? {
        if let known = aheads[record.id], known.base == record.signedLog.head { return known.log }
        var log: SignedLog?
        if !record.owesResignation, let seated = try? seatTaken(in: record), (try? owesOpening(seated)) == true {
            log = try? opening(seated)
        }
        aheads[record.id] = Ahead(base: record.signedLog.head, log: log)
        return log
    }

    /// Does this device's seat owe what nobody has to choose, and has it not drafted that yet?
    func isBehind(_ record: MatchRecord) -> Bool {
        (record.draft == nil || record.draftIsStale) && ahead(of: record) != nil
    }

    /// Is there nothing to do for this device's person but to send what the seat owes, drafted or not?
    package func hasOnlyToAnswer(in id: MatchID) -> Bool {
        guard let record = records[id], isBehind(record) || record.draft?.isOpening == true && !record.draftIsStale,
            let seat = record.seat, let standing = try? standing(at: shown(record))
        else { return false }
        return standing.isOver || standing.isOpening || !standing.seats.contains(seat)
    }

    /// The draft of what the seat owes: a new one, or the one that waits to be sent. Nil where there is more to do than that, so
    /// that a game may have a move of that name.
    func draftedAnswer(in id: MatchID, token: DisplayToken, joining key: SeatKey) throws(TableError) -> Draft? {
        guard hasOnlyToAnswer(in: id), let record = records[id] else { return nil }
        if let draft = record.draft, !record.draftIsStale { return draft }
        return try act(.answer, in: id, token: token, joining: key)
    }
}

extension Move {
    /// What a seat owes and has no choice about, for hosts that list what a person can do.
    package static let answer = Move(owed: "answer")
}

extension Draft {
    /// Does it do nothing yet but open what its seat had sealed?
    var isOpening: Bool { moves.isEmpty && signedLog.log.plies.last { $0.seat == seat }?.isOpening == true }
}
