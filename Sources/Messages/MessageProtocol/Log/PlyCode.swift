import Values

/// The code after the zero byte, in a log entry that isn't the index of a move.
enum PlyCode: UInt8 {
    /// The next ply is by the second of the two seats that ``ExpectedTurn`` forecasts.
    case otherSeat = 1
    /// The number of the seat of the next ply follows.
    case namedSeat = 2
    /// A simultaneous round.
    case round = 3
    case typed = 4
    case join = 5
    case start = 6
    case resign = 7
    case claim = 8
    case close = 9
    /// Bets; the move that carries them follows.
    case bets = 13
    /// A sealed entry of a round that isn't revealed in this log.
    case seal = 10
    case open = 11
    /// A sealed entry of a round that is revealed in this log. Its commitment is computed from the
    /// reveal.
    case opened = 14
    /// Like `opened`, in a bracket after a claim. The number of plies between the start of the
    /// round and the bracket follows.
    case openedBehind = 15
    /// A move that stays sealed for longer than a round.
    case hide = 16
    /// A closing that discloses everything that its seat had sealed.
    case disclose = 17
    case witness = 12
    /// Like `opened`, for a move that was sealed for longer than a round.
    case revealed = 18
    /// Like `revealed`. The same number follows as after `openedBehind`.
    case revealedBehind = 19
    /// The reveal of the moves that a seat had sealed for longer than a round.
    case reveal = 20
}

extension Ply {
    /// The bytes of the ply for hashing and signing. A log writes the same bytes after the seat
    /// prefix, unless the ply is a commitment that the log reveals.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        write(to: &writer)
        return writer.bytes
    }

    /// - Parameter distance: The number of plies between the start of the round and the ply's
    ///   bracket. Only a sealed move that is written without its commitment needs this number; nil
    ///   for any other ply.
    func write(to writer: inout ByteWriter, roundBeginsBefore distance: Int? = nil) {
        if !bets.isEmpty {
            writer.append([0, PlyCode.bets.rawValue])
            writer.append(number: bets.count)
            for bet in bets { bet.write(to: &writer) }
        }
        switch distance {
        case nil: action.write(to: &writer)
        case 0: writer.append([0, (isHidden ? PlyCode.revealed : .opened).rawValue])
        case .some(let distance):
            writer.append([0, (isHidden ? PlyCode.revealedBehind : .openedBehind).rawValue])
            writer.append(number: distance)
        }
    }

    /// Reads the bets that follow their code in a log.
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

extension LoggedMove {
    /// The bytes of the move as a ply of a log.
    package var bytes: [UInt8] { Ply.Action.move(self).bytes }

    /// - Throws: ``WireError`` unless the bytes are exactly one move.
    package init(bytes: [UInt8]) throws(WireError) {
        var reader = ByteReader(bytes, part: "sealed move")
        self = try Ply.Action.loggedMove(from: &reader)
        guard reader.isAtEnd else { throw reader.problem("expected one move") }
    }
}

