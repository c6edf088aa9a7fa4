import Values

/// Who sits on a seat: the name shown, and the key that its plies are signed with.
public struct SeatEntry: Hashable, Sendable {
    /// The name that is shown. It proves nothing.
    public let token: DisplayToken
    /// The public key that proves who made a ply. No key sits twice in a match.
    public let key: SeatKey.Public
    /// What the links of the seat lead back to, in a match that draws; nil in others, and for a bettor.
    public let anchor: Link?

    /// A person for a seat or a bet; the key should be one made for this match.
    public init(token: DisplayToken, key: SeatKey.Public, anchor: Link? = nil) {
        self.token = token
        self.key = key
        self.anchor = anchor
    }

    /// A person for a seat, with the anchor of the key's own chain in a match that draws.
    package init(token: DisplayToken, key: SeatKey, in match: MatchID, isChained: Bool) {
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
        self.init(token: try DisplayToken(token), key: try SeatKey.Public(key), anchor: anchor)
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
        let token = try DisplayToken(bytes: try reader.readBytes(count, "a token"))
        let key = try SeatKey.Public(try reader.readBytes(SeatKey.Public.size, "a public key"))
        let anchor = isChained ? try Link(try reader.readBytes(Link.size, "an anchor")) : nil
        self.init(token: token, key: key, anchor: anchor)
    }
}
