import Effort
import Testing
import Values

@testable import MessageProtocol

@Suite struct LogCodingTests {
    private static func moves(_ seats: [Int]) -> [Ply] {
        seats.map { Ply(seat: $0, action: .move(5)) }
    }

    private static func key(_ byte: UInt8) throws -> SeatKey.Public {
        try SeatKey.Public([UInt8](repeating: byte, count: 32))
    }

    /// Seats, in the order of their plies, and the bytes.
    @Test(arguments: [
        (2, [1, 2, 1, 2], "05050505"),
        (3, [1, 2, 3, 1], "05050505"),
        // the seat is the second guess of the forecast; then a run is as long as the run before
        (2, [1, 1, 2, 2, 1, 1], "05 000105 05050505"),
        (2, [1, 2, 2, 1, 1, 2], "05 05 000105 05 05 05"),
        // a run ends early
        (2, [1, 1, 2, 1], "05 000105 05 000105"),
        // another seat than the first begins
        (2, [2, 1], "000105 05"),
        (3, [3, 1], "000105 05"),
        (3, [2, 3], "00020205 05"),
        (3, [1, 3, 2], "05 00020305 00020205"),
    ])
    func seatsAreWrittenWhereTheyAreNotExpected(_ seats: Int, _ order: [Int], _ expected: String) throws {
        let log = try Log(seats: seats, plies: Self.moves(order))
        #expect(hex(log.bytes) == expected.filter { $0 != " " })
        #expect(try Log(bytes: log.bytes, seats: seats) == log)
    }

    @Test(arguments: [
        (1, "01"), (127, "7f"), (128, "8001"), (16383, "ff7f"), (16384, "808001"), ((1 << 28) - 1, "ffffff7f"),
    ])
    func movesAreTheirIndex(_ index: Int, _ expected: String) throws {
        let log = try Log(seats: 2, plies: [Ply(seat: 1, action: .move(.index(index)))])
        #expect(hex(log.bytes) == expected)
        #expect(try Log(bytes: log.bytes, seats: 2) == log)
    }

    @Test(arguments: [0, -1, 1 << 28, Int.max, Int.min])
    func indicesOutOfRangeAreRefused(_ index: Int) {
        #expect(code { try Log(seats: 2, plies: [Ply(seat: 1, action: .move(.index(index)))]) } == "malformed")
    }

    @Test func roundsCarryTheirSeats() throws {
        let round = [
            Ply(seat: 1, action: .move(4), place: .beginsRound),
            Ply(seat: 3, action: .move(.typed(name: "bid", argument: 7)), place: .continuesRound),
        ]
        let next = [Ply(seat: 2, action: .move(9), place: .beginsRound)]
        let log = try Log(seats: 3, plies: round + next + [Ply(seat: 1, action: .move(6))])
        #expect(hex(log.bytes) == "000305" + "04" + "0004" + "03626964" + "0107" + "000302" + "09" + "06")
        #expect(try Log(bytes: log.bytes, seats: 3) == log)
        #expect(log.runs.map(\.range) == [0..<2, 2..<3, 3..<4])
    }

    /// Two consecutive rounds don't become one round: the bytes keep the boundary.
    @Test func roundsStayDivided() throws {
        let first = Ply(seat: 1, action: .move(1), place: .beginsRound)
        let one = try Log(seats: 2, plies: [first, Ply(seat: 2, action: .move(1), place: .continuesRound)])
        let two = try Log(seats: 2, plies: [first, Ply(seat: 2, action: .move(1), place: .beginsRound)])
        #expect(one.bytes != two.bytes)
        #expect(try Log(bytes: two.bytes, seats: 2) == two)
    }

