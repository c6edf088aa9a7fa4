import Testing

@testable import MessageWire

/// Two logs of one match, and which of them stays.
@Suite struct ForkTests {
    /// The decision seen from both sides.
    private static func decisions(_ left: TestMatch, _ right: TestMatch) throws -> [Fork.Decision] {
        [
            try #require(Fork(ours: left.log, theirs: right.log)).decision(),
            try #require(Fork(ours: right.log, theirs: left.log)).decision(),
        ]
    }

    /// `winner` stays wherever the two meet.
    private static func expect(
        _ winner: TestMatch, beats loser: TestMatch, _ reason: ForkReason,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(try decisions(winner, loser) == [.keep(reason), .take(reason)], sourceLocation: sourceLocation)
    }

    private static let three = ["Ana", "Bob", "Cat"]

    @Test func aBeginningIsNoFork() throws {
        let start = try TestMatch.seated()
        let longer = try start.with(1, .move(1))
        #expect(Fork(ours: start.log, theirs: longer.log) == nil)
        #expect(Fork(ours: longer.log, theirs: start.log) == nil)
        #expect(Fork(ours: start.log, theirs: start.log) == nil)
        let other = try start.with(1, .move(2))
        #expect(Fork(ours: longer.log, theirs: other.log)?.index == 1)
        // Logs of different matches aren't forks of one.
        #expect(Fork(ours: try TestMatch(id: 1).log, theirs: try TestMatch(id: 2).log) == nil)
    }

    // MARK: Different seats

    @Test func moreRunsInTurnWin() throws {
        let start = try TestMatch.seated()
        try Self.expect(start.with(1, .move(1)), beats: start.with(2, .claim(against: 1)), .moreRuns)
        try Self.expect(start.with(1, .move(1)), beats: start.with(2, .resign), .moreRuns)
        let group = try TestMatch.seated(names: Self.three).with(1, .move(1))
        let claimed = try group.with(3, .claim(against: 2))
        // One has played on: as many runs. Two have: more.
        try Self.expect(group.with(2, .move(1)), beats: claimed.with(3, .move(1)), .inTurn)
        try Self.expect(claimed.with(3, .move(1)).with(1, .move(1)), beats: group.with(2, .move(1)), .moreRuns)
    }

    /// A run counts once, however many plies it has: otherwise a seat that goes on could outgrow any answer.
    @Test func longRunsAreOneRun() throws {
        let start = try TestMatch.seated(names: Self.three).with(1, .move(1))
        let long = try start.with(2, .move(1), .move(1), .move(1), .move(1))
        let claimed = try start.with(3, .claim(against: 2))
        try Self.expect(long, beats: claimed, .moreRuns)
        try Self.expect(long, beats: claimed.with(3, .move(1)), .inTurn)
        try Self.expect(claimed.with(3, .move(1)).with(1, .move(1)), beats: long, .moreRuns)
    }

    @Test func withAsManyRunsATurnBeatsAClaim() throws {
        // Ana's run goes on: her second move makes no further run.
        let start = try TestMatch.seated().with(1, .move(1))
        let goesOn = try start.with(1, .move(1))
        try Self.expect(goesOn, beats: start.with(2, .claim(against: 1)), .inTurn)
        try Self.expect(goesOn, beats: start.with(2, .resign), .inTurn)
    }

    @Test func withTwoOutOfTurnTheLowerSeatStays() throws {
        let start = try TestMatch.seated(names: Self.three)
        try Self.expect(start.with(1, .resign), beats: start.with(2, .resign), .lowerSeat)
        try Self.expect(start.with(2, .resign), beats: start.with(3, .claim(against: 1)), .lowerSeat)
        try Self.expect(start.with(2, .claim(against: 1)), beats: start.with(3, .claim(against: 1)), .lowerSeat)
        // Length decides nothing.
        try Self.expect(start.with(1, .resign), beats: start.with(2, .resign).with(3, .resign), .lowerSeat)
    }

    /// The inviter can't take an invitation back that was accepted.
    @Test func aJoinIsInTurn() throws {
        let invited = try TestMatch()
        let joined = try invited.with(2, .join(invited.entry(2, "Bob")))
        try Self.expect(joined, beats: invited.with(1, .resign), .moreRuns)
        // Nor can she play on as if nobody had come: her run goes on, a join is a further one.
        let moved = try invited.with(1, .move(1))
        try Self.expect(
            moved.with(2, .join(invited.entry(2, "Bob"))), beats: moved.with(1, .move(1)), .moreRuns)
    }

