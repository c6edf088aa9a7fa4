import Testing

@testable import MessageProtocol

/// Two logs of one match, and the decision which log stays.
@Suite struct ForkTests {
    /// Returns the decision of both sides.
    private static func decisions(_ left: TestMatch, _ right: TestMatch) throws -> [Fork.Decision] {
        [
            try #require(try Fork.decision(left.log, right.log)), try #require(try Fork.decision(right.log, left.log)),
        ]
    }

    /// Expects that `winner` stays on both sides.
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
        #expect(try Fork.decision(start.log, longer.log) == nil)
        #expect(try Fork.decision(longer.log, start.log) == nil)
        #expect(try Fork.decision(start.log, start.log) == nil)
        let other = try start.with(1, .move(2))
        #expect(Fork.index(longer.log, other.log) == 1)
        // logs of different matches are no fork
        #expect(Fork.index(try TestMatch(id: 1).log, try TestMatch(id: 2).log) == nil)
    }

    // MARK: Answered plies

    @Test func theVersionThatWasAnsweredStays() throws {
        let start = try TestMatch.seated()
        let answered = try start.with(1, .move(1)).with(2, .move(1))
        try Self.expect(answered, beats: start.with(1, .move(2)), .builtOn)
        try Self.expect(answered, beats: start.with(1, .resign), .builtOn)
        // a seat that only resigns after a move hasn't built on the move
        let undecided = [Fork.Decision.keep(.undecided), .keep(.undecided)]
        #expect(
            try Self.decisions(start.with(1, .move(1)).with(2, .resign), start.with(1, .move(2))) == undecided)
    }

    @Test func withoutAnAnswerOursStays() throws {
        let start = try TestMatch.seated()
        let undecided = [Fork.Decision.keep(.undecided), .keep(.undecided)]
        #expect(try Self.decisions(start.with(1, .move(1)), start.with(1, .move(2))) == undecided)
        #expect(try Self.decisions(start.with(1, .move(1)), start.with(1, .resign)) == undecided)
    }

    @Test func withBothAnsweredTheMatchOfThreeIsDisputed() throws {
        let start = try TestMatch.seated(names: Self.three)
        let left = try start.with(1, .move(1)).with(2, .move(1))
        let right = try start.with(1, .move(2)).with(2, .move(1))
        #expect(try Self.decisions(left, right) == [.disputed(seats: [1]), .disputed(seats: [1])])
        // one more answer decides, whichever log it is added to
        try Self.expect(right.with(3, .move(1)), beats: left, .builtOn)
        // with two seats, Ana has signed both versions and Bob has answered both, so each device
        // keeps its own log
        let two = try TestMatch.seated()
        let pair = try Self.decisions(
            two.with(1, .move(1)).with(2, .move(1)), two.with(1, .move(2)).with(2, .move(1)))
        #expect(pair == [.keep(.undecided), .keep(.undecided)])
    }

    /// Two devices of one person accept the same invitation, and the inviter's answer decides.
    @Test func twoJoinsForOneSeatAreDecidedByTheInviter() throws {
        let invited = try TestMatch()
        let other = SeatKey()
        let entry = SeatedPlayer(token: try DisplayName("Bob"), key: other.publicKey)
        let first = try invited.with(2, .join(invited.entry(2, "Bob")))
        var second = invited
        second.log = try invited.log.adding([.join(entry)], seat: 2, key: other)
        #expect(try Self.decisions(first, second) == [.keep(.undecided), .keep(.undecided)])
        try Self.expect(first.with(1, .move(1)), beats: second, .builtOn)
    }

    // MARK: Nobody built on either

    @Test func aPlyInTurnStaysBeforeAResignationBeforeAClaim() throws {
        let start = try TestMatch.seated(names: Self.three)
        let (moved, resigned) = (try start.with(1, .move(1)), try start.with(2, .resign))
        try Self.expect(moved, beats: resigned, .builtOn)
        try Self.expect(moved, beats: start.with(3, .claim(against: 1)), .builtOn)
        try Self.expect(resigned, beats: start.with(3, .claim(against: 1)), .inTurn)
        // length decides nothing
        try Self.expect(moved, beats: start.with(2, .resign).with(3, .claim(against: 1)), .builtOn)
    }

    @Test func theLowerSeatStays() throws {
        let start = try TestMatch.seated(names: Self.three)
        try Self.expect(start.with(1, .resign), beats: start.with(2, .resign), .lowerSeat)
        try Self.expect(start.with(2, .claim(against: 1)), beats: start.with(3, .claim(against: 1)), .lowerSeat)
        try Self.expect(
            start.with(2, .claim(against: 1)).with(3, .claim(against: 1)), beats: start.with(3, .claim(against: 1)),
            .lowerSeat)
    }

    /// If equally many seats built on each log, the log in which claims put out fewer seats stays.
    @Test func aSeatIsNotPutOutLightly() throws {
        let start = try TestMatch.seated(options: ["sticks": 40], names: Self.three + ["Dee"])
        let claims = try start.with(3, .claim(against: 1)).with(2, .claim(against: 1))
        let out = try claims.with(2, .move(1))
        let stays = try start.with(1, .move(1))
        try Self.expect(stays, beats: out, .fewerPutOut)
        try Self.expect(stays.with(2, .move(1)).with(3, .move(1)), beats: out.with(3, .move(1)), .builtOn)
    }

    /// The inviter can't withdraw an accepted invitation.
    @Test func aJoinIsInTurn() throws {
        let invited = try TestMatch()
        let joined = try invited.with(2, .join(invited.entry(2, "Bob")))
        try Self.expect(joined, beats: invited.with(1, .resign), .builtOn)
        // the inviter can't continue as if nobody had joined, either
        let moved = try invited.with(1, .move(1))
        let answered = try moved.with(2, .join(invited.entry(2, "Bob")))
        try Self.expect(answered, beats: moved.with(1, .resign), .builtOn)
    }

    // MARK: Claims

    /// A claim changes nothing. The claimed seat can move after the claim, even if another move
    /// crossed the claim.
    @Test func aMoveInFlightBeatsAClaim() throws {
        let start = try TestMatch.seated()
        let claimed = try start.with(2, .claim(against: 1))
        let moved = try start.with(1, .move(1))
        try Self.expect(moved, beats: claimed, .builtOn)
        // the same move after the claim isn't a second version, so the log that was built on stays
        let answered = try claimed.with(1, .move(1))
        try Self.expect(answered.with(2, .move(1)), beats: moved, .builtOn)
        try Self.expect(moved.with(2, .move(1)), beats: answered, .builtOn)
        // another move after the claim is a second version
        let undecided = [Fork.Decision.keep(.undecided), .keep(.undecided)]
        #expect(try Self.decisions(claimed.with(1, .move(2)), moved) == undecided)
    }

    @Test func aMoveAndAClaimInOneMessageAreAnswered() throws {
        let start = try TestMatch.seated(options: ["sticks": 40])
        let both = try start.with(1, .move(1), .claim(against: 2))
        let answered = try both.with(2, .move(1))
        #expect(try both.verdict(of: 1, on: answered).adopted == answered.log)
        let crossed = try start.with(1, .move(1)).with(2, .move(1))
        try Self.expect(crossed, beats: both, .builtOn)
    }
}
