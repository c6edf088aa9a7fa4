import Conversations
import Foundation
import GameRules
import MatchSessions
import MessageProtocol
import Values

/// A writer of the notices about claims, disputed matches and bets. The notices name the seats.
package struct NoticeWriter {
    let data: AppData
    let channel: HostChannel

    /// Returns the name of a seat on this device: "you"; the host's name for the person who is
    /// known to play the seat; or the seat's label.
    func name(of seat: Int, in record: MatchRecord) -> String {
        let roster = record.signedLog.roster
        if record.seat == seat { return "you" }
        if let participant = record.who.participant(on: seat, of: roster),
            let name = channel.ask({ $0.name(of: participant) })
        {
            return name
        }
        return record.who.label(of: seat, in: roster)
    }

    /// Tells the person that newly adopted plies contain claims against this device's seat.
    func tellClaims(of match: MatchID, in adoption: Adoption, _ place: Conversation.ID) {
        guard let record = data.table.records[match],
            adoption.signedLog.log.plies.dropFirst(adoption.known).contains(where: \.isClaim),
            let claims = try? data.table.claims(in: match)
        else { return }
        for seat in claims.claimants {
            let name = name(of: seat, in: record)
            channel.note(
                "\(Self.sentence(name)) claims that your time is up. You can still move.", in: place,
                about: record)
        }
    }

    /// Returns a line with both versions of a disputed match and the names of the seats that signed
    /// both, or nil without a dispute.
    func disputeLine(of match: MatchID) -> String? {
        guard let record = data.table.records[match], let kept = record.dispute else { return nil }
        func name(_ seat: Int) -> String { self.name(of: seat, in: record) }
        let who = kept.dispute.seats.map(name).joined(separator: " and ")
        let ours = standing(record.signedLog, in: record, name)
        let theirs = standing(kept.dispute.theirs, in: record, name)
        return "\(Self.sentence(who)) signed two versions, and neither has won yet. Here: \(ours). "
            + "The other version: \(theirs). " + advice(on: kept, in: record)
    }

    /// Returns a sentence that says how the dispute can end. Two players who have adopted each
    /// other's version get other advice, because nobody else would tell them of the swap.
    private func advice(on kept: MatchSession.KeptDispute, in record: MatchRecord) -> String {
        guard kept.isSwapped, let sender = kept.sender.flatMap({ UUID(uuidString: $0) }).map(Participant.init) else {
            return
                "This version stays until more seats have continued one of them. After the end of a match, agree on one."
        }
        return
            "You and \(name(of: sender, in: record)) have swapped versions. Agree on one version: the one who has it sends it again, "
            + "the other one takes it."
    }

    /// Returns the host's name for a person, or else the label of the person's seat.
    private func name(of participant: Participant, in record: MatchRecord) -> String {
        let roster = record.signedLog.roster
        let seat = (1...record.signedLog.log.seats).first { record.who.participant(on: $0, of: roster) == participant }
        return channel.ask { $0.name(of: participant) } ?? seat.map { record.who.label(of: $0, in: roster) }
            ?? "the sender"
    }

    /// Returns the number of plies of a log, and the seats to move or the outcome, as text.
    private func standing(
        _ log: SignedLog, in record: MatchRecord, _ names: (Int) -> String
    ) -> String {
        guard
            let status = try? data.table.reader(of: log).look(
                at: log, { match throws(GameError) in try match.status })
        else {
            return "it can't be replayed here now"
        }
        let award = (try? record.match.reader(using: data.table.rules).claims(at: log))?.award
        return "\(counted(plies: status.ply)), \(Bubble.standing(status, award, nil, names))"
    }

    /// Returns the text with a capital first letter.
    package static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}

// The bets of a match.
extension NoticeWriter {
    /// Tells the person how a message changed the bets of its match: new offers, bets that now
    /// count, and chips that are won or lost.
    func tellBets(
        of match: MatchID, before: MatchRecord?, _ reading: MatchTable.Reading, in place: Conversation.ID
    ) {
        guard let record = data.table.records[match] else { return }
        func confirmed(_ key: SeatKey.Public?) -> String? {
            key.flatMap { record.who.participants[$0] }.flatMap { who in channel.ask { $0.name(of: who) } }
        }
        func seatName(_ seat: Int) -> String {
            record.seat == seat ? "you" : confirmed(record.signedLog.roster[seat]?.key) ?? "seat \(seat)"
        }
        func bettor(_ entry: SeatedPlayer) -> String {
            if entry.key == record.who.ownKey { return "You" }
            return confirmed(entry.key) ?? "Somebody named \"\(entry.token.text)\""
        }
        func says(_ bettor: String, _ verb: String) -> String { bettor == "You" ? "You \(verb)" : "\(bettor) \(verb)s" }
        func tell(_ text: String) { channel.note(text, in: place) }
        if let refusal = reading.betRefusal { tell("A bet wasn't accepted: \(refusal).") }
        for offer in record.bets where before?.bets.contains(offer) != true {
            tell(
                "\(says(bettor(offer.bet.bettor), "offer")) \(offer.bet.stake(seatName)); it counts from the next move on."
            )
        }
        let (old, new) = (before?.book, record.book)
        for entry in new.entries where old?.counts(entry.bet) != true {
            tell("\(says(bettor(entry.bet.bettor), "bet")) \(entry.bet.stake(seatName)).")
        }
        for offer in before?.ownOffers ?? [] where !record.bets.contains(offer) && !new.counts(offer.bet) {
            tell("Your bet of \(Bet.words(offer.bet.chips)) wasn't sent with a move in time. You have the chips back.")
        }
        guard !new.entries.isEmpty,
            let settlement = try? data.table.reader(of: match).settlement()
        else {
            data.table.records[match]?.toldSettlement = nil
            return
        }
        guard settlement != record.toldSettlement else { return }
        data.table.records[match]?.toldSettlement = settlement
        if settlement.isReturned {
            tell("All bets are returned, because nobody bet on this result.")
        }
        for account in settlement.accounts where !settlement.isReturned {
            let deed =
                account.payout > 0
                ? "\(says(bettor(account.bettor), "win")) \(Bet.words(account.payout))"
                : "\(says(bettor(account.bettor), "lose")) \(Bet.words(account.stake))"
            tell("\(deed) (now \(account.balance)).")
        }
    }
}

extension ProvisionalWin {
    /// Returns a text such as "Ann won on time; Bob can still move".
    package func sentence(_ names: (Int) -> String) -> String {
        let (winner, overdue) = (names(winner), names(overdue))
        return "\(winner) won on time; \(overdue) can still move"
    }

    /// The award for programs: `{"win":[1],"by":"time","standing":true}`.
    package var value: Value {
        ["win": [.int(Int64(winner))], "by": "time", "standing": true]
    }
}
