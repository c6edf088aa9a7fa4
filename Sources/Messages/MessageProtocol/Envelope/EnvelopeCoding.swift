import Values

/// The keys of an envelope.
private enum EnvelopeKey: Int64, CaseIterable {
    case script, match, sender, setup, log, signatures
    /// The latest chain link of each seat, in a match with random draws.
    case links
    case stateCheck, join, bet

    /// The name of the part in errors.
    var name: String {
        switch self {
        case .script: "script digest"
        case .match: "match id"
        case .sender: "sender"
        case .setup: "setup"
        case .log: "log"
        case .signatures: "signatures"
        case .links: "links"
        case .stateCheck: "state check"
        case .join: "join"
        case .bet: "bet"
        }
    }
}

extension Envelope {
    private var parts: [EnvelopeKey: Value] { parts(log: signedLog.log.bytes(of: signedLog.match)) }

    /// - Parameter log: The bytes of the log.
    private func parts(log: [UInt8]) -> [EnvelopeKey: Value] {
        var parts: [EnvelopeKey: Value] = [
            .script: .bytes(signedLog.match.script.bytes),
            .match: .bytes(signedLog.match.id.bytes),
            .sender: .int(Int64(sender)),
            .setup: signedLog.match.setup.value,
            .log: .bytes(log),
            .signatures: .array(signedLog.signatures.map { $0?.value ?? .null }),
            .stateCheck: .bytes(stateCheck),
        ]
        if signedLog.match.isChained {
            parts[.links] = .array(signedLog.log.latestLinks.map { $0.map { .bytes($0.bytes) } ?? .null })
        }
        if let join {
            var writer = ByteWriter()
            join.write(to: &writer)
            parts[.join] = .bytes(writer.bytes)
        }
        if let bet { parts[.bet] = .bytes(bet.bytes) }
        return parts
    }

    /// Returns canonical CBOR: a map with small integers as keys. See `docs/protocol.md`.
    ///
    /// - Throws: ``WireError/tooLarge(_:)`` if the bytes exceed what any url can hold.
    package func bytes() throws(WireError) -> [UInt8] {
        let entries = parts.map { (ValueKey.int($0.key.rawValue), $0.value) }
        do {
            return try Value.map(Dictionary(entries, uniquingKeysWith: { first, _ in first })).canonicalBytes(
                root: "envelope")
        } catch {
            throw WireError(error, part: "envelope")
        }
    }

    /// The size of each part, the largest first.
    package var shares: [WireError.Share] {
        parts.map { key, value in
            WireError.Share(part: key.name, bytes: 1 + ((try? value.canonicalBytes())?.count ?? 0))
        }.sorted { ($1.bytes, $0.part) < ($0.bytes, $1.part) }
    }

    /// Reads the bytes that `bytes` wrote, and rejects any deviation.
    ///
    /// - Parameters:
    ///   - bytes: Bytes from any source.
    ///   - game: The game in the path of the message's url.
    ///   - limits: The limits of the parts.
    /// - Throws: ``WireError``: `malformed`, `tooLarge`, or `tooLong`.
    package init(bytes: [UInt8], game: GameID, limits: WireLimits = WireLimits()) throws(WireError) {
        let value: Value
        do {
            value = try Value(canonicalBytes: bytes, limits: limits.envelope, root: "envelope")
        } catch {
            throw WireError(error, part: "envelope")
        }
        let parts = try Self.parts(of: value)
        let setup = try Setup(value: try Self.part(.setup, of: parts))
        let identity = MatchIdentity(
            game: game, script: try ScriptDigest(try Self.bytes(.script, of: parts)),
            id: try MatchID(try Self.bytes(.match, of: parts)), setup: setup)
        let logBytes = try Self.bytes(.log, of: parts)
        let links = try Self.links(of: parts, isChained: identity.isChained)
        let log = try Log(bytes: logBytes, of: identity, links: links, limit: limits.plies)
        guard let list = parts[.signatures]?.arrayValue else { throw Self.problem(.signatures, "a list") }
        var signatures: [SeatSignature?] = []
        for value in list { signatures.append(value.isNull ? nil : try SeatSignature(value: value)) }
        guard let sender = parts[.sender]?.intValue else { throw Self.problem(.sender, "a seat") }
        let check = try Self.bytes(.stateCheck, of: parts)
        guard check.count == Self.stateCheckSize else {
            throw Self.problem(.stateCheck, "\(Self.stateCheckSize) bytes")
        }
        try self.init(
            try SignedLog(match: identity, log: log, signatures: signatures), sender: sender,
            standingDigest: check, join: try Self.join(of: parts, isChained: identity.isChained),
            bet: try Self.bet(of: parts))
        // it is enough to compare the parts: values are equal exactly if their encodings are equal,
        // and `Log` accepts only the bytes that it would write itself
        guard self.parts(log: logBytes) == parts else {
            throw .malformed(part: "envelope", problem: "expected the bytes that it is written with")
        }
    }

