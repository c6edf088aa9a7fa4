import Testing

@testable import MessageProtocol

@Suite struct SeatedJoinTests {
    private static let names = ["Ana", "Bob", "Cat"]

    @Test func joinsAreSignedForOneSeatOfOneMatch() throws {
        let test = try TestMatch(names: Self.names)
        let join = try SeatedJoin(seat: 2, token: DisplayName("Bob"), key: test.keys[1], in: test.match)
        let head = Head(of: test.match)
        #expect(join.isSigned(for: head))
        #expect(!join.isSigned(for: Head(of: try TestMatch(names: Self.names, id: 8).match)))
        let eve = SeatedPlayer(token: try DisplayName("Eve"), key: join.entry.key)
        #expect(!SeatedJoin(seat: 2, entry: eve, signature: join.signature).isSigned(for: head))
        #expect(!SeatedJoin(seat: 3, entry: join.entry, signature: join.signature).isSigned(for: head))
        let other = SeatedPlayer(token: join.entry.token, key: test.keys[2].publicKey)
        #expect(!SeatedJoin(seat: 2, entry: other, signature: join.signature).isSigned(for: head))
    }

    @Test func onlyOpenSeatsCanBeAskedFor() throws {
        let test = try TestMatch(names: Self.names)
        for seat in [1, 0, 4, -1] {
            #expect(
                code { try SeatedJoin(seat: seat, token: DisplayName("Bob"), key: SeatKey(), in: test.match) }
                    == "malformed")
        }
    }

    @Test func joinsTravelOutsideTheLog() throws {
        let test = try TestMatch(names: Self.names)
        let join = try SeatedJoin(seat: 3, token: DisplayName("Cat"), key: test.keys[2], in: test.match)
        let envelope = try Envelope(test.log, sender: 3, standingDigest: test.stateDigest, join: join)
        let url = try MessageURLCoder().url(of: envelope)
        #expect(try MessageURLCoder().envelope(from: url).join == join)
        #expect(test.verdict(of: 1, on: url) == .joinRequest(join))
        // after the inviter has accepted the request, Cat has the seat
        let bob = try SeatedJoin(seat: 2, token: DisplayName("Bob"), key: test.keys[1], in: test.match)
        let started = try test.with(1, .start([bob, join]))
        #expect(try test.verdict(of: 1, on: started).adopted?.roster[3] == join.entry)
    }

    @Test func aJoinThatItsKeyDidNotSignIsForged() throws {
        let test = try TestMatch(names: Self.names)
        let joins = try test.joins(Self.names)
        let stolen = SeatedJoin(seat: 3, entry: joins[1].entry, signature: joins[0].signature)
        let request = try Envelope(test.log, sender: 3, standingDigest: test.stateDigest, join: stolen)
        #expect(test.verdict(of: 1, on: try MessageURLCoder().url(of: request)) == .forged(.join(seat: 3)))
        let started = try test.with(1, .start([joins[0], stolen]))
        #expect(try test.verdict(of: 2, on: started) == .forged(.join(seat: 3)))
    }

    @Test func aJoinIsForTheSendersOpenSeat() throws {
        var test = try TestMatch(names: Self.names)
        let joins = try test.joins(Self.names)
        let digest = try test.stateDigest
        #expect(code { try Envelope(test.log, sender: 2, standingDigest: digest, join: joins[1]) } == "malformed")
        try test.add(1, .start(joins))
        #expect(code { try Envelope(test.log, sender: 3, standingDigest: digest, join: joins[1]) } == "malformed")
    }
}
