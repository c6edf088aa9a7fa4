import MessageWire
import Values

// Deterministic CBOR: a list of the kind, the milliseconds, and what the kind has. A move has the bytes it has in a message.
extension HostedEntry {
    private static let limits = ValueLimits(bytes: LoggedEntry.mostBytes, depth: 8, items: 2000)

    /// The bytes for a log.
    ///
    /// - Throws: ``MatchLogError/refused(_:)`` for an entry that is larger than a log takes.
    public func bytes() throws(MatchLogError) -> [UInt8] {
        var parts: [Value] = [.string(kind), .int(at.milliseconds)]
        switch event {
        case .open(let opening): parts.append(opening.value)
        case .join(let seat, let sitter):
            parts += [.int(Int64(seat)), .string(sitter.name), sitter.tokenHash.map(Value.bytes) ?? .null]
        case .ply(let seat, let move): parts += [.int(Int64(seat)), .bytes(move.bytes)]
        case .leave(let seat), .timeout(let seat): parts.append(.int(Int64(seat)))
        case .say(let seat, let phrase): parts += [.int(Int64(seat)), .string(phrase.rawValue)]
        case .close(let why): parts.append(.string(why.rawValue))
        case .next(let match): parts.append(.string(match.text))
        }
        do {
            return try Value.array(parts).canonicalBytes(limits: Self.limits)
        } catch {
            throw .refused("an entry can't be written down: \(error)")
        }
    }

    /// The bytes for a log, of an entry that can be read again: one that can't would end its match.
    ///
    /// - Throws: ``HostingError/badRequest(_:)`` for one that a log can't hold.
    func checkedBytes() throws(HostingError) -> [UInt8] {
        guard let bytes = try? bytes(), bytes.count <= LoggedEntry.mostBytes,
            let again = try? HostedEntry(bytes: bytes), again == self
        else {
            throw .badRequest("That can't be written down: it is too long, or it has characters that can't be kept.")
        }
        return bytes
    }

    /// Reads what ``bytes()`` has written.
    ///
    /// - Throws: ``MatchLogError/damaged(_:)`` for anything else.
    public init(bytes: [UInt8]) throws(MatchLogError) {
        guard let value = try? Value(canonicalBytes: bytes, limits: Self.limits, root: "entry"),
            let parts = value.arrayValue, parts.count >= 2, let kind = parts[0].stringValue,
            let time = parts[1].int64Value, time >= 0, let event = Self.event(kind, Array(parts.dropFirst(2)))
        else { throw .damaged("an entry can't be read") }
        self.init(at: Instant(milliseconds: time), event)
        // an entry has one form: whatever else stands there was written by nobody who knows it
        guard try self.bytes() == bytes else { throw .damaged("an entry isn't in its one form") }
    }

    private static func event(_ kind: String, _ parts: [Value]) -> Event? {
        let seat = parts.first?.intValue.flatMap { (1...16).contains($0) ? $0 : nil }
        switch (kind, parts.count) {
        case ("open", 1): return MatchOpening(parts[0]).map(Event.open)
        case ("join", 3):
            guard let seat, let name = parts[1].stringValue, Sitter.cleanedName(name) == name,
                parts[2] == .null || parts[2].bytesValue?.count == SeatToken.hashSize
            else { return nil }
            return .join(seat: seat, Sitter(name: name, tokenHash: parts[2].bytesValue))
        case ("ply", 2):
            guard let seat, let bytes = parts[1].bytesValue, let move = try? LoggedMove(bytes: bytes) else {
                return nil
            }
            return .ply(seat: seat, move)
        case ("leave", 1): return seat.map { .leave(seat: $0) }
        case ("timeout", 1): return seat.map { .timeout(seat: $0) }
        case ("say", 2):
            guard let seat, let phrase = parts[1].stringValue.flatMap(Phrase.init) else { return nil }
            return .say(seat: seat, phrase)
        case ("close", 1): return parts[0].stringValue.flatMap(Closing.init).map(Event.close)
        case ("next", 1): return parts[0].stringValue.flatMap { HostedMatchID($0) }.map(Event.next)
        default: return nil
        }
    }

    /// The word for what happened.
    public var kind: String {
        switch event {
        case .open: "open"
        case .join: "join"
        case .ply: "ply"
        case .leave: "leave"
        case .timeout: "timeout"
        case .say: "say"
        case .close: "close"
        case .next: "next"
        }
    }
}

extension MatchOpening {
    var value: Value {
        var fields: [ValueKey: Value] = [
            "game": .string(game), "script": .bytes(script), "seats": .int(Int64(seats)),
            "options": .map(options.reduce(into: [:]) { $0[.string($1.key)] = $1.value }),
            "seed": .int(Int64(bitPattern: seed)), "public": .bool(isPublic),
        ]
        if let turnLimit { fields["limit"] = .int(Int64(turnLimit)) }
        if let follows { fields["follows"] = .string(follows.text) }
        return .map(fields)
    }

    init?(_ value: Value) {
        guard let game = value["game"]?.stringValue, let script = value["script"]?.bytesValue, script.count == 32,
            let seats = value["seats"]?.intValue, (1...16).contains(seats), let seed = value["seed"]?.int64Value,
            let isPublic = value["public"]?.boolValue, let chosen = value["options"]?.normalizedTables
        else { return nil }
        var options: [String: Value] = [:]
        for case (.string(let name), let option) in chosen.mapValue ?? [:] { options[name] = option }
        let limit = value["limit"]?.intValue
        guard limit == nil || limit.map({ $0 > 0 }) == true else { return nil }
        self.init(
            game: game, script: script, seats: seats, options: options, seed: UInt64(bitPattern: seed),
            turnLimit: limit,
            isPublic: isPublic, follows: value["follows"]?.stringValue.flatMap { HostedMatchID($0) })
    }
}
