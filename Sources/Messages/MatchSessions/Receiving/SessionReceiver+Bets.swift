import GameRules
import MessageProtocol

// Bets that messages offer, and those that the log has lost.
extension SessionReceiver {
    /// Stores a bet that a message offers, for the next move of a seat that is played here.
    ///
    /// - Returns: The reason that it isn't accepted; nil if it is, or if it counts already.
    mutating func take(_ bet: Bet) -> MatchSession.OfferRefusal? {
        guard let number = bet.number(signedFor: session.signedLog.heads[0]) else {
            return .other("there is no such match")
        }
        let offer = OfferedBet(bet: bet, number: number)
        let book = session.book
        guard !book.counts(bet), !session.bets.contains(offer) else { return nil }
        do {
            let standing = try reader.standing(at: session.signedLog)
            if let refusal = session.bets.refusal(of: offer, book, at: standing) { return .refused(refusal) }
            guard reader.hasRoom(for: offer, try reader.digest(at: session.signedLog)) else {
                return .other(MatchSession.OfferRefusal.noRoom)
            }
        } catch {
            return .other("\(error)")
        }
        session.bets.append(offer)
        return nil
    }

    /// Stores our own bet after its offer was sent.
    ///
    /// - Returns: The reason if it can't count any more, for example because the pools have closed
    ///   since it was drafted.
    mutating func offer(_ offer: OfferedBet) -> BetRefusal? {
        session.draft = nil
        let book = session.book
        guard !book.counts(offer.bet), !session.bets.contains(offer) else { return nil }
        if let standing = try? reader.standing(at: session.signedLog),
            let refusal = session.bets.refusal(of: offer, book, at: standing)
        {
            return refusal
        }
        session.bets.append(offer)
        return nil
    }

    /// Updates the bets after the log of the match was replaced.
    mutating func reconsiderBets(after before: SignedLog) {
        var now = session.bets
        now.reconsider(after: before, now: session.signedLog) { try? reader.standing(at: session.signedLog) }
        if now != session.bets { session.bets = now }
    }
}