    // MARK: The same seat

    @Test func theVersionThatWasAnsweredStays() throws {
        let start = try TestMatch.seated()
        let answered = try start.with(1, .move(1)).with(2, .move(1))
        try Self.expect(answered, beats: start.with(1, .move(2)), .answered)
        try Self.expect(answered, beats: start.with(1, .resign), .answered)
        // Any ply of another seat covers it, also one out of turn.
        try Self.expect(start.with(1, .move(1)).with(2, .resign), beats: start.with(1, .move(2)), .answered)
        // A seat's own later plies don't, however many.
        try Self.expect(answered, beats: start.with(1, .move(2), .move(1), .move(1), .resign), .answered)
    }

    @Test func withoutAnAnswerOursStays() throws {
        let start = try TestMatch.seated()
        let (left, right) = (try start.with(1, .move(1)), try start.with(1, .move(2), .move(1)))
        #expect(try Self.decisions(left, right) == [.keep(.undecided), .keep(.undecided)])
        #expect(try Self.decisions(left, start.with(1, .resign)) == [.keep(.undecided), .keep(.undecided)])
    }

    @Test func withBothAnsweredTheMatchOfThreeIsVoid() throws {
        let start = try TestMatch.seated(names: Self.three)
        let left = try start.with(1, .move(1)).with(2, .move(1))
        let right = try start.with(1, .move(2)).with(2, .move(1))
        #expect(try Self.decisions(left, right) == [.void(seat: 1), .void(seat: 1)])
        // Of two seats both would have signed both versions: each device stays with its own.
        let two = try TestMatch.seated()
        let pair = try Self.decisions(
            two.with(1, .move(1)).with(2, .move(1)), two.with(1, .move(2)).with(2, .move(1)))
        #expect(pair == [.keep(.undecided), .keep(.undecided)])
    }

    /// Two devices of one person accept the same invitation: the inviter's answer decides.
    @Test func twoJoinsForOneSeatAreDecidedByTheInviter() throws {
        let invited = try TestMatch()
        let other = SeatKey()
        let entry = SeatEntry(token: try DisplayToken("Bob"), key: other.publicKey)
        let first = try invited.with(2, .join(invited.entry(2, "Bob")))
        var second = invited
        second.log = try invited.log.adding([.join(entry)], seat: 2, key: other)
        #expect(try Self.decisions(first, second) == [.keep(.undecided), .keep(.undecided)])
        try Self.expect(first.with(1, .move(1)), beats: second, .answered)
    }

    // MARK: Closing

    /// Who closed a match agreed to how it ended, and can't go back behind that.
    @Test func whoClosedCannotGoOnElsewhere() throws {
        let start = try TestMatch.seated()
        let claimed = try start.with(2, .claim(against: 1))
        let moved = try start.with(1, .move(1))
        try Self.expect(moved, beats: claimed, .moreRuns)
        try Self.expect(claimed.with(1, .close), beats: moved, .settled)
        try Self.expect(claimed.with(1, .close), beats: moved.with(2, .move(1)), .settled)
        // That the claimant closes binds nobody else.
        try Self.expect(moved, beats: claimed.with(2, .close), .moreRuns)
    }

    @Test func aClosingIsFoundBehindOtherPlies() throws {
        let start = try TestMatch.seated(names: Self.three)
        let closed = try start.with(2, .claim(against: 1)).with(3, .resign).with(1, .close)
        try Self.expect(closed, beats: start.with(3, .resign).with(1, .move(1)), .settled)
    }

    /// Whoever resigned, and was answered, can't have entered the round instead; whichever seat is the lower one.
    @Test(arguments: [1, 2])
    func aResignationThatWasAnsweredStays(_ seat: Int) throws {
        let other = 3 - seat
        let start = try TestMatch.seated("pick")
        let entered = try start.entering(other, 1, new: true)
        let resigned = try entered.with(seat, .resign)
        let answered = try resigned.with(other, .close)
        // Without the other's entry, and behind it.
        try Self.expect(answered, beats: start.entering(seat, 2, new: true), .settled)
        let both = try entered.entering(seat, 2)
        try Self.expect(answered, beats: both, .settled)
        // Before the answer nothing is settled.
        for decision in try Self.decisions(resigned, both) { #expect(decision != .keep(.settled)) }
    }
}
