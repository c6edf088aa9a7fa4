import Testing

@testable import MessageProtocol

@Suite struct ReplayTests {
    private static func stop(_ test: TestMatch, known: Int = 0, library: ToyLibrary = ToyLibrary()) -> Replay.Stop? {
        do throws(Replay.Stop) {
            var replay = try Replay(test.log, known: known, library: library)
            _ = try replay.run()
            return nil
        } catch {
            return error
        }
    }

    private static func place(_ test: TestMatch) -> [Int]? {
        guard case .illegal(let ply, let seat, let reason)? = stop(test) else { return nil }
        #expect(!reason.isEmpty)
        return [ply, seat]
    }

    @Test func theRulesNameThePlyAndTheSeat() throws {
        let start = try TestMatch.seated(options: ["sticks": 8])
        #expect(Self.stop(start) == nil)
        #expect(Self.place(try start.with(1, .move(4))) == [2, 1])
        #expect(Self.place(try start.with(2, .move(1))) == [2, 2])
        // seven are left, so Ana takes again
        #expect(Self.place(try start.with(1, .move(1)).with(2, .move(1))) == [3, 2])
        #expect(Self.place(try start.with(1, .move(1), .move(1))) == nil)
        #expect(Self.place(try start.with(1, .move(.typed(name: "take", argument: 2)))) == nil)
        #expect(Self.place(try start.with(1, .move(.typed(name: "take", argument: "2")))) == [2, 1])
    }

    @Test func optionsAreForTheRulesToCheck() throws {
        #expect(Self.place(try TestMatch(options: ["sticks": 0])) == [0, 1])
    }

    @Test func nothingButClosingFollowsTheEnd() throws {
        let over = try TestMatch.seated(options: ["sticks": 1]).with(1, .move(1))
        #expect(Self.stop(over) == nil)
        #expect(Self.place(try over.with(2, .move(1))) == [3, 2])
        #expect(Self.place(try over.with(2, .resign)) == [3, 2])
        #expect(Self.place(try over.with(2, .claim(against: 1))) == [3, 2])
        let closed = try over.closing(2)
        #expect(Self.stop(closed) == nil)
        #expect(Self.stop(try closed.closing(1)) == nil)
        // all closings form one round, and each seat closes the match once
        #expect(Self.place(try closed.with(2, .close(nil), placement: .newRound)) == [4, 2])
        #expect(Self.place(try closed.with(1, .close(nil), placement: .newRound)) == [4, 1])
        #expect(code { try over.with(2, .close(nil)) } == "malformed")
        // a match that isn't over can't be closed
        #expect(Self.place(try TestMatch.seated().closing(2)) == [2, 2])
    }

    @Test func seatsLeaveOnce() throws {
        let names = ["Ana", "Bob", "Cat"]
        let start = try TestMatch.seated(names: names)
        #expect(Self.stop(try start.with(1, .resign).with(2, .move(1))) == nil)
        #expect(Self.place(try start.with(3, .resign).with(3, .resign)) == [3, 3])
        #expect(Self.place(try start.with(1, .resign).with(1, .move(1))) == [3, 1])
        // a seat claims against another seat that owes a move, and only once; a seat that has left
        // can't claim
        let claimed = try start.with(2, .claim(against: 1))
        #expect(Self.place(try claimed.with(2, .claim(against: 1))) == [3, 2])
        #expect(Self.place(try start.with(2, .claim(against: 3))) == [2, 2])
        #expect(Self.place(try start.with(2, .resign).with(2, .claim(against: 1))) == [3, 2])
        // a claim changes nothing until two seats have claimed; then the claimed seat has left
        #expect(Self.place(try claimed.with(2, .move(1))) == [3, 2])
        #expect(Self.place(try claimed.with(1, .move(1)).with(2, .claim(against: 1))) == [4, 2])
        let out = try claimed.with(3, .claim(against: 1))
        #expect(Self.stop(try out.with(2, .move(1))) == nil)
        #expect(Self.place(try out.with(1, .move(1))) == [4, 1])
        // a ply of the claimed seat ends the claim; after that seat owes the next ply, the other
        // seat may claim again
        let answered = try claimed.with(1, .move(1)).with(2, .move(1)).with(3, .move(1))
        #expect(Self.stop(try answered.with(2, .claim(against: 1)).with(1, .move(1))) == nil)
        #expect(Self.stop(try answered.with(3, .claim(against: 1)).with(1, .move(1))) == nil)
    }

    /// With two seats left, no claim ends a match.
    @Test func aClaimOfTwoChangesNothing() throws {
        let start = try TestMatch.seated("pick")
        let both = try start.with(1, .claim(against: 2)).with(2, .claim(against: 1))
        #expect(Self.stop(try both.entering(1, 1, new: true).entering(2, 2)) == nil)
        #expect(Self.place(try both.closing(1)) == [4, 1])
    }

