import Testing
import Values

@testable import MessageProtocol

/// The distribution of the chips.
@Suite struct SettlementTests {
    /// Returns a book of three seats with bets by keys of one byte.
    private static func book(_ bets: [(key: UInt8, pool: Int, chips: Int)]) throws -> BetBook {
        let test = try TestMatch.seated(options: ["sticks": 40], names: ["Ana", "Bob", "Cat"])
        var counts: [UInt8: Int] = [:]
        var book = BetBook(of: test.log)
        var made: [Bet] = []
        for bet in bets {
            made.append(try test.bet(on: bet.pool, bet.chips, number: counts[bet.key, default: 0], key: bet.key))
            counts[bet.key, default: 0] += 1
        }
        book.note(Ply(seat: 1, action: .move(1), bets: made))
        try #require(book.entries.count == bets.count)
        return book
    }

    @Test func winnersShareThePotByTheirChips() throws {
        let book = try Self.book([(90, 1, 20), (91, 2, 30), (92, 1, 40)])
        let settled = book.settlement(winners: [1])
        #expect(settled.payouts == [30, 0, 60] && !settled.isReturned)
        #expect(settled.accounts.map(\.balance) == [110, 70, 120])
        #expect(book.settlement(winners: [2]).payouts == [0, 90, 0])
    }

    @Test func whatIsLeftGoesToTheLargestFraction() throws {
        // 100 chips for 3, 5 and 4 of 12: 25, 41⅔, 33⅓
        let book = try Self.book([(90, 1, 3), (91, 1, 5), (92, 1, 4), (93, 2, 88)])
        #expect(book.settlement(winners: [1]).payouts == [25, 42, 33, 0])
        // 10 chips for three equal bets: the first one gets the tenth
        #expect(
            try Self.book([(90, 2, 7), (91, 1, 1), (92, 1, 1), (93, 1, 1)]).settlement(winners: [1]).payouts
                == [0, 4, 3, 3])
    }

    @Test func nobodyWinsIsAPool() throws {
        let book = try Self.book([(90, 0, 10), (91, 1, 30)])
        #expect(book.settlement(winners: []).payouts == [40, 0])
        #expect(book.settlement(winners: [1]).payouts == [0, 40])
    }

    @Test func severalWinnersAreOnePool() throws {
        let book = try Self.book([(90, 1, 10), (91, 2, 10), (92, 3, 20)])
        #expect(book.settlement(winners: [1, 2]).payouts == [20, 20, 0])
        #expect(book.settlement(winners: [1, 2, 3]).payouts == [10, 10, 20])
    }

    @Test func whatNobodyWonIsReturned() throws {
        let book = try Self.book([(90, 1, 10), (91, 2, 20), (90, 2, 5)])
        for winners in [nil, [3], []] {
            let settled = book.settlement(winners: winners)
            #expect(settled.isReturned && settled.payouts == [10, 20, 5])
            #expect(settled.accounts.map(\.balance) == [100, 100])
            #expect(settled.accounts.map(\.stake) == [15, 20])
        }
    }

    @Test func anEmptyBookSettlesNothing() throws {
        #expect(try Self.book([]).settlement(winners: [1]).accounts.isEmpty)
    }

    /// In random books, no chip is created or lost, a bet on a winner never pays less than a
    /// smaller bet, and shares are rounded fractions.
    @Test(arguments: UInt64(1)...10)
    func noChipIsMadeOrLost(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for run in 0..<60 {
            var left: [UInt8: Int] = [:]
            var bets: [(key: UInt8, pool: Int, chips: Int)] = []
            for _ in 0..<Int.random(in: 0...16, using: &random) {
                let key = UInt8.random(in: 90...95, using: &random)
                let most = left[key, default: 100]
                guard most > 0 else { continue }
                let chips = Int.random(in: 1...most, using: &random)
                left[key] = most - chips
                bets.append((key, Int.random(in: 0...3, using: &random), chips))
            }
            let book = try Self.book(bets)
            let winners = (1...3).filter { _ in Bool.random(using: &random) }
            let settled = book.settlement(winners: Int.random(in: 0..<8, using: &random) == 0 ? nil : winners)
            let pot = bets.reduce(0) { $0 + $1.chips }
            let note: Comment = "seed \(seed), run \(run): \(bets), won by \(winners)"
            #expect(settled.payouts.reduce(0, +) == pot, note)
            #expect(settled.accounts.reduce(0) { $0 + $1.balance } == 100 * settled.accounts.count, note)
            #expect(settled.accounts.allSatisfy { $0.balance >= 0 }, note)
            guard !settled.isReturned else {
                #expect(settled.payouts == bets.map(\.chips), note)
                continue
            }
            let pools = winners.isEmpty ? [0] : winners
            let won = bets.indices.filter { pools.contains(bets[$0].pool) }
            let chips = won.reduce(0) { $0 + bets[$1].chips }
            for index in bets.indices {
                let exact = won.contains(index) ? Double(pot * bets[index].chips) / Double(chips) : 0
                #expect(abs(Double(settled.payouts[index]) - exact) < 1, note)
            }
            for (first, second) in zip(won, won.dropFirst()) where bets[first].chips == bets[second].chips {
                #expect(settled.payouts[first] >= settled.payouts[second], note)
            }
        }
    }
}
