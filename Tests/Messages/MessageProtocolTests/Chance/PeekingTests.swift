import Crypto
import Effort
import Testing
import Values

@testable import MessageProtocol

/// A changed app that computes its draw before it chooses, over many games. The app knows every
/// open chain link and its own chain, and still wins no more than an honest app. If a game declares
/// that its numbers are known at once, the changed app wins more, as the game's label warns.
@Suite struct PeekingTests {
    /// The numbers that follow from a key.
    private struct Numbers {
        private let key: [UInt8]
        private var words: [UInt32] = []
        private var block: UInt64 = 0

        init(_ key: [UInt8]) { self.key = key }

        mutating func next(_ count: Int) -> Int {
            let count = UInt64(count)
            while true {
                if words.isEmpty {
                    var hash = SHA256()
                    hash.update(data: key)
                    withUnsafeBytes(of: block.bigEndian) { hash.update(bufferPointer: $0) }
                    hash.finalize().withUnsafeBytes { bytes in
                        for place in stride(from: 28, through: 0, by: -4) {
                            words.append(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
                        }
                    }
                    block += 1
                }
                let word = UInt64(words.removeLast())
                if word < (1 << 32) - (1 << 32) % count { return Int(word % count) + 1 }
            }
        }
    }

    /// Two seats that draw by chain links: the real chains, runs and keys, without rules.
    private struct Seats {
        private var book: RandomDrawLedger
        private var runs = LinkRuns(seats: 2)
        private let links: [[Link]]
        private(set) var isUsedUp = false

        init(_ number: Int, quick: Bool) throws {
            let test = try TestMatch("dice", id: UInt8(number % 256), isChained: true)
            book = RandomDrawLedger(test.match, isQuick: quick)
            links = try (0..<2).map { seat in
                let key = try SeatKey(secret: [UInt8](repeating: UInt8((number * 2 + seat) % 256), count: 32))
                var link = try #require(Chain(of: key, in: test.match.id)[Chain.length])
                var all = [link]
                for before in stride(from: Chain.length - 1, through: 0, by: -1) {
                    link = link.before(number: before, of: key.publicKey, in: test.match.id)
                    all.append(link)
                }
                return all.reversed()
            }
            for seat in 1...2 { reach(seat, .witness) }
        }

        private mutating func reach(_ seat: Int, _ action: Ply.Action) {
            let number = runs.note(Ply(seat: seat, action: action))
            if let number, number + 4 > Chain.length { isUsedUp = true }
            let link = number.flatMap { links[seat - 1].indices.contains($0) ? links[seat - 1][$0] : nil }
            book.reach(Ply(seat: seat, action: action, link: link))
        }

        /// Makes a move that draws nothing.
        mutating func pass(_ seat: Int) {
            reach(seat, .move(1))
            book.choose(isForced: false)
        }

        /// Makes a move that draws and the witness ply for it, and returns the numbers.
        mutating func draw(_ seat: Int, isForced: Bool = false) -> Numbers {
            reach(seat, .move(1))
            let place = book.place(of: seat)
            book.choose(isForced: isForced)
            guard !book.isKnownAtOnce else {
                let key = book.key(at: place)
                book.noteDraw(of: seat)
                return Numbers(key)
            }
            book.await(ply: seat)
            while let witness = book.owed { reach(witness, .witness) }
            book.goOn()
            return Numbers(book.key(at: place))
        }

        /// Returns a seat's guess of its next draw, from all open links and its own chain.
        func foresee(_ seat: Int) -> Numbers {
            var copy = self
            copy.reach(seat, .move(1))
            return Numbers(copy.book.key(at: copy.book.place(of: seat)))
        }
    }

    /// The number of right guesses, and the number expected by chance.
    private struct Guesses {
        var right = 0.0
        var expected = 0.0
        var variance = 0.0

        mutating func note(_ isRight: Bool, of choices: Int) {
            let chance = 1 / Double(choices)
            right += isRight ? 1 : 0
            expected += chance
            variance += chance * (1 - chance)
        }

        var deviation: Double { (right - expected) / variance.squareRoot() }
    }

    private static let games = TestEffort.extent(quick: 1_000, full: 10_000)
    /// The least number of standard deviations by which the guesses of a seat that can peek are
    /// better than chance. The number grows with the square root of the number of games.
    private static let clear = Double(games).squareRoot()

    // MARK: Pig

    private static func roll(_ numbers: Numbers, _ count: Int) -> Int {
        var (numbers, points) = (numbers, 0)
        for _ in 0..<count {
            let die = numbers.next(6)
            if die == 1 { return 0 }
            points += die
        }
        return points
    }

