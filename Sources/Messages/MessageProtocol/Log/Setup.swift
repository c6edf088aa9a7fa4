import Values

/// What the inviter fixed for a match: the version of the rules, the options, the seats and its own.
public struct Setup: Sendable {
    /// The version that the script declares.
    public let rulesVersion: Int
    /// What differs from the defaults. Keys are the options' names.
    public let options: Value
    /// The number of seats.
    public let seats: Int
    /// The inviter's seat, from 1.
    public let inviterSeat: Int
    /// Who sits on ``inviterSeat``.
    public let inviter: SeatEntry
    /// The canonical encoding: what is hashed.
    let bytes: [UInt8]

    /// - Parameters:
    ///   - rulesVersion: at least 1.
    ///   - options: name → value.
    ///   - seats: 2 to 16.
    /// - Throws: ``WireError/malformed(part:problem:)`` for a number out of range, ``WireError/tooLarge(_:)`` for options
    ///   beyond 1,024 bytes.
    public init(
        rulesVersion: Int, options: [String: Value] = [:], seats: Int, inviterSeat: Int = 1, inviter: SeatEntry
    ) throws(WireError) {
        let options = options.map { (ValueKey.string($0.key), $0.value.normalizedTables) }
        try self.init(
            rulesVersion: rulesVersion, options: .map(Dictionary(options, uniquingKeysWith: { first, _ in first })),
            seats: seats, inviterSeat: inviterSeat, inviter: inviter)
    }

    private init(
        rulesVersion: Int, options: Value, seats: Int, inviterSeat: Int, inviter: SeatEntry
    ) throws(WireError) {
        guard (1...Int(Int32.max)).contains(rulesVersion) else {
            throw .malformed(part: "setup", problem: "expected a version of at least 1, found \(rulesVersion)")
        }
        guard WireLimits.seats.contains(seats), (1...seats).contains(inviterSeat) else {
            throw .malformed(part: "setup", problem: "expected 2 to 16 seats, found \(seats)")
        }
        self.rulesVersion = rulesVersion
        self.options = try Self.checked(options)
        self.seats = seats
        self.inviterSeat = inviterSeat
        self.inviter = inviter
        let taken = (1...seats).map { $0 == inviterSeat ? inviter.value : .null }
        do {
            bytes = try Value.array([.int(Int64(rulesVersion)), options, .array(taken)]).canonicalBytes(root: "setup")
        } catch {
            throw WireError(error, part: "setup")
        }
    }

    private static func checked(_ options: Value) throws(WireError) -> Value {
        do {
            _ = try options.canonicalBytes(limits: WireLimits.options, root: "options")
        } catch {
            throw WireError(error, part: "options")
        }
        guard let entries = options.mapValue else {
            throw .malformed(part: "options", problem: "expected a map of names to values")
        }
        for (key, value) in entries {
            guard case .string(let name) = key, Names.isName(name) else {
                throw .malformed(part: "options", problem: "expected names of options as keys, found \(key)")
            }
            // A table has two encodings in CBOR and one in Lua: `{}` must not make two matches of one.
            guard value == value.normalizedTables else {
                throw .malformed(part: "options", problem: "expected lists as arrays, found a map")
            }
        }
        return options
    }
}

extension Setup: Hashable {
    /// Whether the canonical encodings are the same bytes.
    public static func == (left: Setup, right: Setup) -> Bool { left.bytes == right.bytes }

    /// Takes the canonical encoding.
    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension Setup {
    /// In the envelope: `[rules version, options, [seat …]]`, an open seat as null.
    var value: Value {
        let taken = (1...seats).map { $0 == inviterSeat ? inviter.value : .null }
        return [.int(Int64(rulesVersion)), options, .array(taken)]
    }

    init(value: Value) throws(WireError) {
        guard let parts = value.arrayValue, parts.count == 3, let version = parts[0].intValue,
            let seats = parts[2].arrayValue
        else {
            throw .malformed(part: "setup", problem: "expected [rules version, options, seats]")
        }
        let taken = seats.indices.filter { !seats[$0].isNull }
        guard taken.count == 1, let inviter = taken.first else {
            throw .malformed(part: "setup", problem: "expected one seat that is taken, found \(taken.count)")
        }
        try self.init(
            rulesVersion: version, options: parts[1], seats: seats.count, inviterSeat: inviter + 1,
            inviter: try SeatEntry(value: seats[inviter]))
    }
}

/// Who sits on a seat: the name shown, and the key that its plies are signed with.
public struct SeatEntry: Hashable, Sendable {
    /// The name that is shown. It proves nothing.
    public let token: DisplayName
    /// The public key that proves who made a ply. No key sits twice in a match.
    public let key: SeatKey.Public
    /// What the links of the seat lead back to, in a match that draws; nil in others, and for a bettor.
    public let anchor: Link?

    /// A person for a seat or a bet; the key should be one made for this match.
    public init(token: DisplayName, key: SeatKey.Public, anchor: Link? = nil) {
        self.token = token
        self.key = key
        self.anchor = anchor
    }

    /// A person for a seat, with the anchor of the key's own chain in a match that draws.
    package init(token: DisplayName, key: SeatKey, in match: MatchID, isChained: Bool) {
        self.init(token: token, key: key.publicKey, anchor: isChained ? Chain(of: key, in: match).anchor : nil)
    }
}

extension SeatEntry {
    /// In the setup: `[token, key]`, or `[token, key, anchor]` in a match that draws.
    var value: Value {
        .array([.string(token.text), .bytes(key.bytes)] + (anchor.map { [.bytes($0.bytes)] } ?? []))
    }

    init(value: Value) throws(WireError) {
        guard let parts = value.arrayValue, let token = parts.first?.stringValue,
            let key = value[1]?.bytesValue, parts.count == 2 || parts.count == 3
        else { throw .malformed(part: "setup", problem: "expected a seat as [token, key], or with an anchor") }
        var anchor: Link?
        if parts.count == 3 {
            guard let bytes = parts[2].bytesValue else {
                throw .malformed(part: "setup", problem: "expected the anchor of a seat as bytes")
            }
            anchor = try Link(bytes)
        }
        self.init(token: try DisplayName(token), key: try SeatKey.Public(key), anchor: anchor)
    }

    /// In the log: the token after its length, then the key, then the anchor in a match that draws.
    func write(to writer: inout ByteWriter) {
        writer.append(number: token.bytes.count)
        writer.append(token.bytes)
        writer.append(key.bytes)
        if let anchor { writer.append(anchor.bytes) }
    }

    /// - Parameter isChained: Does an anchor follow?
    init(from reader: inout ByteReader, isChained: Bool = false) throws(WireError) {
        let count = try reader.readNumber("the length of a token")
        guard count <= WireLimits.token else {
            throw .tooLarge(.init("token", size: count, limit: WireLimits.token))
        }
        let token = try DisplayName(bytes: try reader.readBytes(count, "a token"))
        let key = try SeatKey.Public(try reader.readBytes(SeatKey.Public.size, "a public key"))
        let anchor = isChained ? try Link(try reader.readBytes(Link.size, "an anchor")) : nil
        self.init(token: token, key: key, anchor: anchor)
    }
}
