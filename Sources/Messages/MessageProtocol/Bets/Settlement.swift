/// What becomes of the chips of a match: parimutuel, over the whole pot.
public struct Settlement: Hashable, Sendable {
    /// One bettor's chips.
    public struct Account: Hashable, Sendable {
        /// Who bet, by the name of their first bet that counts.
        public let bettor: SeatEntry
        /// All that was bet.
        public let stake: Int
        /// What comes back of the pot.
        public let payout: Int

        /// The chips at the end.
        public var balance: Int { Bet.chipsOfBettor - stake + payout }
    }

    /// In the order in which they bet first.
    public let accounts: [Account]
    /// For each bet that counts what it brings, in the order of the book.
    public let payouts: [Int]
    /// Were the bets given back? There was no final result, or nobody had bet on it.
    public let isReturned: Bool
}

extension BetBook {
    /// Shares the pot out.
    ///
    /// The bets on the winners share all chips in proportion to theirs, in whole chips; what is left over goes, one chip each,
    /// to the largest fractions, and among equal ones to the earlier bet. Several winners' pools are one. The sum of all
    /// balances is always 100 chips for each bettor.
    ///
    /// - Parameter winners: The seats that won; none if nobody did, which is pool 0. Nil where there is no final result: the
    ///   match isn't over, or is void.
    public func settlement(winners: [Int]?) -> Settlement {
        let pools: Set<Int>? = winners.map { $0.isEmpty ? [0] : Set($0) }
        let winning = entries.indices.filter { pools?.contains(entries[$0].bet.pool) ?? false }
        let payouts = winning.isEmpty ? entries.map(\.bet.chips) : shares(of: winning)
        var order: [SeatKey.Public] = []
        var accounts: [SeatKey.Public: Settlement.Account] = [:]
        for (entry, payout) in zip(entries, payouts) {
            let bettor = entry.bet.bettor
            let before = accounts[bettor.key]
            if before == nil { order.append(bettor.key) }
            accounts[bettor.key] = Settlement.Account(
                bettor: before?.bettor ?? bettor, stake: (before?.stake ?? 0) + entry.bet.chips,
                payout: (before?.payout ?? 0) + payout)
        }
        return Settlement(
            accounts: order.compactMap { accounts[$0] }, payouts: payouts, isReturned: winning.isEmpty)
    }

    /// What each bet brings where some have won.
    private func shares(of winning: [Int]) -> [Int] {
        let pot = entries.reduce(0) { $0 + $1.bet.chips }
        let winners = winning.reduce(0) { $0 + entries[$1].bet.chips }
        var payouts = Array(repeating: 0, count: entries.count)
        for index in winning { payouts[index] = pot * entries[index].bet.chips / winners }
        func fraction(_ index: Int) -> Int { pot * entries[index].bet.chips % winners }
        let byFraction = winning.sorted { (fraction($1), $0) < (fraction($0), $1) }
        for index in byFraction.prefix(pot - payouts.reduce(0, +)) { payouts[index] += 1 }
        return payouts
    }
}
