import Testing
import Values

@testable import MessageProtocol

@Suite struct HeadTests {
    /// The head before the first ply covers every part of a match: the same id with another setup
    /// is another match.
    @Test func everyPartOfAMatchChangesItsFirstHead() throws {
        let test = try TestMatch()
        let setup = test.match.setup
        func head(
            _ game: String = "sticks", script: UInt8 = 1, id: UInt8 = 1, version: Int = 1,
            options: [String: Value] = [:],
            seats: Int = 2, seat: Int = 1, name: String = "Ana", key: SeatKey.Public? = nil
        ) throws -> Head {
            let inviter = SeatedPlayer(token: try DisplayName(name), key: key ?? setup.inviter.key)
            let setup = try Setup(
                rulesVersion: version, options: options, seats: seats, inviterSeat: seat, inviter: inviter)
            return Head(
                of: MatchIdentity(
                    game: try GameID(game), script: try ScriptDigest([UInt8](repeating: script, count: 16)),
                    id: try MatchID([UInt8](repeating: id, count: 16)), setup: setup))
        }
        let heads = try [
            head(), head("pick"), head(script: 2), head(id: 2), head(version: 2), head(options: ["sticks": 3]),
            head(options: ["sticks": 4]), head(options: ["sticks": 3.0]), head(options: ["stick": 3]), head(seats: 3),
            head(seat: 2), head(name: "Eve"), head(name: ""), head(key: test.keys[1].publicKey),
        ]
        #expect(Set(heads).count == heads.count)
        #expect(try head() == head())
    }

    /// An empty table has one form, whether it was given as a list or as a map.
    @Test func tablesHaveOneForm() throws {
        let entry = try TestMatch().match.setup.inviter
        let list = try Setup(rulesVersion: 1, options: ["extra": []], seats: 2, inviter: entry)
        let map = try Setup(rulesVersion: 1, options: ["extra": .map([:])], seats: 2, inviter: entry)
        #expect(list == map)
        #expect(list.bytes == map.bytes)
    }

    @Test func everyPartOfAPlyChangesItsHead() throws {
        let first = Head(of: try TestMatch().match)
        let plies = [
            Ply(seat: 1, action: .move(1)), Ply(seat: 2, action: .move(1)), Ply(seat: 1, action: .move(2)),
            Ply(seat: 1, action: .move(1), place: .beginsRound), Ply(seat: 1, action: .move(1), place: .continuesRound),
            Ply(seat: 1, action: .resign), Ply(seat: 1, action: .close(nil)), Ply(seat: 1, action: .claim(against: 2)),
            Ply(seat: 1, action: .move(.typed(name: "take", argument: 1))),
            Ply(seat: 1, action: .move(.typed(name: "take", argument: "1"))),
        ]
        let heads = plies.map { Head(after: first, $0) }
        #expect(Set(heads + [first]).count == plies.count + 1)
        #expect(Head(after: heads[0], plies[1]) != Head(after: heads[1], plies[0]))
    }

    /// Each field follows its length, so the end of one field can't be read as the start of the
    /// next field.
    @Test func fieldsDoNotRunTogether() {
        var left = HashFields("parlor")
        left.append([1, 2])
        left.append([3])
        var right = HashFields("parlor")
        right.append([1])
        right.append([2, 3])
        #expect(left.bytes != right.bytes)
        #expect(hex(left.bytes) == "00000006" + "7061726c6f72" + "000000020102" + "0000000103")
    }
}
