import Testing
import Values

@testable import MessageProtocol

/// Rounds with sealed entries: nobody reads a move before all seats have entered, and no seat can
/// reveal another move than it sealed.
@Suite struct CommittedRoundTests {
    /// Returns a match for two in which both seats pick at once. The first round starts after the
    /// join.
    private static func pick(_ names: [String] = ["Ana", "Bob"]) throws -> TestMatch {
        try TestMatch.seated("pick", names: names)
    }

    private static let begin = 1

    private static func standing(_ test: TestMatch) throws -> ReplayPosition {
        var replay = try Replay(test.log, known: 0, library: ToyLibrary())
        _ = try replay.run()
        return try replay.standing()
    }

    @Test func theLastToActPlaysOpenly() throws {
        let test = try Self.pick()
        let sealed = try test.sealing(1, 3, roundAt: Self.begin, new: true)
        #expect(try test.verdict(of: 2, on: sealed).adopted == sealed.log)
        #expect(try Self.standing(sealed) == ReplayPosition(seats: [2], isRound: true, isUnderWay: true))
        let answered = try sealed.entering(2, 1)
        #expect(try sealed.verdict(of: 1, on: answered).adopted == answered.log)
        #expect(
            try Self.standing(answered) == ReplayPosition(seats: [1], isRound: true, isUnderWay: false, isOpening: true)
        )
        #expect(try answered.stateDigest == test.stateDigest, "nothing is played before it is opened")
        let opened = try answered.opening(1, 3, roundAt: Self.begin, new: true)
        #expect(try answered.verdict(of: 2, on: opened).adopted == opened.log)
        #expect(try Self.standing(opened) == ReplayPosition(seats: [1, 2], isRound: true))
        let plain = try test.entering(1, 3, new: true).entering(2, 1)
        #expect(try opened.stateDigest == plain.stateDigest, "it counts as if it had been played openly")
        #expect(try opened.verdict(of: 1, on: opened).code == "duplicate")
        let fresh = Receiver(library: ToyLibrary()).verdict(on: try opened.url()) { _ in nil }
        #expect(fresh.adopted == opened.log)
    }

    @Test func sealsAndOpeningsThatCrossUnite() throws {
        let test = try Self.pick()
        let (one, two) = (
            try test.sealing(1, 3, roundAt: Self.begin, new: true),
            try test.sealing(2, 2, roundAt: Self.begin, new: true)
        )
        let both = try #require(try one.verdict(of: 1, on: two).adopted)
        #expect(try two.verdict(of: 2, on: one).adopted == both)
        var united = test
        united.log = both
        #expect(
            try Self.standing(united)
                == ReplayPosition(seats: [1, 2], isRound: true, isUnderWay: false, isOpening: true))
        let first = try united.opening(1, 3, roundAt: Self.begin, new: true)
        let second = try united.opening(2, 2, roundAt: Self.begin, new: true)
        let opened = try #require(try first.verdict(of: 1, on: second).adopted)
        #expect(try second.verdict(of: 2, on: first).adopted == opened)
        united.log = opened
        #expect(try Self.standing(united) == ReplayPosition(seats: [1, 2], isRound: true))
        #expect(try united.stateDigest == test.entering(1, 3, new: true).entering(2, 2).stateDigest)
        #expect(try first.verdict(of: 2, on: united.url()).adopted == opened)
    }

    // MARK: Lies

    @Test(arguments: [1, 2]) func nothingElseCanBeOpened(_ other: Int) throws {
        let test = try Self.pick().sealing(1, 3, roundAt: Self.begin, new: true).entering(2, 1)
        let lie = try test.opening(1, other, roundAt: Self.begin, new: true)
        #expect(try test.verdict(of: 2, on: lie) == .forged(.opening(ply: 4, seat: 1)))
        guard case .open(_, let salt) = try test.opening(1, 3, roundAt: Self.begin, new: true).log.log.plies[3].action
        else { return #expect(Bool(false)) }
        let mixed = try test.with(1, .open(.index(other), salt), placement: .newRound)
        #expect(try test.verdict(of: 2, on: mixed) == .forged(.opening(ply: 4, seat: 1)))
        let fresh = Receiver(library: ToyLibrary()).verdict(on: try mixed.url()) { _ in nil }
        #expect(fresh == .forged(.opening(ply: 4, seat: 1)))
    }

    /// A commitment that fits its reveal is invalid if it was made for another place, seat or
    /// match.
    @Test func aCommitmentIsTiedToItsPlace() throws {
        let test = try Self.pick()
        let key = CommitmentKey(of: test.keys[0])
        let other = try TestMatch("pick", id: 8)
        let places = [
            test.place(of: 1, at: 0), test.place(of: 2, at: Self.begin),
            CommitmentContext(of: 1, behind: [], head: test.place(of: 1, at: Self.begin).head, match: other.match.id),
        ]
        for place in places {
            let sealed = try test.with(1, key.seal(.index(3), at: place), placement: .newRound).entering(2, 1)
            let lie = try sealed.with(1, key.open(.index(3), at: place), placement: .newRound)
            #expect(try sealed.verdict(of: 2, on: lie) == .forged(.opening(ply: 4, seat: 1)), "\(place)")
        }
        let place = test.place(of: 1, at: Self.begin)
        let sealed = try test.with(1, key.seal(.index(3), at: place), placement: .newRound).entering(2, 1)
        let truth = try sealed.with(1, key.open(.index(3), at: place), placement: .newRound)
        #expect(try sealed.verdict(of: 2, on: truth).adopted == truth.log)
    }

    /// A commitment that a seat made for an earlier round fits no reveal of this round.
    @Test func anOldCommitmentFitsNoLaterRound() throws {
        let first = try Self.pick().sealing(1, 3, roundAt: Self.begin, new: true).entering(2, 1)
            .opening(1, 3, roundAt: Self.begin, new: true)
        guard case .seal(let old) = first.log.log.plies[1].action,
            case .open(let move, let salt) = first.log.log.plies[3].action
        else { return #expect(Bool(false)) }
        let again = try first.with(1, .seal(old), placement: .newRound).entering(2, 1)
        let opened = try again.with(1, .open(move, salt), placement: .newRound)
        #expect(try again.verdict(of: 2, on: opened) == .forged(.opening(ply: 7, seat: 1)))
    }

    @Test func whoHasSeenTheOpeningTakesNothingBack() throws {
        let answered = try Self.pick().sealing(1, 3, roundAt: Self.begin, new: true).entering(2, 1)
        let opened = try answered.opening(1, 3, roundAt: Self.begin, new: true)
        let other = try Self.pick().sealing(1, 3, roundAt: Self.begin, new: true).entering(2, 2)
        #expect(try opened.verdict(of: 1, on: other) == .kept(.builtOn))
        #expect(try other.verdict(of: 1, on: opened).adopted == opened.log)
        // leaving takes nothing back either, if it would change more than the winner
        let resigned = try answered.with(2, .resign)
        #expect(try opened.verdict(of: 1, on: resigned).code != "forged")
    }

    // MARK: Order

    @Test func nothingIsOpenedTooEarlyOrTwice() throws {
        let test = try Self.pick()
        let sealed = try test.sealing(1, 3, roundAt: Self.begin, new: true)
        let early = try sealed.opening(1, 3, roundAt: Self.begin, new: true)
        #expect(try sealed.verdict(of: 2, on: early).code == "illegal_transition")
        let answered = try sealed.entering(2, 1)
        for hasty in [
            try answered.entering(2, 1, new: true), try answered.sealing(2, 1, roundAt: Self.begin, new: true),
        ] {
            #expect(try answered.verdict(of: 1, on: hasty).code == "illegal_transition")
        }
        let opened = try answered.opening(1, 3, roundAt: Self.begin, new: true)
        #expect(code { try opened.opening(1, 3, roundAt: Self.begin, new: true) } == "malformed")
        #expect(code { try test.opening(1, 3, roundAt: Self.begin, new: true) } == "malformed")
        #expect(code { try answered.opening(2, 1, roundAt: Self.begin, new: true) } == "malformed")
    }

    @Test func sealsStandInRoundsOnly() throws {
        let test = try TestMatch.seated("sticks")
        let key = CommitmentKey(of: test.keys[0])
        let seal = key.seal(.index(1), at: test.place(of: 1, at: 1))
        #expect(code { try test.with(1, seal) } == "malformed")
        #expect(try test.verdict(of: 2, on: test.with(1, seal, placement: .newRound)).code == "illegal_transition")
        let unseated = try TestMatch("pick")
        #expect(
            code { try unseated.with(1, key.seal(.index(1), at: unseated.place(of: 1, at: 0)), placement: .newRound) }
                == "malformed")
        let sealed = try Self.pick().sealing(1, 3, roundAt: Self.begin, new: true).entering(2, 1)
        let salt = try Salt([UInt8](repeating: 1, count: 16))
        #expect(code { try sealed.with(1, .open(.index(3), salt)) } == "malformed")
        #expect(code { try sealed.with(2, .resign, placement: .currentRound) } == "malformed")
    }

    /// A seat that leaves makes the round void, whether or not entries are sealed. The other seats
    /// start the round again, with new commitments.
    @Test func leavingMakesASealedRoundVoid() throws {
        let test = try Self.pick(["Ana", "Bob", "Cai"])
        let sealed = try test.sealing(1, 3, roundAt: Self.begin, new: true).sealing(2, 2, roundAt: Self.begin)
        let under = try sealed.with(3, .resign)
        let complete = try sealed.entering(3, 1)
        let opening = try complete.opening(1, 3, roundAt: Self.begin, new: true).with(3, .resign)
        for test in [under, opening] {
            #expect(try Self.standing(test) == ReplayPosition(seats: [1, 2], isRound: true))
            let begin = test.log.log.plies.count
            let stale = try test.entering(1, 1, new: true).entering(2, 1)
            #expect(try Self.standing(stale) == ReplayPosition(seats: [1, 2], isRound: true))
            let anew = try test.sealing(1, 3, roundAt: begin, new: true).entering(2, 1)
            let opened = try anew.opening(1, 3, roundAt: begin, new: true)
            #expect(try anew.verdict(of: 2, on: opened).adopted == opened.log)
        }
        // a sealed entry of a void round can't be revealed any more
        let late = try under.opening(2, 2, roundAt: Self.begin, new: true)
        #expect(try under.verdict(of: 1, on: late).code == "illegal_transition")
    }

    // MARK: Claims

    /// Entries are sealed with the same bytes before and after a claim, and the encoding says where
    /// the round began.
    @Test func claimsChangeNoCommitment() throws {
        let test = try Self.pick(["Ana", "Bob", "Cai"])
        let inFront = try test.sealing(1, 3, roundAt: Self.begin, new: true).sealing(2, 2, roundAt: Self.begin)
        let claimed = try test.sealing(1, 3, roundAt: Self.begin, new: true).with(1, .claim(against: 2))
        let behind = try claimed.sealing(2, 2, roundAt: Self.begin, new: true)
        #expect(inFront.log.log.plies[2].action == behind.log.log.plies[3].action)
        let complete = try behind.entering(3, 1)
        let opened = try complete.opening(2, 2, roundAt: Self.begin, new: true).opening(1, 3, roundAt: Self.begin)
        let fresh = Receiver(library: ToyLibrary()).verdict(on: try opened.url()) { _ in nil }
        #expect(fresh.adopted == opened.log)
        let bytes = opened.log.log.bytes(of: opened.match)
        #expect(
            hex(bytes).hasSuffix("0003" + "01" + "000e" + "000802" + "0003" + "06" + "000f02" + "01" + openings(opened))
        )
    }

    private func openings(_ test: TestMatch) -> String {
        "000303" + test.log.log.plies.suffix(2).map { hex($0.bytes) }.joined()
    }

    /// After two other seats have claimed, the seat that owed its reveal leaves, and the round
    /// restarts.
    @Test func whoNeverOpensIsClaimedAgainst() throws {
        let test = try Self.pick(["Ana", "Bob", "Cai"])
        let complete = try test.sealing(1, 3, roundAt: Self.begin, new: true).entering(2, 2).entering(3, 1)
        let claimed = try complete.with(2, .claim(against: 1))
        #expect(try complete.verdict(of: 1, on: claimed).adopted == claimed.log)
        #expect(try complete.verdict(of: 1, on: complete.with(2, .claim(against: 3))).code == "illegal_transition")
        let answered = try claimed.opening(1, 3, roundAt: Self.begin, new: true)
        #expect(try claimed.verdict(of: 2, on: answered).adopted == answered.log)
        let out = try claimed.with(3, .claim(against: 1))
        #expect(try Self.standing(out) == ReplayPosition(seats: [2, 3], isRound: true))
    }

    // MARK: Bytes

    /// A revealed entry costs two bytes, because its commitment is computed from the reveal. Such an
    /// entry has no other form.
    @Test func commitmentsThatCanBeWorkedOutAreLeftOut() throws {
        let answered = try Self.pick().sealing(1, 3, roundAt: Self.begin, new: true).entering(2, 1)
        let opened = try answered.opening(1, 3, roundAt: Self.begin, new: true)
        let (before, after) = (answered.log.log.bytes(of: answered.match), opened.log.log.bytes(of: opened.match))
        #expect(before.count - after.count == 32 - (3 + 2 + 16 + 1))
        #expect(try Log(bytes: before, of: answered.match) == answered.log.log)
        #expect(try Log(bytes: after, of: opened.match) == opened.log.log)
        let long = opened.log.log.bytes(ShortSeals())
        #expect(code { try Log(bytes: long, of: opened.match) } == "malformed")
        // in another match the same bytes stand for another commitment
        let other = try TestMatch("pick", id: 8).match
        #expect((try? Log(bytes: after, of: other))?.plies[1].action != opened.log.log.plies[1].action)
    }

    @Test(arguments: [
        "0003" + "01" + "000e",  // never revealed
        "000e", "01" + "000f00",  // outside of a round
        "0003" + "01" + "000f7f",  // a round that begins before the match
        "0003" + "01" + "000b" + "00112233445566778899aabbccddeeff" + "01",  // nothing was sealed
        "0003" + "03" + "01" + "000b" + "00112233445566778899aabbccddeeff" + "01",  // a move beside a reveal
        "0003" + "01" + "000a" + "0011",  // cut off
    ]) func damagedSealsAreMalformed(_ text: String) throws {
        let match = try Self.pick().match
        #expect(code { try Log(bytes: bytes(text), of: match) } == "malformed")
    }

    /// Forty rounds of two fit easily into a short message.
    @Test func aLongMatchIsShort() throws {
        var test = try TestMatch.seated("pick", options: ["rounds": 40])
        for _ in 0..<40 {
            let begin = test.log.log.plies.count
            test = try test.sealing(1, 3, roundAt: begin, new: true).entering(2, 1).opening(
                1, 3, roundAt: begin, new: true)
        }
        let url = try test.url()
        #expect(url.utf8.count <= 2_000, "\(url.utf8.count)")
        #expect(Receiver(library: ToyLibrary()).verdict(on: url) { _ in nil }.adopted == test.log)
    }
}