extension Ply.Action {
    /// The bytes that are hashed and signed.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        write(to: &writer)
        return writer.bytes
    }

    func write(to writer: inout ByteWriter) {
        switch self {
        case .seal(let commitment):
            Self.writeCode(.seal, to: &writer)
            writer.append(commitment.bytes)
        case .hide(let commitment):
            Self.writeCode(.hide, to: &writer)
            writer.append(commitment.bytes)
        case .open(let move, let salt):
            Self.writeCode(.open, to: &writer)
            writer.append(salt.bytes)
            Self.move(move).write(to: &writer)
        case .reveal(let opened):
            Self.writeCode(.reveal, to: &writer)
            writer.append(number: opened.count)
            for move in opened { move.write(to: &writer) }
        case .move(.index(let index)): writer.append(number: index)
        case .move(.typed(let name, let argument)):
            Self.writeCode(.typed, to: &writer)
            writer.append(number: name.utf8.count)
            writer.append(Array(name.utf8))
            // A log contains only arguments that can be encoded: see `check`.
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
        case .close(nil): Self.writeCode(.close, to: &writer)
        case .close(.some(let disclosure)):
            Self.writeCode(.disclose, to: &writer)
            disclosure.write(to: &writer)
        case .witness: Self.writeCode(.witness, to: &writer)
        }
    }

    private static func writeCode(_ code: PlyCode, to writer: inout ByteWriter) {
        writer.append(byte: 0)
        writer.append(byte: code.rawValue)
    }

    /// Reads the action that follows `code`.
    ///
    /// - Parameter isChained: Whether seats have anchors in this match.
    init(_ code: PlyCode, from reader: inout ByteReader, isChained: Bool) throws(WireError) {
        switch code {
        case .otherSeat, .namedSeat, .round, .bets, .opened, .openedBehind, .revealed, .revealedBehind:
            throw reader.problem("expected a ply, found the code \(code.rawValue)")
        case .typed: self = try Self.typed(from: &reader)
        case .join: self = .join(try SeatedPlayer(from: &reader, isChained: isChained))
        case .start:
            let count = try reader.readNumber("the number of joins")
            guard count < WireLimits.seats.upperBound else {
                throw reader.problem("expected fewer joins than there can be seats, found \(count)")
            }
            var joins: [SeatedJoin] = []
            for _ in 0..<count { joins.append(try SeatedJoin(from: &reader, isChained: isChained)) }
            self = .start(joins)
        case .resign: self = .resign
        case .claim: self = .claim(against: try reader.readNumber("a seat"))
        case .close: self = .close(nil)
        case .disclose: self = .close(try Disclosure(from: &reader))
        case .hide: self = .hide(try Commitment(try reader.readBytes(Commitment.size, "a commitment")))
        case .seal: self = .seal(try Commitment(try reader.readBytes(Commitment.size, "a commitment")))
        case .open:
            let opened = try RevealedMove(from: &reader, atMost: WireLimits.sealedMove)
            self = .open(opened.move, opened.salt)
        case .reveal: self = try Self.revealing(from: &reader)
        case .witness: self = .witness
        }
    }

    private static func revealing(from reader: inout ByteReader) throws(WireError) -> Self {
        let count = try reader.readNumber("the number of opened moves")
        guard (1...WireLimits().plies).contains(count) else {
            throw reader.problem("expected 1 to \(WireLimits().plies) opened moves, found \(count)")
        }
        var opened: [RevealedMove] = []
        for _ in 0..<count { opened.append(try RevealedMove(from: &reader, atMost: WireLimits.hiddenMove)) }
        return .reveal(opened)
    }

    /// Reads a move, which is written as an index or as a name and an argument.
    static func loggedMove(from reader: inout ByteReader) throws(WireError) -> LoggedMove {
        let index = try reader.readNumber("a move")
        if index > 0 { return .index(index) }
        guard try reader.readByte("the code of a move") == PlyCode.typed.rawValue,
            case .move(let move) = try typed(from: &reader)
        else { throw reader.problem("expected a move") }
        return move
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

    /// Checks the content of the action without the rules of the game.
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
        case .open(let move, _): try Self.move(move).check(seat: seat, seats: seats)
        case .claim(let against):
            guard (1...seats).contains(against), against != seat else {
                throw .malformed(part: "log", problem: "expected a claim against another seat, found \(against)")
            }
        case .start(let joins):
            guard joins.allSatisfy({ (1...seats).contains($0.seat) }) else {
                throw .malformed(part: "log", problem: "expected joins for seats 1 to \(seats)")
            }
        case .reveal(let opened):
            guard !opened.isEmpty else {
                throw .malformed(part: "log", problem: "expected an opening of a sealed move")
            }
            for move in opened { try Self.move(move.move).check(seat: seat, seats: seats) }
        case .close(.some(let disclosure)):
            for move in disclosure.moves { try Self.move(move).check(seat: seat, seats: seats) }
        case .seal, .hide, .join, .witness, .resign, .close(nil): break
        }
    }
}
