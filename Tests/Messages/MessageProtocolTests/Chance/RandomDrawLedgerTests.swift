import Testing
import Values

@testable import MessageProtocol

/// The witnesses of draws, and the inputs of the numbers.
@Suite struct RandomDrawLedgerTests {
    private static let three = ["Ana", "Bob", "Cai"]

    @Test func nobodyPlaysBeforeEverySeatHasOpenedALink() throws {
        var test = try TestMatch.seated("dice", isChained: true)
        #expect(try test.standing == ReplayPosition(seats: [1], isWitness: true))
        #expect(try test.with(1, .move(1)).refusal == "a draw waits for seat 1 to witness it")
        #expect(try test.with(2, .move(1)).refusal == "a draw waits for seat 1 to witness it")
        #expect(try test.with(2, .witness).refusal == "it isn't the seat that is to witness")
        #expect(try test.draws.isEmpty)
        try test.add(1, .witness)
        #expect(try test.refusal == nil && test.standing.seats == [1] && test.draws.count == 1)
        var group = try TestMatch.seated("dice", names: Self.three, isChained: true)
        for seat in [2, 3] {
            #expect(try group.standing == ReplayPosition(seats: [seat], isWitness: true))
            try group.add(seat, .witness)
        }
        #expect(try group.standing.seats == [1] && group.draws.count == 1)
    }

    @Test func aDrawBehindAChoiceWaitsForTheNextSeat() throws {
        let rolled = try TestMatch.drawing().with(1, .move(1))
        #expect(try rolled.standing == ReplayPosition(seats: [2], isWitness: true) && rolled.draws.count == 1)
        #expect(try rolled.with(2, .witness).draws.count == 2)
        let next = try rolled.with(2, .witness, .move(3))
        #expect(try next.refusal == nil && next.standing.seats == [1])
        // the witness ply and the move after it are one link run, and open one link
        #expect(next.log.log.plies.suffix(2).map { $0.link != nil } == [true, false])
    }

