import Testing

@testable import MessageProtocol

/// The result of a match stays, whatever the loser signs afterwards. Each attack here succeeded
/// against an earlier version of the rules.
@Suite struct RewritingTests {
    /// Expects that our log and its outcome stay, whatever the other side sends.
    private static func expectKept(
        _ ours: TestMatch, of seat: Int, against theirs: TestMatch, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let verdict = try ours.verdict(of: seat, on: theirs)
        #expect(verdict.adopted == nil, "\(verdict.code)", sourceLocation: sourceLocation)
        // the sender's device returns to the log that others built on
        let back = try theirs.verdict(of: 3 - seat, on: ours)
        let isBack = back.adopted == ours.log || back == .kept(.undecided)
        #expect(isBack, "\(back.code)", sourceLocation: sourceLocation)
    }

    private static func illegal(_ verdict: Verdict) -> Bool { verdict.code == "illegal_transition" }

    /// Bob lost the match with his entry. He enters another move that would have won, and closes
    /// the match.
    @Test func aLoserOfARoundEntersOtherwiseAndCloses() throws {
        let start = try TestMatch.seated("pick", options: ["rounds": 1])
        let lost = try start.entering(1, 2, new: true).entering(2, 1)
        let rewritten = try start.entering(1, 2, new: true).entering(2, 3).closing(2)
        #expect(try lost.verdict(of: 1, on: rewritten) == .kept(.undecided))
        for closed in [try lost.closing(1), try lost.closing(1).closing(2)] {
            #expect(try closed.verdict(of: 1, on: rewritten) == .kept(.builtOn))
        }
    }

    /// Bob takes back a move that was answered, plays another move, and closes the match that it
    /// ends.
    @Test func aLoserTakesAMoveBackAndCloses() throws {
        // four sticks; the last taker ends the match
        let start = try TestMatch.seated(options: ["sticks": 4])
        let played = try start.with(1, .move(1)).with(2, .move(1)).with(1, .move(2))
        let rewritten = try start.with(1, .move(1)).with(2, .move(3)).closing(2)
        for ours in [played, try played.closing(1), try played.closing(2).closing(1)] {
            #expect(try ours.verdict(of: 1, on: rewritten) == .kept(.builtOn))
            #expect(try rewritten.verdict(of: 2, on: ours).adopted == ours.log)
        }
    }

    /// Bob has an old claim, and closes the match as if the claim had been a win.
    @Test func anOldClaimIsClosed() throws {
        let start = try TestMatch.seated(options: ["sticks": 4])
        let won = try start.with(1, .move(1)).with(2, .move(1)).with(1, .move(2))
        let claimed = try start.with(2, .claim(against: 1))
        for ours in [won, try won.closing(1), try won.closing(1).closing(2)] {
            #expect(Self.illegal(try ours.verdict(of: 1, on: claimed.closing(2))))
            #expect(try ours.verdict(of: 1, on: claimed) == .kept(.builtOn))
            // with Ana's resignation the match would be a win, but Bob can't sign her resignation
            #expect(try claimed.verdict(of: 2, on: ours).adopted == ours.log)
        }
    }

