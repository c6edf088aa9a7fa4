import Effort
import Testing
import Values

@testable import MessageProtocol

/// At every position of random matches, an accepted bet can count, and a rejected bet couldn't
/// count.
@Suite struct BetPoolTests {
    @Test(arguments: ["sticks", "pick"], [2, 3, 4])
    func whatIsTakenCanCount(_ game: String, _ seats: Int) throws {
        var (taken, refused) = (0, 0)
        let walks = TestEffort.extent(quick: 1, full: 4)
        for seed in 1...UInt64(walks) {
            var walk = try BetWalk(game, seats: seats, seed: seed)
            for step in 0..<16 {
                let bet = try walk.bet()
                let code = try walk.test.verdict(on: walk.test.url(offering: bet)).code
                let canCount = try walk.canCount(bet)
                #expect(
                    code == (canCount ? "bet" : "bet_refused"),
                    "\(game), \(seats) seats, seed \(seed), step \(step): \(walk.text)")
                if canCount { taken += 1 } else { refused += 1 }
                guard try walk.goOn() else { break }
            }
        }
        #expect(taken > walks + 1 && refused > walks + 1, "\(taken) taken, \(refused) refused")
    }

    @Test func theNextMoveClosesThePools() throws {
        let test = try TestMatch.seated(options: ["sticks": 40]).with(1, .move(1)).with(2, .move(1)).with(1, .move(1))
        let verdict = test.verdict(on: try test.url(offering: test.bet(on: 1, 5)))
        #expect(verdict.code == "bet_refused" && verdict.line.contains("too late"))
        // with a third seat that must still move twice, the next move carries the bet
        var three = try TestMatch.seated(options: ["sticks": 41], names: ["Ana", "Bob", "Cat"])
        try three.takeSticks([1, 1, 1, 1])
        #expect(three.verdict(on: try three.url(offering: three.bet(on: 1, 5))).code == "bet")
        try three.takeSticks([1])
        #expect(three.verdict(on: try three.url(offering: three.bet(on: 1, 5))).code == "bet_refused")
    }

    @Test func nothingIsBetOnAMatchThatIsOver() throws {
        let test = try TestMatch.seated(options: ["sticks": 40]).with(1, .resign)
        let verdict = test.verdict(on: try test.url(offering: test.bet(on: 2, 5)))
        #expect(verdict.code == "bet_refused" && verdict.line.contains("over"))
    }

    /// A bet with number 0 counts, so another bet of the same key with that number never will.
    @Test func aPlaceIsTakenOnce() throws {
        let start = try TestMatch.seated(options: ["sticks": 40])
        let test = try start.carrying(start.bet(on: 1, 5), seat: 1)
        #expect(test.verdict(on: try test.url(offering: test.bet(on: 2, 7))).code == "bet_refused")
        #expect(test.verdict(on: try test.url(offering: test.bet(on: 2, 7, number: 1))).code == "bet")
        #expect(test.verdict(on: try test.url(offering: test.bet(on: 1, 5))).code == "duplicate")
    }

    /// Entries are judged by the bets before their round. Another bet of the same key waits for the
    /// next round, if there is one.
    @Test func aSecondBetWaitsForTheNextRound() throws {
        let start = try TestMatch.seated("pick")
        let first = try start.carrying(start.bet(on: 1, 5), seat: 1, placement: .newRound)
        let second = try start.bet(on: 2, 7, number: 1)
        #expect(first.verdict(on: try first.url(offering: second)).code == "bet")
        let round = try first.entering(2, 1)
        let last = try round.carrying(round.bet(on: 0, 3, number: 1), seat: 1, placement: .newRound)
        #expect(last.verdict(on: try last.url(offering: start.bet(on: 2, 7, number: 2))).code == "bet_refused")
        #expect(last.verdict(on: try last.url(offering: start.bet("Dee", on: 2, 7, key: 91))).code == "bet")
    }
}

/// A random match in which some moves carry bets.
private struct BetWalk {
    private(set) var test: TestMatch
    private var random: SplitMix64

    init(_ game: String, seats: Int, seed: UInt64) throws {
        let options: [String: Value] = game == "pick" ? ["rounds": 4] : ["sticks": 41]
        test = try TestMatch.seated(game, options: options, names: Array(["Ana", "Bob", "Cat", "Dan"].prefix(seats)))
        random = SplitMix64(seed: seed)
    }

    var text: String { test.log.log.plies.map { "\($0.seat) \($0.action) \($0.bets.count)" }.joined(separator: ", ") }

    func bet() throws -> Bet {
        let key = try test.bet(on: 1, 1).bettor.key
        return try test.bet(on: 1, 1, number: BetBook(of: test.log).count(of: key))
    }

    private static func standing(_ test: TestMatch) throws -> ReplayPosition {
        var replay = try Replay(test.log, known: 0, library: ToyLibrary())
        _ = try replay.run()
        return try replay.standing()
    }

    private static func isLegal(_ test: TestMatch) -> Bool {
        guard var replay = try? Replay(test.log, known: 0, library: ToyLibrary()) else { return false }
        return (try? replay.run()) != nil
    }

    /// Returns the match with a move of a seat in any legal place; nil if the rules reject it.
    private static func move(_ test: TestMatch, _ seat: Int, carrying bets: [Bet] = []) -> TestMatch? {
        for placement in [SignedLog.Placement.end, .currentRound, .newRound] {
            var next = test
            guard
                let log = try? test.log.adding(
                    [.move(1)], bets: bets, seat: seat, placement: placement, key: test.keys[seat - 1])
            else { continue }
            next.log = log
            if isLegal(next) { return next }
        }
        return nil
    }

    /// Returns whether some move can carry the bet, if nobody leaves.
    func canCount(_ bet: Bet) throws -> Bool {
        var test = test
        for _ in 0..<12 {
            let standing = try Self.standing(test)
            for seat in standing.seats {
                if let carrying = Self.move(test, seat, carrying: [bet]), carrying.log.forgery() == nil,
                    BetBook(of: carrying.log).counts(bet)
                {
                    return true
                }
            }
            guard let seat = standing.seats.last, let next = Self.move(test, seat) else { return false }
            test = next
        }
        return false
    }

    /// Makes a random step; returns false if none is possible.
    mutating func goOn() throws -> Bool {
        let standing = try Self.standing(test)
        if standing.isOver { return false }
        let seats = test.keys.count
        let other = Int.random(in: 1...seats, using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0:
            if let overdue = standing.seats.first(where: { $0 != other }),
                let next = try? test.with(other, .claim(against: overdue)), Self.isLegal(next)
            {
                test = next
                return true
            }
        case 1:
            if let next = try? test.with(other, .resign), Self.isLegal(next) {
                test = next
                return true
            }
        default: break
        }
        guard let seat = standing.seats.randomElement(using: &random) else { return false }
        let bets = Int.random(in: 0..<3, using: &random) == 0 ? [try bet()] : []
        guard let next = Self.move(test, seat, carrying: bets) ?? Self.move(test, seat) else { return false }
        // a bet that isn't signed for its place would make the log forged
        test = next.log.forgery() == nil ? next : Self.move(test, seat) ?? next
        return true
    }
}
