import Testing
import Values

@testable import MessageProtocol

@Suite struct CommitmentKeyTests {
    private static func place(_ number: Int = 3, seat: Int = 2) throws -> CommitmentContext {
        let test = try TestMatch.seated("pick")
        let plies = (0..<number).map { _ in Ply(seat: seat, action: .move(1)) }
        return CommitmentContext(of: seat, behind: plies[...], head: test.log.head, match: test.match.id)
    }

    @Test func theSameIsSealedTheSameWay() throws {
        let key = CommitmentKey(of: try SeatKey(secret: [UInt8](repeating: 9, count: 32)))
        let again = CommitmentKey(of: try SeatKey(secret: [UInt8](repeating: 9, count: 32)))
        #expect(try key.seal(.index(4), at: Self.place()) == again.seal(.index(4), at: Self.place()))
    }

    /// If any input differs, salt and commitment differ. Two moves at one head therefore have
    /// different salts.
    @Test func everythingCounts() throws {
        let keys = try [UInt8(9), 10].map { CommitmentKey(of: try SeatKey(secret: [UInt8](repeating: $0, count: 32))) }
        let moves: [LoggedMove] = [.index(4), .index(5), .typed(name: "say", argument: "b2")]
        var (salts, seals): (Set<Salt>, Set<Ply.Action>) = ([], [])
        for key in keys {
            for move in moves {
                for number in [3, 4, 259] {
                    salts.insert(key.salt(of: move, at: try Self.place(number)))
                    seals.insert(key.seal(move, at: try Self.place(number)))
                }
                seals.insert(key.seal(move, at: try Self.place(seat: 1)))
            }
        }
        #expect(salts.count == 18)
        #expect(seals.count == 24)
    }

    @Test func itIsNeverPrinted() throws {
        let key = CommitmentKey(of: try SeatKey(secret: [UInt8](repeating: 9, count: 32)))
        var dumped = ""
        dump(key, to: &dumped)
        #expect("\(key)" == "CommitmentKey(redacted)")
        #expect(String(reflecting: key) == "CommitmentKey(redacted)")
        #expect(dumped == "- CommitmentKey(redacted)\n")
    }
}
