/// The distribution of the chips of a match: parimutuel, over the whole pot.
public struct Settlement: Hashable, Sendable {
    /// The chips of one bettor.
    public struct Account: Hashable, Sendable {
        /// The bettor, with the display name of their first bet that counts.
        public let bettor: SeatedPlayer
        /// The chips that were bet.
        public let stake: Int
        /// The chips that the pot pays back.
        public let payout: Int

        /// The chips after the settlement.
        public var balance: Int { Bet.chipsOfBettor - stake + payout }
    }

    /// The bettors' accounts, in the order of their first bets.
    public let accounts: [Account]
    /// The payout of each bet that counts, in the order of the book.
    public let payouts: [Int]
    /// Whether the bets were returned, because there is no final result or nobody had bet on the
    /// result.
    public let isReturned: Bool
}

extension BetBook {
    /// Divides the pot.
    ///
    /// The bets on the winners share all chips in proportion to their stakes, rounded down to whole
    /// chips. The chips that remain go, one each, to the bets with the largest fractions. Of two bets
    /// with equal fractions, the earlier bet comes first. The pools of several winners count as one.
    /// The sum of all balances is always 100 chips for each bettor.
    ///
    /// - Parameter winners: The seats that won. Empty if nobody won, so that the bets on pool 0 win.
    ///   Nil if there is no final result, because the match isn't over or is void.
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

    /// Returns the payout of each bet. At least one bet must have won.
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