    @Test func whateverIsNoMoveIsEscaped() throws {
        let entry = SeatedPlayer(token: try DisplayName("Bo"), key: try Self.key(0xee))
        let join = SeatedJoin(seat: 2, entry: entry, signature: try Signature([UInt8](repeating: 0xdd, count: 64)))
        let (key, signature) = (String(repeating: "ee", count: 32), String(repeating: "dd", count: 64))
        let cases: [(Ply.Action, String)] = [
            (.move(.typed(name: "ask", argument: "Is it?")), "0004" + "0361736b" + "07" + "6649732069743f"),
            (.join(entry), "0005" + "02426f" + key),
            (.start([join]), "0006" + "01" + "02" + "02426f" + key + signature),
            (.resign, "0007"), (.claim(against: 2), "000802"),
        ]
        for (action, expected) in cases {
            #expect(hex(Ply(seat: 1, action: action).bytes) == expected)
            let log = try Log(seats: 2, plies: [Ply(seat: 1, action: action)])
            #expect(hex(log.bytes) == expected)
            #expect(try Log(bytes: log.bytes, seats: 2) == log)
        }
    }

    @Test func closingsAreARound() throws {
        let plies = Log.round(of: [2, 1].map { Ply(seat: $0, action: .close(nil)) })
        let log = try Log(seats: 2, plies: plies)
        #expect(hex(log.bytes) == "0003" + "03" + "0009" + "0009")
        #expect(try Log(bytes: log.bytes, seats: 2) == log)
        #expect(code { try Log(bytes: bytes("0009"), seats: 2) } == "malformed")
        #expect(code { try Log(bytes: bytes("0003030501" + "0009"), seats: 2) } == "malformed")
    }

    /// Plies out of turn and joins don't affect the forecast of the next seat.
    @Test func theForecastGoesByMovesAlone() throws {
        let entry = SeatedPlayer(token: try DisplayName("Bo"), key: try Self.key(0xee))
        let plies = [
            Ply(seat: 1, action: .move(1)), Ply(seat: 2, action: .join(entry)), Ply(seat: 2, action: .move(2)),
            Ply(seat: 1, action: .claim(against: 2)), Ply(seat: 1, action: .move(3)),
        ]
        let log = try Log(seats: 2, plies: plies)
        let join = "000502426f" + String(repeating: "ee", count: 32)
        #expect(hex(log.bytes) == "01" + join + "02" + "000802" + "03")
    }

    @Test(arguments: [
        // cut short
        "00", "0001", "000205", "0002", "0003", "000303", "00030305", "0004", "000403626964", "80", "0005", "0006",
        "0008",
        // numbers in a longer form than needed, or too large
        "8000", "8100", "80808000", "8080808001", "ffffffffff",
        // unknown codes
        "0000", "000e", "00ff",
        // a mark for the expected seat, and a long mark for a seat that has a shorter mark
        "00020105", "00020205", "0001000105", "00010002",
        // seats that don't exist
        "00020005", "00020305", "000304", "000300", "00030905",
        // marks and rounds inside a round; a ply inside a round that is no move
        "0003010001", "000301000301", "0003010007", "000301000701", "00030100080205",
        // claims against oneself or nobody
        "000801", "000800", "000803",
        // invalid names and arguments: an empty name, a capital letter, NaN, a form that isn't the
        // shortest, a list written as a map, bytes after the end
        "00040001f6", "0004014101f6", "0004016103f97e00", "00040161021801", "0004016103a10101", "00040161020101",
        "000401610101" + "00",
        // no bets, too many bets, bets that are cut short, bets before a ply that is no move, bets
        // before marks, bets twice
        "000d", "000d00", "000d11", "000d01",
        // more joins than seats
        "000610", "0006ff7f",
    ])
    func otherBytesAreRefused(_ text: String) {
        #expect(code { try Log(bytes: bytes(text), seats: 2) } == "malformed")
    }

    @Test(arguments: ["000421", "0004016181" + "08", "000519", "00060102" + "19"])
    func lengthsAreCheckedBeforeAnythingIsRead(_ text: String) {
        #expect(code { try Log(bytes: bytes(text), seats: 2) } == "too_large")
    }