    @Test func nothingElseIsLegalMeanwhileAndNoWitnessOtherwise() throws {
        let rolled = try TestMatch.drawing().with(1, .move(1))
        #expect(try rolled.with(2, .move(1)).refusal == "a draw waits for seat 2 to witness it")
        #expect(try rolled.with(1, .move(1)).refusal == "a draw waits for seat 2 to witness it")
        #expect(try rolled.with(1, .witness).refusal == "it isn't the seat that is to witness")
        #expect(try rolled.with(2, .resign).refusal == "the seat has to witness what was drawn before it resigns")
        #expect(try rolled.with(2, .witness, .witness).refusal == "nothing is to be witnessed here")
        #expect(
            try TestMatch.drawing().with(1, .move(3)).with(2, .witness).refusal == "nothing is to be witnessed here")
        let verdict = try TestMatch.drawing().verdict(on: rolled.with(2, .move(1)))
        #expect(verdict.code == "illegal_transition")
    }

    @Test func aSeatThatCouldChooseNothingSeesItsRollAtOnce() throws {
        let test = try TestMatch.drawing(names: Self.three)
        let rolled = try test.with(1, .move(1))
        #expect(try rolled.standing.seats == [2] && !rolled.standing.isWitness && rolled.draws.count == 2)
        let quick = try TestMatch.drawing(options: ["quick": true]).with(1, .move(1))
        #expect(try quick.standing.seats == [2] && !quick.standing.isWitness && quick.draws.count == 2)
    }

    /// A ply without a choice doesn't witness the draw of an earlier ply with a choice in the same
    /// run.
    @Test func aRunThatBeganWithAChoiceStaysOne() throws {
        let test = try TestMatch.drawing(names: Self.three).with(1, .move(1)).with(2, .move(5))
        #expect(try test.with(2, .move(1)).standing == ReplayPosition(seats: [3], isWitness: true))
    }

    @Test func afterARoundTheTwoLowestSeatsWitness() throws {
        let round = try TestMatch.drawing("toss", names: Self.three).entering(1, 1, new: true).entering(2, 3).entering(
            3, 2)
        #expect(try round.standing == ReplayPosition(seats: [1], isWitness: true))
        #expect(try round.with(2, .witness).refusal == "it isn't the seat that is to witness")
        let one = try round.with(1, .witness)
        #expect(try one.standing == ReplayPosition(seats: [2], isWitness: true) && one.draws.count == 1)
        let two = try one.with(2, .witness)
        #expect(try two.refusal == nil && two.draws.count == 3 && two.standing.isRound)
        // each entry opens a link, and each witness ply, too
        #expect(two.log.log.plies.allSatisfy { $0.link != nil })
        let quiet = try TestMatch.drawing("toss").entering(1, 3, new: true).entering(2, 3)
        #expect(try !quiet.standing.isWitness)
    }

    /// The seat that enters last has seen the links of all other seats and knows its own next link.
    /// If it were the only witness, it could choose the draw.
    @Test func whoEntersLastIsNeverTheOnlyWitness() throws {
        let first = try TestMatch.drawing("toss", names: ["Ana", "Bob"]).entering(2, 1, new: true)
        let round = try first.entering(1, 2)
        let one = try round.with(1, .witness)
        #expect(try one.draws.count == 1, "seat 1, which entered last, doesn't decide it alone")
        #expect(try one.with(2, .witness).draws.count == 3)
    }

    /// A seat that enters a round last knows every link that its next run uses, so a draw of that run waits
    /// for another seat, even if the seat has no other choice then.
    @Test(arguments: [1, 2]) func aRunDirectlyAfterARoundWaits(entries: Int) throws {
        let match = try TestMatch.drawing().match
        var ledger = RandomDrawLedger(match, isQuick: false)
        for seat in [2, 1] { ledger.reach(Ply(seat: seat, action: .witness)) }
        #expect(ledger.isKnownAtOnce, "before any round")
        let places: [Ply.Place] = [.beginsRound, .continuesRound]
        for (seat, place) in zip([2, 1].prefix(entries).reversed(), places) {
            ledger.reach(Ply(seat: seat, action: .move(3), place: place))
        }
        var other = ledger
        ledger.reach(Ply(seat: 2, action: .move(1)))
        ledger.choose(isForced: true)
        #expect(!ledger.isKnownAtOnce)
        other.reach(Ply(seat: 1, action: .witness))
        other.reach(Ply(seat: 2, action: .move(1)))
        other.choose(isForced: true)
        #expect(other.isKnownAtOnce, "seat 1 has opened a link since")
    }

    // MARK: Leaving

    @Test func whoResignsWitnessesFirst() throws {
        let rolled = try TestMatch.drawing(names: Self.three).with(1, .move(1)).with(2, .move(1))
        let left = try rolled.with(3, .witness).with(3, .resign)
        #expect(try left.refusal == nil && left.draws.count == 3 && left.standing.seats == [1])
        #expect(try left.draws == rolled.with(3, .witness).draws)
    }

    @Test func aClaimThatRemovesAWitnessMakesTheNextSeatOne() throws {
        let four = Self.three + ["Dee"]
        let rolled = try TestMatch.drawing(names: four).with(1, .move(1))
        #expect(try rolled.standing == ReplayPosition(seats: [2], isWitness: true))
        let claimed = try rolled.with(3, .claim(against: 2))
        #expect(try claimed.standing == ReplayPosition(seats: [2], isWitness: true))
        #expect(try claimed.with(2, .witness).draws == rolled.with(2, .witness).draws, "a claim is no part of it")
        let out = try claimed.with(4, .claim(against: 2))
        #expect(try out.refusal == nil && out.standing == ReplayPosition(seats: [3], isWitness: true))
        #expect(try out.with(4, .witness).refusal == "it isn't the seat that is to witness")
        let drawn = try out.with(3, .witness)
        #expect(try drawn.refusal == nil && drawn.draws.count == 2 && drawn.standing.seats == [3])
        // the turn would have passed to seat 2, and passes on to the next seat
        #expect(try drawn.draws != rolled.with(2, .witness).draws)
    }

    @Test func whereOneSeatIsLeftNobodyWitnesses() throws {
        let rolled = try TestMatch.drawing().with(1, .move(1)).with(1, .resign)
        #expect(try rolled.refusal == nil && rolled.standing.isOver && rolled.draws.count == 2)
        let begun = try TestMatch.seated("dice", isChained: true).with(2, .resign)
        #expect(try begun.refusal == nil && begun.standing.isOver && begun.draws.count == 1)
        let group = try TestMatch.seated("dice", names: Self.three, isChained: true).with(3, .resign)
        #expect(try group.with(2, .witness).standing.seats == [1])
    }

    // MARK: Inputs of the numbers

    /// A ply out of turn doesn't divide a link run, so the run opens only one link.
    @Test func pliesOutOfTurnDontDivideARun() throws {
        let names = Self.three
        let going = try TestMatch.drawing(names: names).with(1, .move(1)).with(2, .move(5))
        let whole = try going.with(2, .move(1)).with(3, .witness)
        let divided = try going.with(3, .claim(against: 2)).with(2, .move(1)).with(3, .witness)
        #expect(try divided.refusal == nil)
        #expect(try divided.draws == whole.draws)
        let last = divided.log.log.plies.last { $0.seat == 2 }
        #expect(last?.link == nil)
    }

    /// Plies that draw nothing don't move a draw to another place, so a seat gains nothing by
    /// adding them.
    @Test func pliesThatDrawNothingAreNoPartOfAKey() throws {
        let test = try TestMatch.drawing()
        let plain = try test.with(1, .move(1)).with(2, .witness)
        for filled in [[5, 1], [5, 5, 1], [2], [5, 2]] {
            var other = test
            for move in filled { try other.add(1, .move(.index(move))) }
            #expect(try other.with(2, .witness).draws == plain.draws, "\(filled)")
        }
        // two draws of one run still differ
        let quick = try TestMatch.drawing(options: ["quick": true]).with(1, .move(4), .move(4), .move(1))
        #expect(try Set(quick.draws).count == 4)
    }

    @Test func anotherMatchSeatOrLinkDrawsOtherwise() throws {
        let first = try TestMatch.drawing().with(1, .move(1)).with(2, .witness, .move(1)).with(1, .witness)
        #expect(try Set(first.draws).count == 3)
        var other = try TestMatch("dice", names: ["Ana", "Bob"], id: 8, isChained: true)
        try other.add(2, .join(other.entry(2, "Bob")))
        try other.add(1, .witness, .move(1))
        try other.add(2, .witness)
        #expect(try Set(other.draws).isDisjoint(with: first.draws))
    }

    /// The inviter chooses everything in a match except the other seat's chain, so no id, key or
    /// option reveals the first draw.
    @Test func anInviterCantGrindTheSetup() throws {
        var drawn: Set<[UInt8]> = []
        let ana = try TestMatch("dice", isChained: true)
        for byte in UInt8(20)..<30 {
            let bob = try SeatKey(secret: [UInt8](repeating: byte, count: 32))
            let entry = SeatedPlayer(token: .empty, key: bob, in: ana.match.id, isChained: true)
            var test = ana
            test.log = try test.log.adding([.join(entry)], seat: 2, key: bob)
            try test.add(1, .witness)
            drawn.insert(try #require(try test.draws.first))
        }
        #expect(drawn.count == 10)
    }
}
