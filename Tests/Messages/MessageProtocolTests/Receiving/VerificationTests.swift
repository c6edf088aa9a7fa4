import Testing

@testable import MessageProtocol

@Suite struct VerificationTests {
    /// Returns the forgery in the log of a match with other signatures.
    private static func forgery(_ log: SignedLog, _ change: (inout [SeatSignature?]) throws -> Void) throws -> Forgery?
    {
        var signatures = log.signatures
        try change(&signatures)
        return try SignedLog(match: log.match, log: log.log, signatures: signatures).forgery()
    }

    private static func played() throws -> TestMatch {
        var test = try TestMatch.seated()
        try test.takeSticks([1, 2, 3, 1])
        return test
    }

    @Test func whatEverySeatSignedIsGenuine() throws {
        var test = try TestMatch()
        #expect(test.log.forgery() == nil)
        #expect(test.log.signatures[0]?.ply == 0 && test.log.signatures[1] == nil)
        test = try Self.played()
        #expect(test.log.forgery() == nil)
        // Ana takes 1, Bob 2, Ana 3 and, as fourteen are left, 1 more
        #expect(test.log.log.plies.map(\.seat) == [2, 1, 2, 1, 1])
        #expect(test.log.signatures.map { $0?.ply } == [5, 3])
        for seat in [1, 2] {
            try test.add(seat, .resign)
            #expect(test.log.forgery() == nil)
        }
    }

    /// One message with several plies and several messages with one ply each end with equally valid
    /// signatures.
    @Test func aRunMayComeInSeveralMessages() throws {
        let test = try Self.played()
        let once = try test.with(2, .move(1), .move(1))
        let twice = try test.with(2, .move(1)).with(2, .move(1))
        #expect(once.log.head == twice.log.head)
        #expect(once.log.forgery() == nil && twice.log.forgery() == nil)
        #expect(once.log.signatures[1]?.ply == 7)
    }

    @Test func aMissingSignatureIsAForgery() throws {
        let test = try Self.played()
        #expect(try Self.forgery(test.log) { $0[0] = nil } == .unsigned(ply: 5, seat: 1))
        #expect(try Self.forgery(test.log) { $0[1] = nil } == .unsigned(ply: 3, seat: 2))
        #expect(try Self.forgery(TestMatch().log) { $0[0] = nil } == .signature(seat: 1))
    }

    @Test func aPlyAfterItsSeatsSignatureIsAForgery() throws {
        let test = try Self.played()
        let before = try TestMatch.seated().log
        // Bob's signature covers his join, and not the move that follows
        #expect(try Self.forgery(test.log) { $0[1] = before.signatures[1] } == .unsigned(ply: 3, seat: 2))
        let early = SeatSignature(ply: 4, signature: try #require(test.log.signatures[0]).signature)
        #expect(try Self.forgery(test.log) { $0[0] = early } == .unsigned(ply: 5, seat: 1))
    }

    @Test func aSignatureOfSomethingElseIsAForgery() throws {
        let test = try Self.played()
        let (first, second) = (try #require(test.log.signatures[0]), try #require(test.log.signatures[1]))
        #expect(
            try Self.forgery(test.log) { $0[0] = SeatSignature(ply: 6, signature: first.signature) }
                == .misplaced(seat: 1))
        #expect(
            try Self.forgery(test.log) { $0[0] = SeatSignature(ply: 5, signature: second.signature) }
                == .signature(seat: 1))
        // of the same plies in another match
        var other = try TestMatch(id: 8)
        try other.add(2, .join(other.entry(2, "Bob")))
        try other.takeSticks([1, 2, 3, 1])
        #expect(try Self.forgery(test.log) { $0 = other.log.signatures } == .signature(seat: 1))
        // for a seat that has made no ply
        #expect(try Self.forgery(TestMatch().log) { $0[1] = second } == .misplaced(seat: 2))
        #expect(
            try Self.forgery(TestMatch().log) { $0[0] = SeatSignature(ply: 1, signature: first.signature) }
                == .misplaced(seat: 1))
    }

    /// A seat signs its own entry of a round. Entries of other seats may come before or after that
    /// entry.
    @Test func entriesOfARoundAreSignedOnTheirOwn() throws {
        let names = ["Ana", "Bob", "Cat"]
        let start = try TestMatch.seated("pick", names: names)
        let first = try start.entering(2, 1, new: true)
        let both = try first.entering(1, 3)
        #expect(both.log.log.plies.map(\.seat) == [1, 1, 2])
        #expect(both.log.signatures[1]?.ply == 3)
        #expect(both.log.signatures[1]?.signature == first.log.signatures[1]?.signature)
        #expect(both.log.forgery() == nil)
        #expect(try both.entering(3, 2).log.forgery() == nil)
        // an entry isn't an ordinary move: a signature over one doesn't fit the other
        let alone = try Log(seats: 3, plies: start.log.log.plies + [Ply(seat: 2, action: .move(1))])
        let passed = try SignedLog(match: start.match, log: alone, signatures: first.log.signatures)
        #expect(passed.forgery() == .signature(seat: 2))
    }

    @Test func whatWasVerifiedIsNotVerifiedAgain() throws {
        let test = try Self.played()
        let longer = try test.with(1, .resign)
        #expect(longer.log.forgery(known: test.log) == nil)
        // a known log vouches only for itself
        var signatures = longer.log.signatures
        signatures[1] = SeatSignature(ply: 3, signature: try #require(longer.log.signatures[0]).signature)
        let changed = try SignedLog(match: longer.match, log: longer.log.log, signatures: signatures)
        #expect(changed.forgery(known: test.log) == .signature(seat: 2))
    }

    @Test func anotherSeatsKeyCannotSign() throws {
        let test = try Self.played()
        #expect(code { try test.log.adding([.move(1)], seat: 2, key: test.keys[0]) } == "malformed")
        #expect(code { try test.log.adding([.move(1)], seat: 3, key: test.keys[0]) } == "malformed")
        #expect(code { try SignedLog(inviting: test.match, key: test.keys[1]) } == "malformed")
        #expect(
            code { try test.log.adding([.move(1)], seat: 2, placement: .currentRound, key: test.keys[1]) }
                == "malformed")
        #expect(
            code { try test.log.adding([.move(1), .move(1)], seat: 2, placement: .newRound, key: test.keys[1]) }
                == "malformed")
    }
}
