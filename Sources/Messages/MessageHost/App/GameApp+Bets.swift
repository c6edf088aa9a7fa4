import Conversations
import GameRules
import MatchSessions
import MessageWire

// What a person is told of the bets of a match.
extension GameApp {
    /// Tells what a message changed about the bets of its match: an offer, bets that count from now on, chips that are won.
    func tellBets(
        of match: MatchID, before: MatchRecord?, _ reading: MatchTable.Reading, in place: Conversation.ID
    ) {
        guard let record = table.records[match] else { return }
        func confirmed(_ key: SeatKey.Public?) -> String? {
            key.flatMap { record.who.participants[$0] }.flatMap { who in askHost { $0.name(of: who) } }
        }
        func seatName(_ seat: Int) -> String {
            record.seat == seat ? "you" : confirmed(record.signedLog.roster[seat]?.key) ?? "seat \(seat)"
        }
        func bettor(_ entry: SeatEntry) -> String {
            if entry.key == record.who.ownKey { return "You" }
            return confirmed(entry.key) ?? "Somebody who shows as \"\(entry.token.text)\""
        }
        func says(_ bettor: String, _ verb: String) -> String { bettor == "You" ? "You \(verb)" : "\(bettor) \(verb)s" }
        func tell(_ text: String) { note(text, in: place) }
        if let refusal = reading.betRefusal { tell("A bet wasn't taken: \(refusal).") }
        for offer in record.bets where before?.bets.contains(offer) != true {
            tell("\(says(bettor(offer.bet.bettor), "offer")) \(offer.bet.stake(seatName)); not carried by a move yet.")
        }
        let (old, new) = (before?.book, record.book)
        for entry in new.entries where old?.counts(entry.bet) != true {
            tell("\(says(bettor(entry.bet.bettor), "bet")) \(entry.bet.stake(seatName)).")
        }
        for offer in before?.ownOffers ?? [] where !record.bets.contains(offer) && !new.counts(offer.bet) {
            tell("No move carried your bet of \(Bet.words(offer.bet.chips)) in time: the chips are yours again.")
        }
        guard !new.entries.isEmpty, let settlement = try? table.match(match).settlement(using: table.rules) else {
            table.records[match]?.toldSettlement = nil
            return
        }
        guard settlement != record.toldSettlement else { return }
        table.records[match]?.toldSettlement = settlement
        if settlement.isReturned {
            tell("All bets are returned: nobody bet on what came out.")
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