    /// In a match of three, Cat resigned earlier in a log that nobody continued. Bob adds another
    /// move after that resignation.
    @Test func anOldResignationOfAThird() throws {
        let start = try TestMatch.seated(options: ["sticks": 41], names: ["Ana", "Bob", "Cat"])
        var ours = start
        try ours.takeSticks([1, 1, 1, 1, 1, 2, 1, 1, 1])
        let rewritten = try start.with(1, .move(1)).with(3, .resign).with(2, .move(2))
        for seat in 1...3 { #expect(try ours.verdict(of: seat, on: rewritten) == .kept(.builtOn)) }
        #expect(try rewritten.verdict(of: 2, on: ours).adopted == ours.log)
    }

    /// Bob resigns in the middle of a round, and Ana closes the match (and would disclose her
    /// secrets). Then Bob enters the round after all.
    @Test func aResignationIsTakenBackAfterTheAnswer() throws {
        let start = try TestMatch.seated("pick")
        let closed = try start.entering(1, 1, new: true).with(2, .resign).closing(1)
        let entered = try start.entering(1, 1, new: true).entering(2, 3)
        for theirs in [entered, try start.entering(2, 3, new: true)] {
            let verdict = try closed.verdict(of: 1, on: theirs)
            #expect(verdict == .kept(.builtOn) || verdict.code == "late")
        }
    }

    /// `[1r 2x]` against `[2c1 1b]`: a seat that resigned in one log doesn't count as having built
    /// on the other log.
    @Test func aResignationThatWasClosedAgainstAnAnswer() throws {
        let start = try TestMatch.seated(options: ["sticks": 40])
        let resigned = try start.with(1, .resign).closing(2)
        let answered = try start.with(2, .claim(against: 1)).with(1, .move(2))
        try Self.expectKept(resigned, of: 2, against: answered)
        #expect(try answered.verdict(of: 1, on: resigned).adopted == resigned.log)
    }

    /// Cat resigns while Bob owes a move, and Bob's move ends the match. Then Bob makes another move
    /// in the place of the resignation. Bob has signed two versions.
    @Test func aLoserMovesOtherwiseInThePlaceOfAResignation() throws {
        let start = try TestMatch.seated(options: ["sticks": 5], names: ["Ana", "Bob", "Cat"]).with(1, .move(3))
        let ended = try start.with(3, .resign).with(2, .move(2))
        let rewritten = try start.with(2, .move(1))
        for seat in 1...3 {
            #expect(try ended.verdict(of: seat, on: rewritten) == .disputed(Dispute(seats: [2], theirs: rewritten.log)))
            #expect(try rewritten.verdict(of: seat, on: ended) == .disputed(Dispute(seats: [2], theirs: ended.log)))
        }
        let closed = try ended.closing(1)
        #expect(try closed.verdict(of: 1, on: rewritten) == .kept(.builtOn))
        #expect(try rewritten.verdict(of: 2, on: closed).adopted == closed.log)
        // the same move is no second version: it stays before the resignation that crossed it
        let same = try start.with(2, .move(2))
        #expect(try ended.verdict(of: 1, on: same).adopted == same.log)
        #expect(try same.verdict(of: 1, on: ended) == .kept(.inTurn))
    }

    /// The same while the match is under way, and with a resignation in both logs: each device keeps
    /// its own log until another seat has continued one of them.
    @Test func anotherMoveInThePlaceOfAResignation() throws {
        let start = try TestMatch.seated(options: ["sticks": 40], names: ["Ana", "Bob", "Cat", "Dee"])
            .with(1, .move(1))
        let resigned = try start.with(3, .resign).with(2, .move(2))
        for rewritten in [try start.with(2, .move(1)), try start.with(4, .resign).with(2, .move(1))] {
            #expect(try resigned.verdict(of: 1, on: rewritten) == .kept(.undecided))
            #expect(try rewritten.verdict(of: 1, on: resigned) == .kept(.undecided))
        }
        let answered = try resigned.with(4, .move(1))
        #expect(try answered.verdict(of: 1, on: start.with(2, .move(1))) == .kept(.builtOn))
    }

    /// In a match of three, Ana and Bob reorder their plies and leave out Ana's claim, and Ana
    /// resigns after another move. Ana then counts for neither log, so the log that Cat built on
    /// stays. Otherwise Ana would count for the log in which she resigned, and against her own
    /// earlier plies.
    @Test func twoOfThreeAndAResignation() throws {
        let start = try TestMatch.seated(options: ["sticks": 41], names: ["Ana", "Bob", "Cat"])
        let begun = try start.with(1, .move(1)).with(2, .move(2))
        let ours = try begun.with(1, .claim(against: 3)).with(3, .move(1)).with(1, .move(1)).with(2, .move(2))
        let rewritten = try begun.with(3, .move(1)).with(1, .move(2)).with(1, .resign)
        for seat in 1...3 { #expect(try ours.verdict(of: seat, on: rewritten) == .kept(.builtOn)) }
        #expect(try rewritten.verdict(of: 2, on: ours).adopted == ours.log)
    }

    /// The same attack in rounds. Cat has closed the match that she won.
    @Test func twoOfThreeAndAResignationInRounds() throws {
        let start = try TestMatch.seated("pick", options: ["rounds": 2], names: ["Ana", "Bob", "Cat"])
        let first = try start.entering(2, 2, new: true).entering(3, 1)
        let ours = try first.with(3, .claim(against: 1)).entering(1, 1, new: true)
            .entering(1, 1, new: true).entering(2, 1).entering(3, 2).closing(3)
        let rewritten = try first.entering(1, 1).entering(1, 3, new: true).entering(3, 3).with(1, .resign)
        for seat in 1...3 { #expect(try ours.verdict(of: seat, on: rewritten).adopted == nil) }
        #expect(try rewritten.verdict(of: 2, on: ours).adopted == ours.log)
    }

    /// Cat builds on both logs. In one log Ana was put out, and Bob and Cat ended the match. In the
    /// other log Ana moves, and Ana and Cat put Bob out. Equally many seats built on each log, so
    /// the match is disputed, and each device keeps its own log.
    @Test(arguments: [[Int](), [2], [2, 3], [1, 2, 3]]) func whoBuildsOnBothBringsNoRewritingAbout(_ closers: [Int])
        throws
    {
        let start = try TestMatch.seated(options: ["sticks": 7], names: ["Ana", "Bob", "Cat"])
        let begun = try start.with(1, .move(1)).with(2, .move(2)).with(3, .move(1))
        let claimed = try begun.with(3, .claim(against: 1))
        var ended = try claimed.with(2, .claim(against: 1)).with(2, .move(1)).with(3, .move(2))
        for seat in closers { ended = try ended.closing(seat) }
        func rewritten(_ begun: TestMatch) throws -> TestMatch {
            try begun.with(1, .move(1)).with(1, .claim(against: 2)).with(3, .claim(against: 2)).with(3, .move(1))
        }
        let answered = try rewritten(claimed).with(1, .move(1)).closing(1).closing(3)
        for other in [try rewritten(claimed), try rewritten(begun), answered] {
            for seat in 0...3 {
                #expect(try ended.verdict(of: seat, on: other) == .disputed(Dispute(seats: [3], theirs: other.log)))
                #expect(try other.verdict(of: seat, on: ended) == .disputed(Dispute(seats: [3], theirs: ended.log)))
            }
        }
    }

    /// The log `[{2a} 1r 2x]` against `[{1b}]`, and Bob's entry after the claim in `[{1b} 1c2]`.
    @Test func roundsWithAResignationOrAClaim() throws {
        let start = try TestMatch.seated("pick")
        let resigned = try start.entering(2, 1, new: true).with(1, .resign).closing(2)
        let entered = try start.entering(1, 2, new: true)
        try Self.expectKept(resigned, of: 2, against: entered)
        let claimed = try entered.with(1, .claim(against: 2))
        let answered = try claimed.entering(2, 1, new: true)
        #expect(try claimed.verdict(of: 1, on: answered).adopted == answered.log)
        #expect(try claimed.verdict(of: 1, on: entered.entering(2, 1)).adopted != nil)
    }
}
