extension Log {
    /// Returns the compact form: one or two bytes for an ordinary move. See `docs/protocol.md`.
    ///
    /// - Parameter short: The sealed moves that are written without their commitments.
    func bytes(_ short: ShortSeals) -> [UInt8] {
        var writer = ByteWriter()
        var forecast = ExpectedTurn(seats: seats)
        for run in runs {
            let plies = plies[run.range]
            switch run.kind {
            case .round:
                writer.append([0, PlyCode.round.rawValue])
                writer.append(number: plies.reduce(0) { $0 | 1 << ($1.seat - 1) })
                for (ply, index) in zip(plies, run.range) {
                    ply.write(to: &writer, roundBeginsBefore: short.distances[index])
                    forecast.note(ply)
                }
            case .turn, .apart:
                for (ply, index) in zip(plies, run.range) {
                    Self.writeSeat(ply.seat, forecast, to: &writer)
                    ply.write(to: &writer, roundBeginsBefore: short.distances[index])
                    forecast.note(ply)
                }
            }
        }
        return writer.bytes
    }

    /// Returns the compact form of the log of a match.
    package func bytes(of match: MatchIdentity) -> [UInt8] {
        let hasSeals = plies.contains(where: \.isOpening)
        return bytes(hasSeals ? ShortSeals(of: self, in: match.id, first: Head(of: match)) : ShortSeals())
    }

    private static func writeSeat(_ seat: Int, _ forecast: ExpectedTurn, to writer: inout ByteWriter) {
        guard seat != forecast.expected else { return }
        if seat == forecast.other {
            writer.append([0, PlyCode.otherSeat.rawValue])
        } else {
            writer.append([0, PlyCode.namedSeat.rawValue])
            writer.append(number: seat)
        }
    }

    /// Reads the compact form, and rejects any other bytes with the same meaning.
    ///
    /// - Parameters:
    ///   - bytes: Bytes from any source.
    ///   - match: The match of the log. Commitments are tied to it.
    ///   - links: The latest chain link of each seat, in a match with random draws. The link of
    ///     each ply is computed from them.
    ///   - limit: The most plies allowed.
    /// - Throws: ``WireError``: `malformed`, `tooLarge`, or `tooLong`.
    package init(
        bytes: [UInt8], of match: MatchIdentity, links: [Link?] = [], limit: Int = WireLimits().plies
    ) throws(WireError) {
        let seats = match.setup.seats
        var reader = LogReader(bytes, seats: seats, limit: limit, isChained: match.isChained)
        var plies = try reader.read()
        if match.isChained {
            guard links.count == seats else {
                throw .malformed(part: "links", problem: "expected one for each of \(seats) seats, or null")
            }
            let keys = Roster.keys(match.setup, plies)
            plies = try Self.linked(plies, latest: links, keys: { keys[$0] }, of: match.id)
        }
        if !reader.distances.isEmpty {
            plies = try ShortSeals.fill(
                reader.distances, in: plies, seats: seats, of: match.id, first: Head(of: match))
        }
        try self.init(seats: seats, plies: plies)
        guard self.bytes(of: match) == bytes else {
            throw .malformed(part: "log", problem: "expected the seats in their shortest form")
        }
    }
}

/// Reads the plies of a log.
private struct LogReader {
    private var reader: ByteReader
    private var forecast: ExpectedTurn
    private var plies: [Ply] = []
    private let seats: Int
    private let limit: Int
    private let isChained: Bool
    /// For each sealed move that is written without its commitment, the number of plies between the
    /// start of its round and its bracket. The keys are the indices of the moves.
    private(set) var distances: [Int: Int] = [:]

    init(_ bytes: [UInt8], seats: Int, limit: Int, isChained: Bool) {
        reader = ByteReader(bytes, part: "log")
        forecast = ExpectedTurn(seats: seats)
        self.seats = seats
        self.limit = limit
        self.isChained = isChained
    }

    mutating func read() throws(WireError) -> [Ply] {
        while !reader.isAtEnd {
            let index = try reader.readNumber("a ply")
            guard index == 0 else {
                try add(Ply(seat: forecast.expected, action: .move(.index(index))))
                continue
            }
            switch try readCode() {
            case .round: try readRound()
            case .otherSeat: try add(try readPly(seat: forecast.other))
            case .namedSeat:
                let seat = try reader.readNumber("a seat")
                try add(try readPly(seat: seat))
            case let code: try add(try readPly(seat: forecast.expected, behind: code))
            }
        }
        return plies
    }

    private mutating func readRound() throws(WireError) {
        let mask = try reader.readNumber("the seats of a round")
        guard mask > 0, mask < 1 << seats else {
            throw reader.problem("expected a round of seats 1 to \(seats), found the mask \(mask)")
        }
        var place = Ply.Place.beginsRound
        for seat in 1...seats where mask & 1 << (seat - 1) != 0 {
            try add(try readPly(seat: seat, place: place))
            place = .continuesRound
        }
    }

    private mutating func readPly(seat: Int, place: Ply.Place = .alone) throws(WireError) -> Ply {
        let index = try reader.readNumber("a ply")
        guard index == 0 else { return Ply(seat: seat, action: .move(.index(index)), place: place) }
        return try readPly(seat: seat, place: place, behind: try readCode())
    }

    private mutating func readPly(
        seat: Int, place: Ply.Place = .alone, behind code: PlyCode
    ) throws(WireError) -> Ply {
        guard code == .bets else {
            return Ply(seat: seat, action: try readAction(behind: code), place: place)
        }
        let bets = try Ply.bets(from: &reader)
        let index = try reader.readNumber("a move")
        let action: Ply.Action = index > 0 ? .move(.index(index)) : try readAction(behind: try readCode())
        return Ply(seat: seat, action: action, place: place, bets: bets)
    }

    private mutating func readAction(behind code: PlyCode) throws(WireError) -> Ply.Action {
        switch code {
        case .opened: distances[plies.count] = 0
        case .openedBehind: distances[plies.count] = try reader.readNumber("where a round begins")
        case .revealed:
            distances[plies.count] = 0
            return .hide(.missing)
        case .revealedBehind:
            distances[plies.count] = try reader.readNumber("where a round begins")
            return .hide(.missing)
        default: return try Ply.Action(code, from: &reader, isChained: isChained)
        }
        return .seal(.missing)
    }

    private mutating func readCode() throws(WireError) -> PlyCode {
        let byte = try reader.readByte("the code of a ply")
        guard let code = PlyCode(rawValue: byte) else {
            throw reader.problem("expected the code of a ply, found \(byte)")
        }
        return code
    }

    private mutating func add(_ ply: Ply) throws(WireError) {
        guard plies.count < limit else {
            throw .tooLarge(.init("log", size: nil, limit: limit, unit: "plies"))
        }
        plies.append(ply)
        forecast.note(ply)
    }
}
