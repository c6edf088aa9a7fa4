import Testing

@testable import MessageProtocol

/// The bets that count, and the sentence for each bet that doesn't count.
@Suite struct BetBookTests {
    private static func seated() throws -> TestMatch { try TestMatch.seated(options: ["sticks": 40]) }

    /// Returns why a device that knows `test` rejects a move with a bet.
    private static func reason(_ carrying: TestMatch, after test: TestMatch) throws -> String {
        guard case .illegalTransition(_, _, let reason) = try test.verdict(on: carrying) else {
            return try test.verdict(on: carrying).code
        }
        return reason
    }

    @Test func betsAreCountedInTheOrderOfTheLog() throws {
        let start = try Self.seated()
        let (cai, dee) = (try start.bet(on: 1, 20), try start.bet("Dee", on: 2, 70, key: 91))
        var test = try start.carrying(cai, dee, seat: 1)
        test = try test.carrying(test.bet(on: 0, 80, number: 1), seat: 2)
        let book = BetBook(of: test.log)
        #expect(book.entries.map(\.bet.chips) == [20, 70, 80])
        #expect(book.entries.map(\.number) == [0, 0, 1] && book.entries.map(\.ply) == [2, 2, 3])
        #expect([0, 1, 2].map(book.chips(on:)) == [80, 20, 70])
        #expect(book.left(of: cai.bettor.key) == 0 && book.left(of: dee.bettor.key) == 30)
        #expect(book.isOpen && book.count(of: cai.bettor.key) == 2)
    }

    @Test func poolsOpenWhenAllAreSeated() throws {
        let invited = try TestMatch(options: ["sticks": 40])
        #expect(!BetBook(of: invited.log).isComplete && !BetBook(of: invited.log).isOpen)
        let early = try invited.carrying(invited.bet(on: 1, 1), seat: 1)
        #expect(try Self.reason(early, after: invited) == "the bet is too early: expected all seats to be taken")
        #expect(BetBook(of: early.log).entries.isEmpty)
        #expect(BetBook(of: try Self.seated().log).isOpen)
    }

    @Test func theMoveThatClosesThePoolsCarriesNone() throws {
        let start = try Self.seated().with(1, .move(1)).with(2, .move(1))
        let late = "the bet is too late: every seat has made two moves"
        let third = try start.carrying(start.bet(on: 1, 1), seat: 1)
        #expect(try Self.reason(third, after: start) == "adopt")
        let before = try start.with(1, .move(1))
        #expect(BetBook(of: before.log).isOpen)
        let closing = try before.carrying(before.bet(on: 1, 1), seat: 2)
        #expect(try Self.reason(closing, after: before) == late)
        let closed = try before.with(2, .move(1))
        #expect(!BetBook(of: closed.log).isOpen)
        let after = try closed.carrying(closed.bet(on: 1, 1), seat: 1)
        #expect(try Self.reason(after, after: closed) == late)
        #expect(BetBook(of: after.log).entries.isEmpty && BetBook(of: closing.log).entries.isEmpty)
    }

    /// The pools don't wait for the moves of a seat that has left.
    @Test func aSeatThatLeavesIsNotWaitedFor() throws {
        let names = ["Ana", "Bob", "Cat"]
        let start = try TestMatch.seated(options: ["sticks": 41], names: names)
        var test = start
        try test.takeSticks([1, 1, 1, 2, 2])
        #expect(BetBook(of: test.log).isOpen)
        #expect(!BetBook(of: try test.with(3, .resign).log).isOpen)
        // One claim doesn't put a seat out, two do; a move of the seat ends the claims against it.
        let claimed = try test.with(1, .claim(against: 3))
        #expect(BetBook(of: claimed.log).isOpen)
        #expect(!BetBook(of: try claimed.with(2, .claim(against: 3)).log).isOpen)
        #expect(BetBook(of: try claimed.with(1, .claim(against: 3)).log).isOpen)
        #expect(BetBook(of: try test.with(1, .resign).log).isOpen)
    }

