import Conversations
import GameRules
import MessageWire

// Claims that stand, and logs that nothing decides between yet.
extension MatchTable {
    /// Who has left a match as it is shown here, which claims stand, and how it reads by them.
    public struct Claims: Sendable {
        /// Seats that claim that this device's seat is overdue; its move is the answer.
        public let claimants: [Int]
        /// The match reads as won on time, as long as the overdue seat doesn't move.
        public let award: Award?
    }

    /// - Throws: ``TableError`` if the script fails.
    public func claims(in id: MatchID) throws(TableError) -> Claims {
        guard let record = records[id] else { throw .request("There is no such match.") }
        return try claims(in: record, at: shown(record))
    }

    func claims(in record: MatchRecord, at log: SignedLog) throws(TableError) -> Claims {
        // a log without claims needs no rules to say so
        guard log.log.plies.contains(where: \.isClaim) else { return Claims(claimants: [], award: nil) }
        let standing = try standing(at: log)
        var attendance = try rules(at: log).attendance
        attendance.settle(standing)
        let award = attendance.award(seats: log.log.seats, standing)
        return Claims(claimants: attendance.claims.filter { $0.against == record.seat }.map(\.by), award: award)
    }

    /// A log that nothing decided against ours is looked at again: ours has changed since.
    func reconsiderDispute(of id: MatchID, now: Duration) {
        guard var record = records[id], let kept = record.dispute,
            let envelope = try? envelope(from: kept.url)
        else { return }
        switch Receiver(carrier: carrier, library: self).verdict(on: envelope, known: record.known) {
        case .disputed(let dispute): record.note(dispute, in: kept.url, from: kept.sender)
        case .cannotReplay: return
        case .adopt(let adoption):
            record.adopt(adoption, from: kept.url, now: now)
            record.dispute = nil
        default: record.dispute = nil
        }
        let before = records[id]?.signedLog
        records[id] = record
        moved(to: record.signedLog)
        if let before, before.head != record.signedLog.head { reconsiderBets(of: id, after: before) }
    }

    /// Goes on with the other log of a match that is disputed: the person's own choice, which tells nobody anything until
    /// this seat builds on it.
    ///
    /// - Throws: ``TableError`` for a match that isn't disputed.
    public func goOnWithTheirs(in id: MatchID, now: Duration) throws(TableError) {
        guard var record = records[id] else { throw .request("There is no such match.") }
        guard let kept = record.dispute else {
            throw .request("This match isn't disputed: there is no other version of it to go on with.")
        }
        let theirs = kept.dispute.theirs
        record.left = kept.sender.map { .init(head: record.signedLog.head, holder: $0) }
        let known = zip(record.signedLog.heads, theirs.heads).prefix { $0 == $1 }.count - 1
        let lost = record.signedLog.log.plies.dropFirst(known).filter { $0.seat == record.seat }
        record.adopt(
            Adoption(signedLog: theirs, cause: .fork(.undecided), known: known, superseded: Array(lost)),
            from: kept.url, now: now)
        record.superseded = nil  // the person looks at the other version first
        record.draft = nil
        record.dispute = nil
        let before = records[id]?.signedLog
        records[id] = record
        if let before { reconsiderBets(of: id, after: before) }
    }
}

extension MatchRecord {
    /// Keeps another log that nothing decides against ours. Two devices that take each other's by hand have swapped them: each
    /// finds that out by what the other one sends next.
    mutating func note(_ dispute: Dispute, in url: String, from sender: Participant?) {
        // a message that is tapped comes from nobody
        let sender = sender ?? (self.dispute?.url == url ? self.dispute?.sender : nil)
        let isSwapped = left.map { $0.holder == sender && dispute.theirs.heads.contains($0.head) } ?? false
        self.dispute = KeptDispute(dispute: dispute, url: url, sender: sender, isSwapped: isSwapped)
    }
}
