import Testing

@testable import MessageProtocol

/// Two logs that fork within a simultaneous round.
@Suite struct ForkedRoundTests {
    private static let three = ["Ana", "Bob", "Cat"]

    private static func start() throws -> TestMatch {
        try TestMatch.seated("pick", names: three)
    }

    private static func decision(_ ours: TestMatch, _ theirs: TestMatch) throws -> Fork.Decision {
        try #require(try Fork.decision(ours.log, theirs.log))
    }

    /// Returns the seats and moves of the last round.
    private static func entries(_ log: SignedLog) -> [Int: Ply.Action] {
        let round = log.log.runs.last { $0.kind == .round }
        return log.log.plies[round?.range ?? 0..<0].reduce(into: [:]) { $0[$1.seat] = $1.action }
    }

    @Test func entriesThatCrossedAreUnited() throws {
        let start = try Self.start()
        let ana = try start.entering(1, 1, new: true)
        let cat = try start.entering(3, 3, new: true)
        for (ours, theirs) in [(ana, cat), (cat, ana)] {
            guard case .unite(let union) = try Self.decision(ours, theirs) else {
                Issue.record("expected a union")
                return
            }
            #expect(Self.entries(union) == [1: .move(1), 3: .move(3)])
            #expect(union.forgery() == nil)
            #expect(union.log.plies.map(\.place) == [.alone, .beginsRound, .continuesRound])
        }
        // both sides get the same head
        let left = try ana.verdict(of: 1, on: cat).adoption
        let right = try cat.verdict(of: 3, on: ana).adoption
        #expect(left?.cause == .union && left?.superseded == [])
        #expect(left?.signedLog.head == right?.signedLog.head)
        // the third entry completes the round, on either log
        var united = start
        united.log = try #require(left?.signedLog)
        #expect(try united.entering(2, 2).stateDigest != start.stateDigest)
    }

    @Test func moreEntriesAreTakenAsTheyAre() throws {
        let start = try Self.start()
        let bob = try start.entering(2, 1, new: true)
        let both = try bob.entering(1, 1)
        #expect(try Self.decision(bob, both) == .take(.moreEntries))
        #expect(try Self.decision(both, bob) == .nothingNew)
        #expect(try bob.verdict(of: 2, on: both).adoption?.superseded == [])
    }

    /// A late message with an entry of a completed round doesn't undo what follows the round, such
    /// as a resignation.
    @Test func aLateEntryUndoesNoResignation() throws {
        let start = try Self.start()
        let bob = try start.entering(2, 2, new: true)
        let over = try bob.entering(1, 1).entering(3, 3)
        for seat in 1...3 {
            let resigned = try over.with(seat, .resign)
            #expect(try Self.decision(resigned, bob) == .nothingNew)
            #expect(try Self.decision(bob, resigned) == .take(.moreEntries))
            #expect(try resigned.verdict(of: 1, on: bob).adopted == nil)
        }
    }

    /// A completed round stays, and a late message with one of its entries contains nothing new.
    @Test func aRoundThatIsOverStays() throws {
        let start = try Self.start()
        let cat = try start.entering(3, 3, new: true)
        let over = try cat.entering(1, 1).entering(2, 2)
        let further = try over.entering(1, 2, new: true)
        #expect(try Self.decision(further, cat) == .nothingNew)
        #expect(try Self.decision(cat, further) == .take(.builtOn))
        let ana = try start.entering(1, 1, new: true)
        #expect(try ana.verdict(of: 1, on: further).adopted == further.log)
    }

    /// A claim against a seat whose message with an entry is on its way costs the seat nothing, and
    /// the entry ends the claim.
    @Test func anEntryAnswersAClaim() throws {
        let start = try Self.start()
        let ana = try start.entering(1, 1, new: true)
        let claimed = try ana.with(1, .claim(against: 2))
        let entered = try ana.entering(2, 2)
        #expect(try Self.decision(claimed, entered) == .take(.moreEntries))
        #expect(try Self.decision(entered, claimed) == .nothingNew)
        // Bob's entry crossed Ana's entry and claim. Ana's signature over her own entry is no
        // longer in her log, so there is no union. Both logs have one entry. They fork at Ana's
        // entry, and the log with the lower seat's ply stays.
        let bob = try start.entering(2, 2, new: true)
        #expect(try Self.decision(claimed, bob) == .keep(.lowerSeat))
        #expect(try Self.decision(bob, claimed) == .take(.lowerSeat))
        #expect(try bob.verdict(of: 2, on: claimed).adoption?.superseded == [bob.log.log.plies[1]])
        // Bob enters again after the claim, and the round continues
        let answered = try claimed.entering(2, 2, new: true)
        #expect(try claimed.verdict(of: 1, on: answered).adopted == answered.log)
        #expect(try Self.decision(answered, bob) == .nothingNew || Self.decision(answered, bob) == .keep(.moreEntries))
    }

