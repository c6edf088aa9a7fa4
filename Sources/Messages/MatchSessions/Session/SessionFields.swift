import MessageProtocol
import Values

/// The fields of a session, read one by one. An error names the field that is missing or wrong.
struct SessionFields {
    private let fields: [ValueKey: Value]

    init(_ fields: [ValueKey: Value]) { self.fields = fields }

    private func problem(_ name: String, _ expected: String) -> WireError {
        .malformed(part: name, problem: "expected \(expected)")
    }

    // MARK: Fields

    func text(_ name: String) throws(WireError) -> String {
        guard let text = try optionalText(name) else { throw problem(name, "a text") }
        return text
    }

    func optionalText(_ name: String) throws(WireError) -> String? {
        guard let value = fields[.string(name)] else { return nil }
        return try text(of: value, name)
    }

    func bytes(_ name: String) throws(WireError) -> [UInt8] {
        guard let bytes = fields[.string(name)]?.bytesValue else { throw problem(name, "bytes") }
        return bytes
    }

    func texts(_ name: String) throws(WireError) -> [String] {
        guard let value = fields[.string(name)] else { return [] }
        return try texts(of: value, name)
    }

    func list(_ name: String, of count: Int) throws(WireError) -> [Value] {
        guard let list = try optionalList(name, of: count) else { throw problem(name, "a list of \(count)") }
        return list
    }

    func optionalList(_ name: String, of count: Int) throws(WireError) -> [Value]? {
        guard let value = fields[.string(name)] else { return nil }
        guard let list = value.arrayValue, list.count == count else { throw problem(name, "a list of \(count)") }
        return list
    }

    func lists(_ name: String, of count: Int, most: Int) throws(WireError) -> [[Value]] {
        guard let value = fields[.string(name)] else { return [] }
        return try lists(of: value, of: count, most: most, name)
    }

    func blobs(_ name: String, most: Int) throws(WireError) -> [[UInt8]] {
        guard let value = fields[.string(name)] else { return [] }
        guard let list = value.arrayValue, list.count <= most else { throw problem(name, "at most \(most) entries") }
        return try list.map { value throws(WireError) in try bytes(value, name) }
    }

    func bets(_ name: String) throws(WireError) -> [OfferedBet] {
        try lists(name, of: 2, most: 1_024).map { pair throws(WireError) in
            OfferedBet(bet: try Bet(bytes: try bytes(pair[0])), number: Int(try integer(pair[1])))
        }
    }

    func words(_ name: String, seats: Int) throws(WireError) -> Set<SignedWord> {
        var words: Set<SignedWord> = []
        for word in try lists(name, of: 4, most: 4_096) {
            words.insert(
                SignedWord(
                    seat: try seat(word[0], seats), head: try Head(try bytes(word[1])), isRound: try flag(word[2]),
                    plies: try (word[3].arrayValue ?? []).map { ply throws(WireError) in try bytes(ply) }))
        }
        return words
    }

    func entries(_ name: String, seats: Int) throws(WireError) -> [Head: [Int: EquivocationGuard.Entry]] {
        guard let value = fields[.string(name)] else { return [:] }
        return try entries(of: value, seats: seats)
    }

    func entries(of value: Value, seats: Int) throws(WireError) -> [Head: [Int: EquivocationGuard.Entry]] {
        var entries: [Head: [Int: EquivocationGuard.Entry]] = [:]
        for entry in try lists(of: value, of: 5, most: 4_096, "entries") {
            let bets = try (entry[4].arrayValue ?? []).map { bet throws(WireError) in try Bet(bytes: try bytes(bet)) }
            entries[try Head(try bytes(entry[0])), default: [:]][try seat(entry[1], seats)] = .init(
                text: entry[2].stringValue, move: try entry[3].isNull ? nil : LoggedMove(entry[3]), bets: bets)
        }
        return entries
    }

    func seats(_ name: String, _ seats: Int) throws(WireError) -> [Int] {
        guard let value = fields[.string(name)] else { return [] }
        return try self.seats(of: value, seats)
    }

    // MARK: Values

    func seats(of value: Value, _ seats: Int) throws(WireError) -> [Int] {
        guard let list = value.arrayValue, list.count <= seats else { throw problem("seats", "at most \(seats)") }
        return try list.map { value throws(WireError) in try seat(value, seats) }
    }

