import Testing

@testable import MessageProtocol

@Suite struct SignedLogTests {
    /// A longer log reuses the heads of the log that it continues. An entry that is inserted in a
    /// round moves the plies after it, so their heads are computed anew.
    @Test func headsOfALogThatGrewAreThoseOfItsPlies() throws {
        var turns = try TestMatch.seated()
        try turns.takeSticks([1, 2, 3])
        var round = try TestMatch.seated(names: ["Ana", "Bob", "Cay"])
        try round.add(2, .move(.index(2)), placement: .newRound)
        try round.add(1, .move(.index(1)), placement: .currentRound)
        try round.add(3, .move(.index(3)), placement: .currentRound)
        for log in [turns.log, round.log] {
            let anew = try SignedLog(match: log.match, log: log.log, signatures: log.signatures)
            #expect(log.heads == anew.heads)
            #expect(log.roster == anew.roster)
            #expect(log.forgery() == nil)
        }
    }

    private static func keys(_ test: TestMatch) -> [Int: SeatKey] { [1: test.keys[0], 2: test.keys[1]] }

    /// Plies of several seats at once give the same log as one message after the other.
    @Test func manyPliesAtOnceAreTheSameLog() throws {
        var test = try TestMatch()
        let entry = try test.entry(2, "Bob")
        let plies = [
            Ply(seat: 1, action: .move(1)), Ply(seat: 2, action: .join(entry)), Ply(seat: 2, action: .move(2)),
            Ply(seat: 1, action: .move(3)), Ply(seat: 1, action: .move(1)),
        ]
        let atOnce = try test.log.adding(plies, keys: Self.keys(test))
        try test.add(1, .move(1))
        try test.add(2, .join(entry), .move(2))
        try test.add(1, .move(3), .move(1))
        #expect(atOnce.head == test.log.head && atOnce.log == test.log.log)
        #expect(atOnce.forgery() == nil)
        #expect(atOnce.signatures.map { $0?.ply } == test.log.signatures.map { $0?.ply })
    }

    @Test func entriesGoIntoTheRoundAtTheEnd() throws {
        var test = try TestMatch.seated("hands")
        test = try test.entering(2, 3, new: true)
        let entered = try test.log.adding(
            [
                Ply(seat: 1, action: .move(1), place: .continuesRound),
                Ply(seat: 1, action: .move(2), place: .beginsRound),
            ], keys: Self.keys(test))
        #expect(entered.log.plies.suffix(3).map(\.seat) == [1, 2, 1])
        #expect(entered.log.plies.suffix(3).map(\.place) == [.beginsRound, .continuesRound, .beginsRound])
        #expect(entered.forgery() == nil)
        let seated = try TestMatch.seated("hands")
        #expect(throws: WireError.self) {
            try seated.log.adding([Ply(seat: 1, action: .move(1), place: .continuesRound)], keys: Self.keys(seated))
        }
    }

    @Test func everySeatNeedsItsKey() throws {
        let test = try TestMatch.seated()
        let ply = Ply(seat: 1, action: .move(1))
        #expect(throws: WireError.self) { try test.log.adding([ply], keys: [:]) }
        #expect(throws: WireError.self) { try test.log.adding([ply], keys: [1: test.keys[1]]) }
    }
}