    @Test func whoPlaysDoesNotBet() throws {
        let test = try Self.seated()
        let bet = try Bet(
            on: 1, chips: 5, number: 0, token: DisplayName("Bob"), key: test.keys[1], in: test.match)
        #expect(
            try Self.reason(test.carrying(bet, seat: 1), after: test)
                == "the bettor plays: expected a key that has no seat, found that of seat 2")
    }

    @Test func poolsAreTheSeatsAndNobody() throws {
        let test = try Self.seated()
        for pool in 0...2 {
            #expect(try Self.reason(test.carrying(test.bet(on: pool, 1), seat: 1), after: test) == "adopt")
        }
        #expect(
            try Self.reason(test.carrying(test.bet(on: 3, 1), seat: 1), after: test)
                == "the bet is on seat 3: expected one from 1 to 2, or 0 for nobody")
    }

    @Test func nobodyBetsMoreThanTheyHave() throws {
        let test = try Self.seated()
        #expect(try Self.reason(test.carrying(test.bet(on: 1, 100), seat: 1), after: test) == "adopt")
        #expect(
            try Self.reason(test.carrying(test.bet(on: 1, 101), seat: 1), after: test)
                == "the bet is over the balance: expected at most 100 chips, found 101")
        let bet = try test.carrying(test.bet(on: 1, 60), seat: 1)
        #expect(
            try Self.reason(bet.carrying(bet.bet(on: 2, 41, number: 1), seat: 2), after: bet)
                == "the bet is over the balance: expected at most 40 chips, found 41")
        #expect(
            try Self.reason(
                test.carrying(test.bet(on: 1, 60), test.bet(on: 2, 41, number: 1), seat: 1), after: test)
                == "the bet is over the balance: expected at most 40 chips, found 41")
    }

    /// There is room for six of the bets with names of three letters.
    @Test func asManyBetsCountAsHaveRoom() throws {
        let test = try Self.seated()
        func bets(_ keys: ClosedRange<UInt8>) throws -> [Bet] { try keys.map { try test.bet(on: 1, 1, key: $0) } }
        var full = test
        full.log = try test.log.adding([.move(1)], bets: bets(90...94), seat: 1, key: test.keys[0])
        let six = try full.carrying(full.bet(on: 1, 1, key: 105), seat: 2)
        #expect(try Self.reason(six, after: full) == "adopt")
        #expect(BetBook(of: six.log).entries.count == 6)
        let more = try full.carrying(full.bet(on: 1, 1, key: 105), full.bet(on: 1, 1, key: 106), seat: 2)
        #expect(try Self.reason(more, after: full) == "the match has as many bets as it has room for: no more count")
    }

    // MARK: Rounds

    /// Entries that cross are judged independently. Bets that their union doesn't allow aren't
    /// counted.
    @Test func entriesThatCrossKeepWhatHolds() throws {
        let start = try TestMatch.seated("pick")
        let (first, second) = (try start.bet(on: 1, 60), try start.bet(on: 2, 30, number: 1))
        let other = try start.bet("Dee", on: 2, 10, key: 91)
        let one = try start.carrying(first, seat: 1, placement: .newRound)
        let two = try start.carrying(first, second, other, seat: 2, placement: .newRound)
        let union = try #require(try one.verdict(of: 1, on: two).adoption)
        #expect(union.cause == .union)
        #expect(try two.verdict(of: 2, on: one).adopted?.head == union.signedLog.head)
        let book = BetBook(of: union.signedLog)
        #expect(book.entries.map(\.bet) == [first, second, other])
        #expect(book.entries.map(\.number) == [0, 1, 0])
        // the same log in one message, for a phone that doesn't know the match yet
        var both = start
        both.log = union.signedLog
        #expect(try start.verdict(on: both).adopted == union.signedLog)
    }

    @Test func crossingEntriesKeepTheBalanceAndShareTheRoom() throws {
        let start = try TestMatch.seated("pick")
        // two versions of one bet, signed by its key
        let crossing = try start.carrying(start.bet(on: 1, 60), seat: 1, placement: .newRound).carrying(
            start.bet(on: 2, 60), start.bet(on: 0, 40, number: 1), seat: 2, placement: .currentRound)
        #expect(try start.verdict(on: crossing).adopted == crossing.log)
        #expect(BetBook(of: crossing.log).entries.map(\.bet.chips) == [60, 40])
        var full = start
        let many = try (UInt8(90)...92).map { try start.bet(on: 1, 1, key: $0) }
        full.log = try start.log.adding(
            [.move(1)], bets: many, seat: 1, placement: .newRound, key: start.keys[0])
        let last = try full.carrying(
            start.bet(on: 1, 2, key: 105), start.bet(on: 1, 3, key: 106), seat: 2, placement: .currentRound)
        #expect(try start.verdict(on: last).adopted == last.log)
        #expect(BetBook(of: last.log).entries.map(\.bet.chips) == [1, 1, 1, 2, 3])
        // a bet that exceeds the balance on its own is rejected in a round, too
        let over = try crossing.carrying(crossing.bet(on: 1, 1, number: 2), seat: 1, placement: .newRound)
        #expect(try Self.reason(over, after: crossing).hasPrefix("the bet is over the balance"))
    }

    /// The pools close at the end of the second round, so the first entry of the round mustn't lose
    /// a bet.
    @Test func aRoundClosesThePoolsWithItsEnd() throws {
        let start = try TestMatch.seated("pick").entering(1, 1, new: true).entering(2, 1)
        let one = try start.carrying(start.bet(on: 1, 5), seat: 1, placement: .newRound)
        let both = try one.carrying(start.bet("Dee", on: 1, 6, key: 91), seat: 2, placement: .currentRound)
        #expect(try start.verdict(on: both).adopted == both.log)
        #expect(BetBook(of: both.log).entries.count == 2 && !BetBook(of: both.log).isOpen)
        let late = try both.carrying(start.bet(on: 1, 5, number: 1), seat: 1, placement: .newRound)
        #expect(try Self.reason(late, after: both).hasPrefix("the bet is too late"))
    }
}