    /// One log continued with a claim, so the union contains only the entries of both logs, without
    /// the claim.
    @Test func aUnionStandsBesideAClaim() throws {
        let start = try Self.start()
        let ana = try start.entering(1, 1, new: true)
        let claimed = try ana.with(3, .claim(against: 2))
        let bob = try start.entering(2, 2, new: true)
        for (ours, theirs) in [(claimed, bob), (bob, claimed)] {
            guard case .unite(let union) = try Self.decision(ours, theirs) else {
                Issue.record("expected a union")
                return
            }
            #expect(Self.entries(union) == [1: .move(1), 2: .move(2)])
            #expect(union.forgery() == nil)
        }
        #expect(
            try claimed.verdict(of: 3, on: bob).adoption?.superseded == [Ply(seat: 3, action: .claim(against: 2))])
        // after two seats have claimed and played on, Bob's entry comes too late
        let playedOn = try claimed.with(1, .claim(against: 2)).entering(1, 1, new: true).entering(3, 1)
        #expect(try Self.decision(playedOn, bob) == .keep(.builtOn))
        #expect(try Self.decision(bob, playedOn) == .take(.builtOn))
    }

    /// Three logs of honest seats. Under earlier rules, each log won over the next one in a circle.
    /// After the same entries, one log has a claim, one has an entry that crossed the claim, and
    /// one has a resignation.
    @Test func aResignationBeatsAClaimAfterTheSameEntries() throws {
        let round = try TestMatch.seated("pick", names: Self.three + ["Dee"]).entering(1, 1, new: true)
        let entered = try round.entering(3, 1)
        let claimed = try entered.with(1, .claim(against: 2))
        let further = try entered.entering(2, 1)
        let resigned = try entered.with(3, .claim(against: 2)).with(3, .resign)
        #expect(try Self.decision(claimed, further) == .take(.moreEntries))
        #expect(try Self.decision(further, resigned) == .take(.resigned))
        #expect(try Self.decision(resigned, further) == .keep(.resigned))
        #expect(try Self.decision(claimed, resigned) == .take(.resigned))
        #expect(try Self.decision(resigned, claimed) == .keep(.resigned))
        // one seat signed a claim and a resignation over one head: still undecided
        let other = [try entered.with(3, .claim(against: 2)), try entered.with(3, .resign)]
        #expect(try Self.decision(other[0], other[1]) == .keep(.undecided))
        #expect(try Self.decision(other[1], other[0]) == .keep(.undecided))
    }

    @Test func twoClosingsAreUnited() throws {
        let over = try TestMatch.seated(options: ["sticks": 1]).with(1, .move(1))
        let (ana, bob) = (try over.closing(1), try over.closing(2))
        for (ours, theirs) in [(ana, bob), (bob, ana)] {
            guard case .unite(let union) = try Self.decision(ours, theirs) else {
                Issue.record("expected a union")
                return
            }
            #expect(Self.entries(union) == [1: .close(nil), 2: .close(nil)])
            #expect(union.forgery() == nil)
        }
        let (left, right) = (try ana.verdict(of: 1, on: bob).adopted, try bob.verdict(of: 2, on: ana).adopted)
        #expect(left?.head == right?.head && left != nil)
        #expect(try Self.decision(ana.closing(2), bob) == .nothingNew)
    }

    // MARK: A seat that entered twice

    @Test func ofTwoEntriesOursStaysAndOthersAreAdded() throws {
        let start = try Self.start()
        let one = try start.entering(1, 1, new: true)
        let other = try start.entering(1, 2, new: true)
        #expect(try Self.decision(one, other) == .keep(.undecided))
        #expect(try Self.decision(other, one) == .keep(.undecided))
        // Bob entered after Ana's other entry: his entry counts, and Ana's entry stays as in our
        // log
        guard case .unite(let union) = try Self.decision(one, other.entering(2, 3)) else {
            Issue.record("expected a union")
            return
        }
        #expect(Self.entries(union) == [1: .move(1), 2: .move(3)])
        #expect(union.forgery() == nil)
        // a union that starts with our log doesn't lose a claim after our entry
        let claimed = try one.with(3, .claim(against: 2))
        #expect(try Self.decision(claimed, other) == .keep(.undecided))
    }

    @Test func theEntryThatOthersBuiltOnStays() throws {
        let start = try Self.start()
        let one = try start.entering(1, 1, new: true).entering(2, 2).entering(3, 3)
        let other = try start.entering(1, 2, new: true).entering(2, 2).entering(3, 3)
        #expect(try Self.decision(one, other) == .keep(.undecided))
        // an entry of the same round doesn't build on other entries; an entry of the next round by
        // another seat does
        let onward = try one.entering(2, 1, new: true)
        #expect(try Self.decision(onward, other) == .keep(.builtOn))
        #expect(try Self.decision(other, onward) == .take(.builtOn))
        #expect(try Self.decision(one.entering(1, 1, new: true), other) == .keep(.undecided))
        #expect(try Self.decision(onward, other.entering(3, 1, new: true)) == .disputed(seats: [1]))
    }

    // MARK: Every order

    /// Three seats enter. Their messages reach the other seats in any order, some of them twice,
    /// and all seats get the same log.
    @Test(arguments: [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]])
    func everyOrderOfArrivalGivesOneLog(_ order: [Int]) throws {
        let start = try Self.start()
        let sent = try (1...3).map { try start.entering($0, $0, new: true) }
        var heads: Set<Head> = []
        for seat in 1...3 {
            var mine = sent[seat - 1]
            for other in order + order where other != seat {
                let verdict = try mine.verdict(of: seat, on: sent[other - 1])
                if let log = verdict.adopted { mine.log = log } else { #expect(verdict.code == "late") }
            }
            #expect(Self.entries(mine.log) == [1: .move(1), 2: .move(2), 3: .move(3)])
            heads.insert(mine.log.head)
        }
        #expect(heads.count == 1)
    }
}