    private static func links(of parts: [EnvelopeKey: Value], isChained: Bool) throws(WireError) -> [Link?] {
        guard (parts[.links] != nil) == isChained else {
            throw problem(.links, isChained ? "the latest one of each seat" : "none, since the setup has no anchor")
        }
        var links: [Link?] = []
        guard let part = parts[.links] else { return links }
        guard let list = part.arrayValue else { throw problem(.links, "a list") }
        for value in list {
            guard !value.isNull else {
                links.append(nil)
                continue
            }
            guard let bytes = value.bytesValue else { throw problem(.links, "bytes or null for each seat") }
            links.append(try Link(bytes))
        }
        return links
    }

    private static func join(
        of parts: [EnvelopeKey: Value], isChained: Bool
    ) throws(WireError) -> SeatedJoin? {
        guard parts[.join] != nil else { return nil }
        var reader = ByteReader(try bytes(.join, of: parts), part: "join")
        let join = try SeatedJoin(from: &reader, isChained: isChained)
        guard reader.isAtEnd else { throw reader.problem("expected the end, found more") }
        return join
    }

    private static func bet(of parts: [EnvelopeKey: Value]) throws(WireError) -> Bet? {
        parts[.bet] == nil ? nil : try Bet(bytes: try bytes(.bet, of: parts))
    }

    private static func parts(of value: Value) throws(WireError) -> [EnvelopeKey: Value] {
        guard let entries = value.mapValue else { throw .malformed(part: "envelope", problem: "expected a map") }
        var parts: [EnvelopeKey: Value] = [:]
        for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
            guard case .int(let number) = key, let key = EnvelopeKey(rawValue: number) else {
                throw .malformed(
                    part: "envelope",
                    problem: "expected the keys 0 to \(EnvelopeKey.allCases.count - 1), found \(key)")
            }
            parts[key] = value
        }
        return parts
    }

    private static func part(_ key: EnvelopeKey, of parts: [EnvelopeKey: Value]) throws(WireError) -> Value {
        guard let part = parts[key] else { throw problem(key, "key \(key.rawValue)") }
        return part
    }

    private static func bytes(_ key: EnvelopeKey, of parts: [EnvelopeKey: Value]) throws(WireError) -> [UInt8] {
        guard let bytes = try part(key, of: parts).bytesValue else { throw problem(key, "bytes") }
        return bytes
    }

    private static func problem(_ key: EnvelopeKey, _ expected: String) -> WireError {
        .malformed(part: key.name, problem: "expected \(expected)")
    }
}

extension SeatSignature {
    fileprivate var value: Value { [.int(Int64(ply)), .bytes(signature.bytes)] }

    fileprivate init(value: Value) throws(WireError) {
        guard value.arrayValue?.count == 2, let ply = value[0]?.intValue, ply >= 0, let bytes = value[1]?.bytesValue
        else { throw .malformed(part: "signatures", problem: "expected [number of a ply, signature] or null") }
        self.init(ply: ply, signature: try Signature(bytes))
    }
}
