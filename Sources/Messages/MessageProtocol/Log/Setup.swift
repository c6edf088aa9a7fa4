import Values

/// The choices of the inviter for a match: the version of the rules, the options, the seats and the
/// inviter's seat.
public struct Setup: Sendable {
    /// The rules version that the script declares.
    public let rulesVersion: Int
    /// The options that differ from their defaults, by name.
    public let options: Value
    /// The number of seats.
    public let seats: Int
    /// The inviter's seat, from 1.
    public let inviterSeat: Int
    /// The person on ``inviterSeat``.
    public let inviter: SeatedPlayer
    /// The canonical encoding, which is hashed.
    let bytes: [UInt8]

    /// - Parameters:
    ///   - rulesVersion: At least 1.
    ///   - options: The values by name.
    ///   - seats: 2 to 16.
    /// - Throws: ``WireError/malformed(part:problem:)`` for a number out of range or invalid
    ///   options, ``WireError/tooLarge(_:)`` for options of more than 1,024 bytes.
    public init(
        rulesVersion: Int, options: [String: Value] = [:], seats: Int, inviterSeat: Int = 1, inviter: SeatedPlayer
    ) throws(WireError) {
        let options = options.map { (ValueKey.string($0.key), $0.value.normalizedTables) }
        try self.init(
            rulesVersion: rulesVersion, options: .map(Dictionary(options, uniquingKeysWith: { first, _ in first })),
            seats: seats, inviterSeat: inviterSeat, inviter: inviter)
    }

    private init(
        rulesVersion: Int, options: Value, seats: Int, inviterSeat: Int, inviter: SeatedPlayer
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
            // A table has two encodings in CBOR and one in Lua. Without this check `{}` could give
            // one match two identities.
            guard value == value.normalizedTables else {
                throw .malformed(part: "options", problem: "expected lists as arrays, found a map")
            }
        }
        return options
    }
}

extension Setup: Hashable {
    /// Returns whether the canonical encodings are equal.
    public static func == (left: Setup, right: Setup) -> Bool { left.bytes == right.bytes }

    /// Hashes the canonical encoding.
    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension Setup {
    /// The form in the envelope: `[rules version, options, [seat …]]`, with null for a free seat.
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
            inviter: try SeatedPlayer(value: seats[inviter]))
    }
}

/// The person on a seat: the display name, and the key that signs the seat's plies.
public struct SeatedPlayer: Hashable, Sendable {
    /// The display name. It proves nothing.
    public let token: DisplayName
    /// The public key that proves who made a ply. A key has at most one seat in a match.
    public let key: SeatKey.Public
    /// The anchor of the seat's hash chain in a match with random draws. Nil in other matches and
    /// for a bettor.
    public let anchor: Link?

    /// Creates a person for a seat or a bet. Use a key made for this match.
    public init(token: DisplayName, key: SeatKey.Public, anchor: Link? = nil) {
        self.token = token
        self.key = key
        self.anchor = anchor
    }

    /// Creates a person for a seat. In a match with random draws, `isChained` adds the anchor of
    /// the key's hash chain.
    package init(token: DisplayName, key: SeatKey, in match: MatchID, isChained: Bool) {
        self.init(token: token, key: key.publicKey, anchor: isChained ? Chain(of: key, in: match).anchor : nil)
    }
}

extension SeatedPlayer {
    /// The form in the setup: `[token, key]`, or `[token, key, anchor]` in a match with random
    /// draws.
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

    /// Writes the form in the log: the length of the display name, the name, the key, and the
    /// anchor in a match with random draws.
    func write(to writer: inout ByteWriter) {
        writer.append(number: token.bytes.count)
        writer.append(token.bytes)
        writer.append(key.bytes)
        if let anchor { writer.append(anchor.bytes) }
    }

    /// - Parameter isChained: Whether an anchor follows.
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
