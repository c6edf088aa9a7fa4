import Conversations
import GameRules
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
        return "\(Self.sentence(who)) sent two different moves, and others answered either. Here: \(ours). "
            + "The other version: \(theirs). What is here stays until more have gone on with one of them."
    }

    /// Who is to move at the end of a log, or how it ended.
    private func standing(
        _ log: SignedLog, in record: MatchRecord, _ names: (Int) -> String
    ) -> String {
        guard let status = try? table.look(at: log, { match throws(GameError) in try match.status }) else {
            return "it can't be replayed here now"
        }
        let award = (try? table.claims(in: record, at: log))?.award
        let plies = status.ply == 1 ? "1 ply" : "\(status.ply) plies"
        return "\(plies), \(Bubble.standing(status, award, nil, names))"
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
