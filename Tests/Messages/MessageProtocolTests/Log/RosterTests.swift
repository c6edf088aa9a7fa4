import Testing

@testable import MessageProtocol

@Suite struct RosterTests {
    private static let three = ["Ana", "Bob", "Cat"]

    private static func roster(_ test: TestMatch, _ plies: [Ply]) throws -> Roster {
        try Roster(test.match.setup, try Log(seats: test.match.setup.seats, plies: plies))
    }

    @Test func twoPeopleJoin() throws {
        let test = try TestMatch()
        let open = try Self.roster(test, [])
        #expect(open[1]?.token.text == "Ana" && open[2] == nil && !open.isComplete)
        #expect(open[0] == nil && open[3] == nil)
        let bob = try test.entry(2, "Bob")
        let move = Ply(seat: 1, action: .move(1))
        let roster = try Self.roster(test, [move, Ply(seat: 2, action: .join(bob))])
        #expect(roster[2] == bob && roster.isComplete)
        #expect(roster.seat(of: bob.key) == 2)
        #expect(try roster.seat(of: SeatKey.Public([UInt8](0..<32))) == nil)
    }

    @Test func joinsOutOfPlaceAreRefused() throws {
        let test = try TestMatch()
        let bob = Ply.Action.join(try test.entry(2, "Bob"))
        let ana = Ply.Action.join(try test.entry(1, "Ana"))
        for plies in [
            // a join of a taken seat, a join twice, a join with the inviter's key, plies of a free
            // seat, a claim against a free seat
            [Ply(seat: 1, action: bob)], [Ply(seat: 2, action: bob), Ply(seat: 2, action: bob)],
            [Ply(seat: 2, action: ana)], [Ply(seat: 2, action: .move(1))], [Ply(seat: 2, action: .resign)],
            [Ply(seat: 1, action: .claim(against: 2))],
        ] {
            #expect(code { try Self.roster(test, plies) } == "malformed")
        }
        let group = try TestMatch(names: Self.three)
        #expect(code { try Self.roster(group, [Ply(seat: 2, action: bob)]) } == "malformed")
    }

    @Test func groupsStart() throws {
        let test = try TestMatch(names: Self.three)
        let joins = try test.joins(Self.three)
        let roster = try Self.roster(test, [Ply(seat: 1, action: .start(joins)), Ply(seat: 1, action: .move(1))])
        #expect(roster.entries.map { $0?.token.text } == Self.three)
    }

    /// A join can't be among a round's entries: the match could never continue.
    @Test func aRoundWaitsForEverySeat() throws {
        let test = try TestMatch("pick")
        let bob = Ply(seat: 2, action: .join(try test.entry(2, "Bob")))
        for action in [Ply.Action.move(1), .move(.typed(name: "pick", argument: 1))] {
            let entry = Ply(seat: 1, action: action, place: .beginsRound)
            #expect(code { try Self.roster(test, [entry]) } == "malformed")
            #expect(code { try Self.roster(test, [entry, bob]) } == "malformed")
            #expect(try Self.roster(test, [bob, entry]).isComplete)
        }
        #expect(code { try test.entering(1, 1, new: true) } == "malformed")
        // in a match of three or more, nobody moves before the start
        let group = try TestMatch(names: Self.three)
        let start = Ply(seat: 1, action: .start(try group.joins(Self.three)))
        for place in [Ply.Place.alone, .beginsRound] {
            let move = Ply(seat: 1, action: .move(1), place: place)
            #expect(code { try Self.roster(group, [move]) } == "malformed")
            #expect(code { try Self.roster(group, [move, start]) } == "malformed")
            #expect(try Self.roster(group, [start, move]).isComplete)
        }
    }

    @Test func startsOutOfPlaceAreRefused() throws {
        let test = try TestMatch(names: Self.three)
        let joins = try test.joins(Self.three)
        let other = try SeatedJoin(seat: 2, token: DisplayName("Eve"), key: test.keys[2], in: test.match)
        let start = Ply(seat: 1, action: .start(joins))
        for plies in [
            [Ply(seat: 1, action: .start([]))], [Ply(seat: 1, action: .start([joins[0]]))],
            [Ply(seat: 1, action: .start([joins[1], joins[0]]))], [Ply(seat: 1, action: .start([joins[0], joins[0]]))],
            // a start with one key on two seats, a start by another seat than the inviter's, and a
            // second start
            [Ply(seat: 1, action: .start([other, joins[1]]))], [Ply(seat: 2, action: .start(joins))], [start, start],
        ] {
            #expect(code { try Self.roster(test, plies) } == "malformed")
        }
        #expect(code { try Self.roster(test, [start]) } == "none")
    }
}