    @Test func argumentsAreLimited() throws {
        let deep = (0..<9).reduce(Value.int(1)) { inner, _ in [inner] }
        for (argument, expected) in [
            (Value.string(String(repeating: "x", count: 1021)), "none"),
            (.string(String(repeating: "x", count: 1022)), "too_large"), (deep, "too_large"),
            (.double(.nan), "malformed"),
            (.array(Array(repeating: 1, count: 128)), "too_large"), (.map([1: 1]), "malformed"),
        ] {
            let ply = Ply(seat: 1, action: .move(.typed(name: "say", argument: argument)))
            #expect(code { try Log(seats: 2, plies: [ply]) } == expected)
        }
    }

    @Test(arguments: UInt64(0)..<TestEffort.extent(quick: 6, full: 100))
    func randomLogsComeBack(_ seed: UInt64) throws {
        var random = RandomLog(seed: seed)
        let log = try random.log()
        let bytes = log.bytes
        #expect(try Log(bytes: bytes, seats: log.seats) == log, "seed \(seed)")
        // a prefix of the bytes is rejected, or it is read as a prefix of the log
        for count in 0..<bytes.count {
            guard let cut = try? Log(bytes: Array(bytes.prefix(count)), seats: log.seats) else { continue }
            #expect(cut.plies == Array(log.plies.prefix(cut.plies.count)), "seed \(seed)")
        }
    }
}

/// A log with plies of all kinds, in any order.
struct RandomLog {
    private var random: SplitMix64
    private var hasBets = false

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    mutating func log() throws -> Log {
        hasBets = Bool.random(using: &random)

        let seats = Int.random(in: 2...5, using: &random)
        var plies: [Ply] = []
        for _ in 0..<Int.random(in: 0...30, using: &random) {
            let seat = Int.random(in: 1...seats, using: &random)
            switch Int.random(in: 0..<12, using: &random) {
            case 0: plies.append(Ply(seat: seat, action: .resign))
            case 1: plies.append(Ply(seat: seat, action: .claim(against: seat % seats + 1)))
            case 2: plies += Log.round(of: [Ply(seat: seat, action: .close(nil))])
            case 3: plies.append(Ply(seat: seat, action: .join(try entry())))
            case 4:
                let join = SeatedJoin(
                    seat: seat, entry: try entry(), signature: try Signature(bytes(Signature.size)))
                plies.append(Ply(seat: seat, action: .start([join])))
            case 5, 6:
                var entries: [Ply] = []
                for seat in 1...seats where Bool.random(using: &random) { entries.append(try move(of: seat)) }
                plies += Log.round(of: entries)
            default: for _ in 0..<Int.random(in: 1...3, using: &random) { plies.append(try move(of: seat)) }
            }
        }
        return try Log(seats: seats, plies: plies)
    }

    private mutating func move(of seat: Int) throws -> Ply {
        let bets = hasBets && Int.random(in: 0..<6, using: &random) == 0 ? try self.bets() : []
        guard Int.random(in: 0..<6, using: &random) == 0 else {
            return Ply(seat: seat, action: .move(.index(Int.random(in: 1...300, using: &random))), bets: bets)
        }
        let argument: Value = Bool.random(using: &random) ? .string("what?") : [1, ["x": 0.5]]
        return Ply(seat: seat, action: .move(.typed(name: "say", argument: argument)), bets: bets)
    }

    private mutating func bets() throws -> [Bet] {
        var bets: [Bet] = []
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            bets.append(
                try Bet(
                    bettor: entry(), pool: Int.random(in: 0...5, using: &random),
                    chips: Int.random(in: 1...200, using: &random), signature: Signature(bytes(Signature.size))))
        }
        return bets
    }

    private mutating func entry() throws -> SeatedPlayer {
        SeatedPlayer(token: try DisplayName("Zoë"), key: try SeatKey.Public(bytes(SeatKey.Public.size)))
    }

    private mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
}
