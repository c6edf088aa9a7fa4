import Values

/// What follows the zero byte where an entry of a log is no move by its index.
enum PlyCode: UInt8 {
    /// The next ply is by the other of the two seats that may be expected.
    case otherSeat = 1
    /// The next ply is by the seat that follows.
    case namedSeat = 2
    /// A simultaneous round.
    case round = 3
    case typed = 4
    case join = 5
    case start = 6
    case resign = 7
    case claim = 8
    case close = 9
    /// Bets in front of the move that carries them.
    case bets = 13
    // Reserved.
    case seal = 10
    case open = 11
    case witness = 12
}

extension Ply {
    /// The bytes that are hashed, signed and, after what tells the seat, written to the log.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        write(to: &writer)
        return writer.bytes
    }

    func write(to writer: inout ByteWriter) {
        if !bets.isEmpty {
            writer.append([0, PlyCode.bets.rawValue])
            writer.append(number: bets.count)
            for bet in bets { bet.write(to: &writer) }
        }
        action.write(to: &writer)
    }

    /// Bets as a log has them, behind their code.
    static func bets(from reader: inout ByteReader) throws(WireError) -> [Bet] {
        let count = try reader.readNumber("the number of bets")
        guard (1...Bet.mostOfMatch).contains(count) else {
            throw reader.problem("expected 1 to \(Bet.mostOfMatch) bets, found \(count)")
        }
        var bets: [Bet] = []
        for _ in 0..<count { bets.append(try Bet(from: &reader)) }
        return bets
    }
}

extension Ply.Action {
    func write(to writer: inout ByteWriter) {
        switch self {
        case .move(.index(let index)): writer.append(number: index)
        case .move(.typed(let name, let argument)):
            Self.writeCode(.typed, to: &writer)
            writer.append(number: name.utf8.count)
            writer.append(Array(name.utf8))
            // A log holds only arguments that can be encoded: see `check`.
            let encoding = (try? argument.canonicalBytes(limits: WireLimits.argument)) ?? []
            writer.append(number: encoding.count)
            writer.append(encoding)
        case .join(let entry):
            Self.writeCode(.join, to: &writer)
            entry.write(to: &writer)
        case .start(let joins):
            Self.writeCode(.start, to: &writer)
            writer.append(number: joins.count)
            for join in joins { join.write(to: &writer) }
        case .resign: Self.writeCode(.resign, to: &writer)
        case .claim(let seat):
            Self.writeCode(.claim, to: &writer)
            writer.append(number: seat)
        case .close: Self.writeCode(.close, to: &writer)
        }
    }

    private static func writeCode(_ code: PlyCode, to writer: inout ByteWriter) {
        writer.append(byte: 0)
        writer.append(byte: code.rawValue)
    }

    /// What follows `code`.
    init(_ code: PlyCode, from reader: inout ByteReader) throws(WireError) {
        switch code {
        case .otherSeat, .namedSeat, .round, .bets:
            throw reader.problem("expected a ply, found the code \(code.rawValue)")
        case .typed: self = try Self.typed(from: &reader)
        case .join: self = .join(try SeatEntry(from: &reader))
        case .start:
            let count = try reader.readNumber("the number of joins")
            guard count < WireLimits.seats.upperBound else {
                throw reader.problem("expected fewer joins than there can be seats, found \(count)")
            }
            var joins: [SeatedJoin] = []
            for _ in 0..<count { joins.append(try SeatedJoin(from: &reader)) }
            self = .start(joins)
        case .resign: self = .resign
        case .claim: self = .claim(against: try reader.readNumber("a seat"))
        case .close: self = .close
        case .seal: throw .unsupported(.seal)
        case .open: throw .unsupported(.open)
        case .witness: throw .unsupported(.witness)
        }
    }

    private static func typed(from reader: inout ByteReader) throws(WireError) -> Self {
        let count = try reader.readNumber("the length of a move's name")
        guard count <= WireLimits.name else {
            throw .tooLarge(.init("name of a move", size: count, limit: WireLimits.name))
        }
        let name = String(decoding: try reader.readBytes(count, "a move's name"), as: UTF8.self)
        let size = try reader.readNumber("the length of an argument")
        guard size <= WireLimits.argument.bytes else {
            throw .tooLarge(.init("argument", size: size, limit: WireLimits.argument.bytes))
        }
        let encoding = try reader.readBytes(size, "an argument")
        do {
            let argument = try Value(canonicalBytes: encoding, limits: WireLimits.argument, root: "argument")
            return .move(.typed(name: name, argument: argument))
        } catch {
            throw WireError(error, part: "argument")
        }
    }

    /// What must hold of any ply, whoever made it.
    func check(seat: Int, seats: Int) throws(WireError) {
        switch self {
        case .move(.index(let index)):
            guard (1..<ByteWriter.endOfNumbers).contains(index) else {
                throw .malformed(part: "log", problem: "expected a move's index from 1, found \(index)")
            }
        case .move(.typed(let name, let argument)):
            guard Names.isName(name) else {
                throw .malformed(part: "log", problem: "expected a move's name")
            }
            guard argument == argument.normalizedTables else {
                throw .malformed(part: "argument", problem: "expected lists as arrays, found a map")
            }
            do {
                _ = try argument.canonicalBytes(limits: WireLimits.argument, root: "argument")
            } catch {
                throw WireError(error, part: "argument")
            }
        case .claim(let against):
            guard (1...seats).contains(against), against != seat else {
                throw .malformed(part: "log", problem: "expected a claim against another seat, found \(against)")
            }
        case .start(let joins):
            guard joins.allSatisfy({ (1...seats).contains($0.seat) }) else {
                throw .malformed(part: "log", problem: "expected joins for seats 1 to \(seats)")
            }
        case .join, .resign, .close: break
        }
    }
}
