import Testing

@testable import MessageProtocol

@Suite struct RunTests {
    private static func move(_ seat: Int, _ place: Ply.Place = .alone) -> Ply {
        Ply(seat: seat, action: .move(1), place: place)
    }

    @Test func pliesOfOneSeatInTurnAreARun() throws {
        let log = try Log(seats: 2, plies: [Self.move(1), Self.move(1), Self.move(2), Self.move(1)])
        #expect(
            log.runs == [
                Run(kind: .turn(seat: 1), range: 0..<2), Run(kind: .turn(seat: 2), range: 2..<3),
                Run(kind: .turn(seat: 1), range: 3..<4),
            ])
    }

    @Test func aRoundIsOneRun() throws {
        let round = [Self.move(1, .beginsRound), Self.move(2, .continuesRound), Self.move(3, .continuesRound)]
        let log = try Log(seats: 3, plies: [Self.move(1)] + round + round + [Self.move(3)])
        #expect(log.runs.map(\.range) == [0..<1, 1..<4, 4..<7, 7..<8])
        #expect(log.runs.map(\.kind) == [.turn(seat: 1), .round, .round, .turn(seat: 3)])
    }

    /// A ply out of turn divides the run that a seat signs.
    @Test func whatIsOutOfTurnStandsApart() throws {
        for ply in [Ply(seat: 3, action: .resign), Ply(seat: 2, action: .claim(against: 3))] {
            let log = try Log(seats: 3, plies: [Self.move(1), ply, Self.move(1), ply, Self.move(1)])
            #expect(log.runs.count == 5)
            #expect(log.runs[1].kind == .apart(seat: ply.seat))
        }
    }

    @Test func closingsAreOneRound() throws {
        let closings = [1, 3].map {
            Ply(seat: $0, action: .close(nil), place: $0 == 1 ? .beginsRound : .continuesRound)
        }
        #expect(try Log(seats: 3, plies: closings).runs.map(\.kind) == [.round])
        #expect(code { try Log(seats: 3, plies: [Ply(seat: 1, action: .close(nil))]) } == "malformed")
        #expect(code { try Log(seats: 3, plies: [Self.move(1, .beginsRound), closings[1]]) } == "malformed")
        #expect(code { try Log(seats: 3, plies: [closings[0], Self.move(2, .continuesRound)]) } == "malformed")
    }

    @Test func aRoundsEntriesAreInTheOrderOfTheirSeats() {
        for plies in [
            [Self.move(2, .beginsRound), Self.move(1, .continuesRound)],
            [Self.move(1, .beginsRound), Self.move(1, .continuesRound)], [Self.move(1, .continuesRound)],
            [Self.move(1), Self.move(2, .continuesRound)],
            [Self.move(1, .beginsRound), Ply(seat: 2, action: .resign, place: .continuesRound)],
        ] {
            #expect(code { try Log(seats: 2, plies: plies) } == "malformed")
        }
    }
}