    /// After a claim, entries go into another bracket of the same round.
    @Test func aRoundGoesOnBehindAClaim() throws {
        let start = try TestMatch.seated("pick", names: ["Ana", "Bob", "Cat"])
        let claimed = try start.entering(2, 1, new: true).with(2, .claim(against: 1))
        let further = try claimed.entering(1, 2, new: true)
        #expect(Self.stop(further) == nil)
        #expect(Self.stop(try further.entering(3, 3)) == nil)
        #expect(Self.stop(try further.entering(3, 3).entering(2, 1, new: true)) == nil)
        // a seat doesn't enter twice in one round, and there is no second bracket without a claim
        // before it
        #expect(Self.place(try claimed.entering(2, 1, new: true)) == [4, 2])
        #expect(Self.place(try further.entering(3, 3, new: true)) == [5, 3])
        for known in 0...5 {
            #expect(Self.stop(try further.entering(3, 3), known: known) == nil)
        }
    }

    @Test func roundsAreRounds() throws {
        let start = try TestMatch.seated("pick")
        let half = try start.entering(1, 1, new: true)
        #expect(Self.stop(half) == nil)
        let whole = try half.entering(2, 3)
        #expect(Self.stop(whole) == nil)
        #expect(Self.stop(try whole.entering(2, 1, new: true)) == nil)
        // a move in turn where a round is due, and a round where a move in turn is due
        #expect(Self.place(try start.with(1, .move(1))) == [2, 1])
        #expect(Self.place(try TestMatch.seated().entering(1, 1, new: true)) == [2, 1])
        // a round that starts before the last one is complete, by either seat
        #expect(Self.place(try half.entering(2, 1, new: true)) == [3, 2])
        #expect(Self.place(try half.entering(1, 1, new: true)) == [3, 1])
        #expect(Self.place(try start.entering(2, 9, new: true)) == [2, 2])
    }

    /// If a seat leaves, the round restarts without it.
    @Test func aRoundStartsAnewWhenASeatLeaves() throws {
        let start = try TestMatch.seated("pick", names: ["Ana", "Bob", "Cat"])
        let left = try start.entering(1, 1, new: true).with(3, .resign)
        let anew = try left.entering(1, 2, new: true).entering(2, 2)
        #expect(Self.stop(anew) == nil)
        #expect(Self.place(try left.entering(3, 2, new: true)) == [4, 3])
        #expect(Self.stop(try start.entering(1, 1, new: true).with(1, .claim(against: 2))) == nil)
        #expect(Self.place(try start.entering(1, 1, new: true).with(2, .claim(against: 1))) == [3, 2])
    }

    /// A replay has the same result, whichever part of the log is known.
    @Test(arguments: ["sticks", "pick"])
    func aReplayCanStandAnywhere(_ game: String) throws {
        var test = try TestMatch.seated(game)
        if game == "sticks" {
            try test.takeSticks([1, 2, 3, 1, 2, 1])
        } else {
            test = try test.entering(1, 1, new: true).entering(2, 2).entering(1, 3, new: true).entering(2, 1)
        }
        let digest = try test.stateDigest
        for known in 0...test.log.log.plies.count {
            var replay = try Replay(test.log, known: known, library: ToyLibrary())
            #expect(try replay.run() == digest)
        }
        // an incomplete round stays incomplete
        guard game == "pick" else { return }
        let half = try test.entering(1, 1, new: true).entering(2, 1, new: true)
        for known in 0..<half.log.log.plies.count {
            guard case .illegal(ply: 7, seat: 2, _)? = Self.stop(half, known: known) else {
                Issue.record("known \(known)")
                continue
            }
        }
    }

    /// A seat that left or closed the match in the known plies counts as such in the new plies.
    @Test func whatIsKnownStillCounts() throws {
        let start = try TestMatch.seated(names: ["Ana", "Bob", "Cat"]).with(1, .move(1))
        let twice = try start.with(2, .resign).with(2, .claim(against: 3))
        let again = try start.with(3, .resign).with(3, .resign)
        let closed = try start.with(2, .resign).with(3, .resign).closing(1).with(1, .close(nil), placement: .newRound)
        for test in [twice, again, closed] {
            let last = test.log.log.plies.count
            guard case .illegal(ply: last, _, _)? = Self.stop(test, known: last - 1) else {
                Issue.record("expected ply \(last) to be illegal")
                continue
            }
        }
    }

    @Test func knownPliesAreNotPlayedAgain() throws {
        var test = try TestMatch.seated()
        try test.takeSticks([1, 2, 3, 1])
        let library = ToyLibrary()
        #expect(Self.stop(test, known: 4, library: library) == nil)
        #expect(library.meters.replayed == 1)
    }

    @Test func whatFailsIsNobodysFault() throws {
        var test = try TestMatch.seated()
        try test.takeSticks([1, 2])
        let library = ToyLibrary()
        library.meters.failsFrom = 2
        #expect(Self.stop(test, library: library) == .failed("out of time"))
        library.meters.failsFrom = nil
        library.meters.digestFails = true
        #expect(Self.stop(test, library: library) == .failed("no digest"), "in its own words")
    }
}
