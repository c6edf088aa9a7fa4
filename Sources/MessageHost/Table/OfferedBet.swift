import MessageWire

/// A bet that no ply carries yet.
public struct OfferedBet: Hashable, Sendable {
    /// What the bettor signed.
    public let bet: Bet
    /// How many bets of its key have to count before it: what it is signed with.
    public let number: Int
}

extension MatchRecord {
    /// The bets that count in the log.
    public var book: BetBook { BetBook(of: signedLog) }

    /// The bets of this device that aren't carried yet, the next one first.
    public var ownOffers: [OfferedBet] {
        guard let key = who.ownKey else { return [] }
        return bets.filter { $0.bet.bettor.key == key }.sorted { $0.number < $1.number }
    }

}

extension [OfferedBet] {
    /// Why one more offer could never count; nil if a move may still carry it.
    ///
    /// - Parameter standing: Whose turn it is at the end of the book's log.
    func refusal(of offer: OfferedBet, _ book: BetBook, at standing: Standing) -> BetRefusal? {
        let key = offer.bet.bettor.key
        let others = filter { $0 != offer }
        guard !others.contains(where: { $0.bet.bettor.key == key && $0.number == offer.number }) else {
            return .placeTaken
        }
        // those of its own key behind it wait for it
        let before = others.filter { $0.bet.bettor.key != key || $0.number < offer.number }
        return book.refusal(of: offer.bet, number: offer.number, behind: before.map(\.bet), at: standing)
    }

    /// The log became another one: bets that were lost with their plies are offered again, those that stand in the log or
    /// can't count any more aren't.
    ///
    /// - Parameter standing: Whose turn it is at the end of the new log, asked where it matters; nil if the script fails.
    mutating func reconsider(after before: SignedLog, now log: SignedLog, at standing: () -> Standing?) {
        let (old, new) = (BetBook(of: before), BetBook(of: log))
        for entry in old.entries where !new.counts(entry.bet) {
            let lost = OfferedBet(bet: entry.bet, number: entry.number)
            if !contains(lost) { append(lost) }
        }
        removeAll { new.counts($0.bet) || $0.number < new.count(of: $0.bet.bettor.key) }
        guard !isEmpty, new.isComplete, let standing = standing() else { return }
        let all = self
        removeAll { offer in
            switch all.refusal(of: offer, new, at: standing) {
            // too many wait: those in front may be lost
            case nil, .tooMany?, .placeTaken?: false
            default: true
            }
        }
    }

    /// The offers that a move may carry, in the order in which they came.
    ///
    /// - Parameters:
    ///   - ply: The move, without bets.
    ///   - book: Where it is made.
    func carried(by ply: Ply, _ book: BetBook) -> [Bet] {
        var carried: [Bet] = []
        var waiting = self
        while carried.count < Bet.mostOfMatch,
            let next = waiting.firstIndex(where: { offer in
                book.mayCarry(ply.carrying(carried + [offer.bet]), lastWith: offer.number)
            })
        {
            carried.append(waiting.remove(at: next).bet)
        }
        return carried
    }
}
