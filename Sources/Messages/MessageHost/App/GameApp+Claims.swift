import Conversations
import Foundation
import GameRules
import MatchSessions
import MessageWire
import Values

// What a person is told of claims, and of a match that is disputed.
extension GameApp {
    /// Tells of claims against this device's seat that came with what was adopted.
    func tellClaims(of match: MatchID, in adoption: Adoption, _ place: Conversation.ID) {
        guard let record = table.records[match],
            adoption.signedLog.log.plies.dropFirst(adoption.known).contains(where: \.isClaim),
            let claims = try? table.claims(in: match)
        else { return }
        for seat in claims.claimants {
            let name = name(of: seat, in: record)
            note(
                "\(Self.sentence(name)) claims that your time is up. Your move is the answer.", in: place, about: match)
        }
    }

    /// Which versions of a match nothing decides between, with the names of who signed both.
    public func disputeLine(of match: MatchID) -> String? {
        guard let record = table.records[match], let kept = record.dispute else { return nil }
        func name(_ seat: Int) -> String { self.name(of: seat, in: record) }
        let who = kept.dispute.seats.map(name).joined(separator: " and ")
        let ours = standing(record.signedLog, in: record, name)
        let theirs = standing(kept.dispute.theirs, in: record, name)
        return "\(Self.sentence(who)) signed two versions, and nothing decides between them. Here: \(ours). "
            + "The other version: \(theirs). " + advice(on: kept, in: record)
    }

    /// What becomes of it, or what two can do who have swapped their versions: nobody else would tell them.
    private func advice(on kept: MatchSession.KeptDispute, in record: MatchRecord) -> String {
        guard kept.isSwapped, let sender = kept.sender.flatMap({ UUID(uuidString: $0) }).map(Participant.init) else {
            return
                "What is here stays until more have gone on with one of them. After the end of a match, agree on one."
        }
        return
            "You and \(name(of: sender, in: record)) have taken each other's: agree on one version. Who has it sends it again, "
            + "the other one takes it."
    }

    /// What the host calls a person, or else the seat is called that they are known to sit on.
    private func name(of participant: Participant, in record: MatchRecord) -> String {
        let roster = record.signedLog.roster
        let seat = (1...record.signedLog.log.seats).first { record.who.participant(on: $0, of: roster) == participant }
        return askHost { $0.name(of: participant) } ?? seat.map { record.who.label(of: $0, in: roster) } ?? "the sender"
    }

    /// Who is to move at the end of a log, or how it ended.
    private func standing(
        _ log: SignedLog, in record: MatchRecord, _ names: (Int) -> String
    ) -> String {
        guard
            let status = try? table.session(of: log).look(
                at: log, using: table.rules, { match throws(GameError) in try match.status })
        else {
            return "it can't be replayed here now"
        }
        let award = (try? record.match.claims(at: log, using: table.rules))?.award
        return "\(counted(plies: status.ply)), \(Bubble.standing(status, award, nil, names))"
    }

    /// With a capital.
    package static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}

extension Award {
    /// "Ann won on time; Bob can still move".
    package func sentence(_ names: (Int) -> String) -> String {
        let (winner, overdue) = (names(winner), names(overdue))
        return "\(winner) won on time; \(overdue) can still move"
    }

    /// How programs read it: `{"win":[1],"by":"time","standing":true}`.
    package var value: Value {
        ["win": [.int(Int64(winner))], "by": "time", "standing": true]
    }
}
