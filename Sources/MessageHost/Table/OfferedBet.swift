import MessageWire

/// A bet that no ply carries yet.
public struct OfferedBet: Hashable, Sendable {
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

    /// Why an offer is of no use; nil if a ply may carry it.
    func refusal(of offer: OfferedBet, _ book: BetBook) -> String? {
        let key = offer.bet.bettor.key
        let own = bets.filter { $0.bet.bettor.key == key && $0.number != offer.number }
        guard offer.number >= book.count(of: key),
            !bets.contains(where: { $0.number == offer.number && $0.bet.bettor.key == key && $0 != offer })
        else { return "another bet of the same person has its place" }
        return book.refusal(of: offer.bet, behind: own.filter { $0.number < offer.number }.map(\.bet))?.description
    }

    /// The log became another one: bets that were lost with their plies are offered again, those that stand in the log or
    /// can't count any more aren't.
    mutating func reconsiderBets(after before: SignedLog) {
        let (old, new) = (BetBook(of: before), book)
        guard !bets.isEmpty || old.entries.contains(where: { !new.counts($0.bet) }) else { return }
        for entry in old.entries where !new.counts(entry.bet) {
            let lost = OfferedBet(bet: entry.bet, number: entry.number)
            if !bets.contains(lost) { bets.append(lost) }
        }
        bets.removeAll { offer in
            let key = offer.bet.bettor.key
            guard !new.counts(offer.bet), offer.number >= new.count(of: key) else { return true }
            return new.isComplete && new.refusal(of: offer.bet) != nil
        }
    }

    /// The offers that a move may carry, in the order in which they came.
    ///
    /// - Parameters:
    ///   - log: Where the move is made.
    func bets(
        carriedBy action: Ply.Action, seat: Int, _ placement: SignedLog.Placement, on log: SignedLog
    ) -> [Bet] {
        guard !bets.isEmpty else { return [] }
        let place: Ply.Place =
            switch placement {
            case .end: .alone
            case .newRound: .beginsRound
            case .currentRound: .continuesRound
            }
        let book = BetBook(of: log)
        var carried: [Bet] = []
        var waiting = bets
        while carried.count < Bet.mostOfMatch,
            let next = waiting.firstIndex(where: { offer in
                let ply = Ply(seat: seat, action: action, place: place, bets: carried + [offer.bet])
                return book.mayCarry(ply, lastWith: offer.number)
            })
        {
            carried.append(waiting.remove(at: next).bet)
        }
        return carried
    }
}
