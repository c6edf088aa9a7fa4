import Values

/// Who sits on a seat: the name shown, and the key that its plies are signed with.
public struct SeatEntry: Hashable, Sendable {
    /// The name that is shown. It proves nothing.
    public let token: DisplayToken
    /// The public key that proves who made a ply. No key sits twice in a match.
    public let key: SeatKey.Public

    /// A person for a seat or a bet; the key should be one made for this match.
    public init(token: DisplayToken, key: SeatKey.Public) {
        self.token = token
        self.key = key
    }
}

extension SeatEntry {
    /// In the setup: `[token, key]`. A third element is the anchor of a chain of links.
    var value: Value { [.string(token.text), .bytes(key.bytes)] }

    init(value: Value) throws(WireError) {
        guard let parts = value.arrayValue, let token = parts.first?.stringValue,
            let key = value[1]?.bytesValue, parts.count == 2 || parts.count == 3
        else { throw .malformed(part: "setup", problem: "expected a seat as [token, key]") }
        guard parts.count == 2 else { throw .unsupported(.anchor) }
        self.init(token: try DisplayToken(token), key: try SeatKey.Public(key))
    }

    /// In the log: the token after its length, then the key.
    func write(to writer: inout ByteWriter) {
        writer.append(number: token.bytes.count)
        writer.append(token.bytes)
        writer.append(key.bytes)
    }

    init(from reader: inout ByteReader) throws(WireError) {
        let count = try reader.readNumber("the length of a token")
        guard count <= WireLimits.token else {
            throw .tooLarge(.init("token", size: count, limit: WireLimits.token))
        }
        let token = try DisplayToken(bytes: try reader.readBytes(count, "a token"))
        self.init(token: token, key: try SeatKey.Public(try reader.readBytes(SeatKey.Public.size, "a public key")))
    }
}