    /// Plays pig to fifty. The honest seat always rolls five times, the peeking seat rolls as often
    /// as its guesses advise.
    ///
    /// - Returns: The number of games that the peeking seat won, and its guesses of its first die.
    private static func pig(quick: Bool) throws -> (wins: Int, guesses: Guesses) {
        var (seats, number, wins, guesses) = (try Seats(0, quick: quick), 0, 0, Guesses())
        for game in 0..<games {
            if seats.isUsedUp {
                number += 1
                seats = try Seats(number, quick: quick)
            }
            let peeker = game % 2 + 1
            var points = [0, 0]
            var seat = game / 2 % 2 + 1
            while true {
                var count = 5
                if seat == peeker {
                    let seen = seats.foresee(seat)
                    let best = (1...10).map { (count: $0, points: roll(seen, $0)) }
                    let most = best.map(\.points).max() ?? 0
                    count = best.filter { $0.points == most }.map(\.count).min { abs($0 - 5) < abs($1 - 5) } ?? 5
                    var (guess, drawn) = (seen, seats.draw(seat))
                    points[seat - 1] += roll(drawn, count)
                    guesses.note(guess.next(6) == drawn.next(6), of: 6)
                } else {
                    points[seat - 1] += roll(seats.draw(seat), count)
                }
                if points[seat - 1] >= 50 { break }
                seat = 3 - seat
            }
            wins += seat == peeker ? 1 : 0
        }
        return (wins, guesses)
    }

    @Test func aPeekerAtPigWinsNoMore() throws {
        let (wins, guesses) = try Self.pig(quick: false)
        let error = (Double(Self.games) / 4).squareRoot()
        #expect(Double(wins) <= Double(Self.games) / 2 + 3 * error, "\(wins)")
        #expect(abs(guesses.deviation) < 3, "\(guesses)")
    }

    @Test func aPeekerAtQuickPigWinsMore() throws {
        let (wins, guesses) = try Self.pig(quick: true)
        let error = (Double(Self.games) / 4).squareRoot()
        #expect(Double(wins) > Double(Self.games) / 2 + 3 * error, "\(wins)")
        #expect(guesses.deviation > Self.clear, "\(guesses)")
    }

    // MARK: Blackjack

    private static func points(_ hand: [Int]) -> Int {
        let total = hand.reduce(0) { $0 + min(10, $1) }
        return hand.contains(1) && total <= 11 ? total + 10 : total
    }

    private static func gain(_ hand: [Int], _ dealer: [Int]) -> Int {
        let (mine, theirs) = (points(hand), points(dealer))
        if mine > 21 { return -2 }
        let naturals = (hand.count == 2 && mine == 21, dealer.count == 2 && theirs == 21)
        if naturals.0 != naturals.1 { return naturals.0 ? 3 : -2 }
        return mine == theirs ? 0 : theirs > 21 || mine > theirs ? 2 : -2
    }

    /// Plays rounds of blackjack: the dealer is first, and plays for the house. The honest seat
    /// stands on fifteen. The peeking seat takes a card if by its guess the hand stays within 21.
    ///
    /// - Returns: The difference of the gains of both seats, game by game, and the guesses of the
    ///   next card.
    private static func blackjack(quick: Bool) throws -> (gains: [Double], guesses: Guesses) {
        var (seats, number, gains, guesses) = (try Seats(100, quick: quick), 100, [Double](), Guesses())
        for game in 0..<games {
            if seats.isUsedUp {
                number += 1
                seats = try Seats(number, quick: quick)
            }
            let (peeker, first) = (game % 2 + 1, game / 2 % 2 + 1)
            var deck = (1...13).flatMap { [$0, $0, $0, $0] }
            var hands: [[Int]] = [[], []]
            var dealt = seats.draw(first, isForced: true)
            for index in 0..<4 { hands[index / 2].append(deck.remove(at: dealt.next(deck.count) - 1)) }
            var dealer = [deck.remove(at: dealt.next(deck.count) - 1)]
            for seat in [first, 3 - first] {
                while points(hands[seat - 1]) < 21 {
                    var hits = points(hands[seat - 1]) < 15
                    var guess: Int?
                    if seat == peeker {
                        var seen = seats.foresee(seat)
                        let place = seen.next(deck.count)
                        guess = place
                        hits = points(hands[seat - 1] + [deck[place - 1]]) <= 21
                    }
                    guard hits else {
                        seats.pass(seat)
                        break
                    }
                    var drawn = seats.draw(seat)
                    let place = drawn.next(deck.count)
                    if let guess { guesses.note(guess == place, of: deck.count) }
                    hands[seat - 1].append(deck.remove(at: place - 1))
                }
            }
            var revealed = seats.draw(first, isForced: true)
            repeat { dealer.append(deck.remove(at: revealed.next(deck.count) - 1)) } while points(dealer) < 17
            gains.append(Double(gain(hands[peeker - 1], dealer) - gain(hands[2 - peeker], dealer)))
        }
        return (gains, guesses)
    }

    /// Returns the additional gain of the peeking seat, in standard errors.
    private static func lead(_ gains: [Double]) -> Double {
        let count = Double(gains.count)
        let mean = gains.reduce(0, +) / count
        let variance = gains.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
        return mean / (variance / count).squareRoot()
    }

    @Test func aPeekerAtBlackjackWinsNoMore() throws {
        let (gains, guesses) = try Self.blackjack(quick: false)
        #expect(Self.lead(gains) <= 3, "\(Self.lead(gains))")
        #expect(abs(guesses.deviation) < 3, "\(guesses)")
    }

    @Test func aPeekerAtQuickBlackjackWinsMore() throws {
        let (gains, guesses) = try Self.blackjack(quick: true)
        #expect(Self.lead(gains) > 3, "\(Self.lead(gains))")
        #expect(guesses.deviation > Self.clear, "\(guesses)")
    }
}
