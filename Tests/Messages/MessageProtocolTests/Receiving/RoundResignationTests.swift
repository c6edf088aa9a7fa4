import Testing

@testable import MessageProtocol

/// Resignations and claims that cross the entries of a round: every device gets the same log,
/// whatever the order of the messages.
@Suite struct RoundResignationTests {
    private static func start(_ names: [String] = ["Ana", "Bob"]) throws -> TestMatch {
        try TestMatch.seated("pick", names: names)
    }

    /// Returns the head of the log that stays; nil if the two sides disagree.
    private static func stays(_ one: TestMatch, _ other: TestMatch) throws -> Head? {
        func head(_ ours: TestMatch, _ theirs: TestMatch) throws -> Head {
            switch try #require(try Fork.decision(ours.log, theirs.log)) {
            case .keep, .nothingNew, .disputed: ours.log.head
            case .take: theirs.log.head
            case .unite(let union): union.head
            }
        }
        let (here, there) = (try head(one, other), try head(other, one))
        return here == there ? here : nil
    }

    /// A claim in one log and a resignation in the other, both after the same entries. The entries
    /// replace neither, and the log with the resignation stays.
    @Test func whatStandsBehindTheSameEntriesIsNotUnitedAway() throws {
        let bob = try Self.start().entering(2, 2, new: true)
        let resigned = try bob.with(1, .resign)
        #expect(try Self.stays(bob.with(2, .claim(against: 1)), resigned) == resigned.log.head)
        #expect(try resigned.verdict(of: 2, on: bob.with(2, .claim(against: 1))).code == "kept")
    }

    /// A seat resigned after its entry, and then learns that the other seat's entry completes the
    /// round. It can't continue as if it hadn't resigned.
    @Test func noEntryTakesTheLastResignationBack() throws {
        let start = try Self.start()
        let ana = try start.entering(1, 1, new: true)
        let resigned = try ana.with(1, .resign)
        let complete = try ana.entering(2, 2)
        #expect(try Self.stays(resigned, complete) == resigned.log.head)
        #expect(try Self.stays(resigned, start.entering(2, 2, new: true)) == resigned.log.head)
        let bare = try start.with(1, .resign)
        #expect(try Self.stays(bare, complete) == bare.log.head)
        #expect(try Self.stays(bare, start.entering(2, 2, new: true)) == bare.log.head)
        // Bob continued before he knew of the resignation: his ply stays, and Ana resigns again
        let onward = try complete.entering(2, 1, new: true)
        #expect(try Self.stays(onward, resigned) == onward.log.head)
    }

    /// Two resignations cross, one after the round and one within the round. One of them ends the
    /// match for everybody.
    @Test func twoResignationsGiveOneEnd() throws {
        let bob = try Self.start().entering(2, 2, new: true)
        let his = try bob.with(2, .resign)
        #expect(try Self.stays(bob.with(1, .resign), his) == bob.with(1, .resign).log.head)
        #expect(try Self.stays(bob.entering(1, 1).with(1, .resign), his) == his.log.head)
    }

    /// Bob claims after his entry. After the claim, Ana's entry begins another bracket of the round. Bob's
    /// resignation crosses her entry.
    @Test func aResignationBehindAClaimStays() throws {
        let claimed = try Self.start().entering(2, 2, new: true).with(2, .claim(against: 1))
        let resigned = try claimed.with(2, .resign)
        #expect(try Self.stays(claimed.entering(1, 1, new: true), resigned) == resigned.log.head)
    }

    /// In a match of three, a complete round wins over a resignation that crossed it, and the
    /// resignation wins over an incomplete round.
    @Test func ofThreeACompleteRoundStays() throws {
        let start = try Self.start(["Ana", "Bob", "Cat"])
        let ana = try start.entering(1, 1, new: true)
        let resigned = try ana.with(1, .resign)
        let complete = try ana.entering(2, 2).entering(3, 3)
        #expect(try Self.stays(resigned, complete) == complete.log.head)
        let bob = try start.entering(2, 2, new: true)
        #expect(try Self.stays(resigned, bob) == resigned.log.head)
        #expect(try Self.stays(resigned, bob.entering(3, 3)) == resigned.log.head)
        // one seat that continues without the resigned seat doesn't change this, but two seats do
        let onward = try resigned.entering(3, 1, new: true)
        #expect(try Self.stays(onward, complete) == complete.log.head)
        let both = try onward.entering(2, 1)
        #expect(try Self.stays(both, complete) == both.log.head)
    }

    /// Bob's resignation was lost to the round that ended the match. Cat knows the result, and enters
    /// after the resignation. She doesn't undo the result alone.
    @Test func oneSeatBuildsOnNoLostResignation() throws {
        let start = try TestMatch.seated("pick", options: ["rounds": 1], names: ["Ana", "Bob", "Cat"])
        let bob = try start.entering(2, 1, new: true)
        let resigned = try bob.with(2, .resign)
        let ended = try bob.entering(1, 1).entering(3, 2)
        let alone = try resigned.entering(3, 3, new: true)
        #expect(try ended.verdict(of: 1, on: alone) == .kept(.moreEntries))
        #expect(try alone.verdict(of: 3, on: ended).adopted == ended.log)
        let closed = try ended.closing(1)
        #expect(try Self.stays(closed, alone) == closed.log.head)
        // Ana entered, too, before she knew of the round: so Bob can't complete the round later
        let both = try alone.entering(1, 1)
        #expect(try Self.stays(both, ended) == both.log.head)
        #expect(try Self.stays(both, closed) == both.log.head)
        // the only seat that is left has closed the match
        let last = try resigned.with(1, .resign).closing(3)
        #expect(try Self.stays(last, ended) == last.log.head)
        // a seat that signed two versions leaves the decision to any other seat
        let instead = try start.with(2, .resign).entering(3, 3, new: true)
        #expect(try Self.stays(instead, ended) == instead.log.head)
    }

    /// Two claims after the same entry: one of the logs stays, and no device alternates between the
    /// two.
    @Test func claimsBehindTheSameEntriesAreNotUnitedAway() throws {
        let bob = try Self.start(["Ana", "Bob", "Cat"]).entering(2, 2, new: true)
        let (his, hers) = (try bob.with(2, .claim(against: 1)), try bob.with(3, .claim(against: 1)))
        #expect(try Self.stays(his, hers) == his.log.head)
        #expect(try Self.stays(hers, bob.with(1, .resign)) == bob.with(1, .resign).log.head)
    }

    /// In a match of three, an entry and a resignation in place of the entry are two versions, and
    /// the other seats decide between them.
    @Test func anEntryInsteadOfAResignationIsTheSecondWord() throws {
        let start = try Self.start(["Ana", "Bob", "Cat"])
        let bob = try start.entering(2, 2, new: true)
        let (resigned, entered) = (try bob.with(1, .resign), try bob.entering(1, 1))
        #expect(try Self.stays(resigned, entered) == nil)
        let onward = try resigned.entering(3, 1, new: true)
        #expect(try Self.stays(onward, entered) == onward.log.head)
    }

    /// Whatever two honest seats sign in one round, and in whatever order it arrives, every device comes to
    /// the same log.
    @Test func everyOrderGivesOneLog() throws {
        let start = try Self.start()
        let (ana, bob) = (try start.entering(1, 1, new: true), try start.entering(2, 2, new: true))
        let heard = [
            ana, bob, try bob.with(2, .claim(against: 1)), try ana.entering(2, 2), try bob.with(2, .resign),
        ]
        var heads: Set<Head> = []
        for order in Self.permutations(heard.indices.map { $0 }) {
            var watcher = start
            for index in order + order {
                if let log = try watcher.verdict(of: 2, on: heard[index]).adopted { watcher.log = log }
            }
            heads.insert(watcher.log.head)
        }
        #expect(heads == [heard[4].log.head])
    }

    private static func permutations(_ items: [Int]) -> [[Int]] {
        guard items.count > 1 else { return [items] }
        return items.flatMap { first in permutations(items.filter { $0 != first }).map { [first] + $0 } }
    }
}
