import Testing

@testable import MessageProtocol

/// A match that was lost or won stays so, whatever the loser signs afterwards. Each attack here
/// once succeeded.
@Suite struct RewritingTests {
    /// Expects that our log and its outcome stay, whatever the other side sends.
    private static func expectKept(
        _ ours: TestMatch, of seat: Int, against theirs: TestMatch, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let verdict = try ours.verdict(of: seat, on: theirs)
        #expect(verdict.adopted == nil, "\(verdict.code)", sourceLocation: sourceLocation)
        // and the sender returns to what was built on
        let back = try theirs.verdict(of: 3 - seat, on: ours)
        let isBack = back.adopted == ours.log || back == .kept(.undecided)
        #expect(isBack, "\(back.code)", sourceLocation: sourceLocation)
    }

    private static func illegal(_ verdict: Verdict) -> Bool { verdict.code == "illegal_transition" }

    /// Bob, who lost with his entry, enters another move and closes the match that it would have
    /// won.
    @Test func aLoserOfARoundEntersOtherwiseAndCloses() throws {
        let start = try TestMatch.seated("pick", options: ["rounds": 1])
        let lost = try start.entering(1, 2, new: true).entering(2, 1)
        let rewritten = try start.entering(1, 2, new: true).entering(2, 3).closing(2)
        #expect(try lost.verdict(of: 1, on: rewritten) == .kept(.undecided))
        for closed in [try lost.closing(1), try lost.closing(1).closing(2)] {
            #expect(try closed.verdict(of: 1, on: rewritten) == .kept(.builtOn))
        }
    }

    /// Bob takes back a move that was answered, and closes what follows from another one.
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

    /// Bob has an old claim, and closes as if it had been a win.
    @Test func anOldClaimIsClosed() throws {
        let start = try TestMatch.seated(options: ["sticks": 4])
        let won = try start.with(1, .move(1)).with(2, .move(1)).with(1, .move(2))
        let claimed = try start.with(2, .claim(against: 1))
        for ours in [won, try won.closing(1), try won.closing(1).closing(2)] {
            #expect(Self.illegal(try ours.verdict(of: 1, on: claimed.closing(2))))
            #expect(try ours.verdict(of: 1, on: claimed) == .kept(.builtOn))
            // with her resignation it would be a win, but he can't sign that
            #expect(try claimed.verdict(of: 2, on: ours).adopted == ours.log)
        }
    }

    /// Of three, Cat resigned earlier in a version that nobody continued; Bob makes another move
    /// after it.
    @Test func anOldResignationOfAThird() throws {
        let start = try TestMatch.seated(options: ["sticks": 41], names: ["Ana", "Bob", "Cat"])
        var ours = start
        try ours.takeSticks([1, 1, 1, 1, 1, 2, 1, 1, 1])
        let rewritten = try start.with(1, .move(1)).with(3, .resign).with(2, .move(2))
        for seat in 1...3 { #expect(try ours.verdict(of: seat, on: rewritten) == .kept(.builtOn)) }
        #expect(try rewritten.verdict(of: 2, on: ours).adopted == ours.log)
    }

    /// Bob resigns in the middle of a round, and Ana closes (and would reveal her secrets); then
    /// Bob enters the round.
    @Test func aResignationIsTakenBackAfterTheAnswer() throws {
        let start = try TestMatch.seated("pick")
        let closed = try start.entering(1, 1, new: true).with(2, .resign).closing(1)
        let entered = try start.entering(1, 1, new: true).entering(2, 3)
        for theirs in [entered, try start.entering(2, 3, new: true)] {
            let verdict = try closed.verdict(of: 1, on: theirs)
            #expect(verdict == .kept(.builtOn) || verdict.code == "late")
        }
    }

    /// `[1r 2x]` against `[2c1 1b]`: a seat that resigned supports nothing in the other version.
    @Test func aResignationThatWasClosedAgainstAnAnswer() throws {
        let start = try TestMatch.seated(options: ["sticks": 40])
        let resigned = try start.with(1, .resign).closing(2)
        let answered = try start.with(2, .claim(against: 1)).with(1, .move(2))
        try Self.expectKept(resigned, of: 2, against: answered)
        #expect(try answered.verdict(of: 1, on: resigned).adopted == resigned.log)
    }

    /// Of three, Ana and Bob reorder their plies without her claim, and she resigns after another
    /// move. She then has no part in either version, so what Cat built on stays. Otherwise she
    /// would count against herself.
    @Test func twoOfThreeAndAResignation() throws {
        let start = try TestMatch.seated(options: ["sticks": 41], names: ["Ana", "Bob", "Cat"])
        let begun = try start.with(1, .move(1)).with(2, .move(2))
        let ours = try begun.with(1, .claim(against: 3)).with(3, .move(1)).with(1, .move(1)).with(2, .move(2))
        let rewritten = try begun.with(3, .move(1)).with(1, .move(2)).with(1, .resign)
        for seat in 1...3 { #expect(try ours.verdict(of: seat, on: rewritten) == .kept(.builtOn)) }
        #expect(try rewritten.verdict(of: 2, on: ours).adopted == ours.log)
    }

    /// The same in rounds, where Cat has closed the match that she won.
    @Test func twoOfThreeAndAResignationInRounds() throws {
        let start = try TestMatch.seated("pick", options: ["rounds": 2], names: ["Ana", "Bob", "Cat"])
        let first = try start.entering(2, 2, new: true).entering(3, 1)
        let ours = try first.with(3, .claim(against: 1)).entering(1, 1, new: true)
            .entering(1, 1, new: true).entering(2, 1).entering(3, 2).closing(3)
        let rewritten = try first.entering(1, 1).entering(1, 3, new: true).entering(3, 3).with(1, .resign)
        for seat in 1...3 { #expect(try ours.verdict(of: seat, on: rewritten).adopted == nil) }
        #expect(try rewritten.verdict(of: 2, on: ours).adopted == ours.log)
    }

    /// Cat builds on both logs: one in which Ana was put out and that Bob and Cat ended, and
    /// another in which Ana moves and both put Bob out. Equally many seats support each log, so the
    /// match is disputed, and each device keeps its own.
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

    /// `[{2a} 1r 2x]` against `[{1b}]`, and Bob's entry after a claim: `[{1b} 1c2]`.
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