    func seat(_ value: Value, _ seats: Int) throws(WireError) -> Int {
        guard let seat = value.intValue, (1...seats).contains(seat) else { throw problem("seat", "1 to \(seats)") }
        return seat
    }

    func integer(_ value: Value) throws(WireError) -> Int64 {
        guard let number = value.int64Value else { throw problem("session", "an integer") }
        return number
    }

    func flag(_ value: Value) throws(WireError) -> Bool {
        guard let flag = value.boolValue else { throw problem("session", "true or false") }
        return flag
    }

    func bytes(_ value: Value, _ name: String = "session") throws(WireError) -> [UInt8] {
        guard let bytes = value.bytesValue else { throw problem(name, "bytes") }
        return bytes
    }

    func text(of value: Value, _ name: String = "session") throws(WireError) -> String {
        guard let text = value.stringValue else { throw problem(name, "a text") }
        return text
    }

    func texts(of value: Value, _ name: String = "session") throws(WireError) -> [String] {
        guard let list = value.arrayValue, list.count <= 4_096 else { throw problem(name, "a list of texts") }
        return try list.map { value throws(WireError) in try text(of: value, name) }
    }

    func lists(of value: Value, of count: Int, most: Int, _ name: String) throws(WireError) -> [[Value]] {
        guard let all = value.arrayValue, all.count <= most else { throw problem(name, "at most \(most) entries") }
        return try all.map { value throws(WireError) in
            guard let list = value.arrayValue, list.count == count else {
                throw problem(name, "entries of \(count) values")
            }
            return list
        }
    }
}

extension Draft {
    var value: Value {
        var fields: [ValueKey: Value] = [
            "url": .string(url), "text": .string(text), "base": .bytes(base.bytes), "seat": .int(Int64(seat)),
        ]
        if !moves.isEmpty { fields["moves"] = .array(moves.map(Value.string)) }
        if !places.isEmpty { fields["places"] = .array(places.map { .int(Int64($0)) }) }
        if !chosen.isEmpty { fields["chosen"] = MatchSession.value(of: chosen) }
        if seen != .none { fields["seen"] = [.int(Int64(seen.count)), .bool(seen.opened)] }
        fields["bet"] = bet?.value
        return .map(fields)
    }

    init(_ value: Value, seats: Int, carrier: MessageURLCoder) throws {
        let reader = SessionFields(value.mapValue ?? [:])
        let url = try reader.text("url")
        let envelope = try carrier.envelope(from: url)
        let seat = Int(try reader.integer(value["seat"] ?? .null))
        guard (0...seats).contains(seat) else {
            throw WireError.malformed(part: "draft", problem: "expected a seat up to \(seats)")
        }
        self.init(
            signedLog: envelope.signedLog, url: url, text: try reader.text("text"),
            base: try Head(try reader.bytes("base")), seat: seat)
        moves = try reader.texts("moves")
        for place in value["places"]?.arrayValue ?? [] { places.append(Int(clamping: try reader.integer(place))) }
        if let chosen = value["chosen"] { self.chosen = try reader.entries(of: chosen, seats: seats) }
        if let pair = try reader.optionalList("seen", of: 2) {
            seen = Seen(count: Int(clamping: try reader.integer(pair[0])), opened: try reader.flag(pair[1]))
        }
        if let pair = try reader.optionalList("bet", of: 2) {
            bet = OfferedBet(
                bet: try Bet(bytes: try reader.bytes(pair[0])), number: Int(clamping: try reader.integer(pair[1])))
        }
        asksForSeat = envelope.join != nil
    }
}

extension OfferedBet {
    var value: Value { [.bytes(bet.bytes), .int(Int64(number))] }
}

extension LoggedMove {
    /// The form in a session: the place in the list, or the name and argument.
    var value: Value {
        switch self {
        case .index(let index): .int(Int64(index))
        case .typed(let name, let argument): [.string(name), argument]
        }
    }

    init(_ value: Value) throws(WireError) {
        if let index = value.intValue {
            self = .index(index)
        } else if let list = value.arrayValue, list.count == 2, let name = list[0].stringValue {
            self = .typed(name: name, argument: list[1])
        } else {
            throw .malformed(part: "move", problem: "expected a place in the list, or a name and an argument")
        }
    }
}

extension [Value] {
    /// Returns the values in the order of their bytes, so that a set is always written in the same
    /// order.
    func sorted() -> [Value] {
        map { ($0, (try? $0.canonicalBytes()) ?? []) }.sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
    }
}
