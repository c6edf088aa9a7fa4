/// A signed request for a free seat of a match. The request travels outside the log until the
/// inviter's `start` includes it.
public struct SeatedJoin: Hashable, Sendable {
    /// The requested seat.
    public let seat: Int
    /// The person who asks.
    public let entry: SeatedPlayer
    /// The signature of the entry's key over the match, the seat and the entry.
    public let signature: Signature

    init(seat: Int, entry: SeatedPlayer, signature: Signature) {
        self.seat = seat
        self.entry = entry
        self.signature = signature
    }

    /// Creates a request for a seat.
    ///
    /// - Parameters:
    ///   - seat: A seat that the setup leaves free.
    ///   - key: The seat's key, made for this match.
    /// - Throws: ``WireError/malformed(part:problem:)`` for a seat that isn't free.
    public init(seat: Int, token: DisplayName, key: SeatKey, in match: MatchIdentity) throws(WireError) {
        guard (1...match.setup.seats).contains(seat), seat != match.setup.inviterSeat else {
            throw .malformed(part: "join", problem: "expected an open seat, found \(seat)")
        }
        let entry = SeatedPlayer(token: token, key: key, in: match.id, isChained: match.isChained)
        let payload = Self.payload(seat: seat, entry: entry, in: Head(of: match))
        self.init(seat: seat, entry: entry, signature: try key.signature(over: payload))
    }

    /// Returns whether the key of the entry signed the request, for the match with this first head.
    package func isSigned(for firstHead: Head) -> Bool {
        signature.isValid(over: Self.payload(seat: seat, entry: entry, in: firstHead), by: entry.key)
    }

    private static func payload(seat: Int, entry: SeatedPlayer, in firstHead: Head) -> [UInt8] {
        var fields = HashFields("parlor-join-1")
        fields.append(firstHead.bytes)
        fields.append([UInt8(truncatingIfNeeded: seat)])
        fields.append(entry.token.bytes)
        fields.append(entry.key.bytes)
        fields.append(entry.anchor?.bytes ?? [])
        return fields.bytes
    }
}

extension SeatedJoin {
    /// The form in a message.
    package var bytes: [UInt8] {
        var writer = ByteWriter()
        write(to: &writer)
        return writer.bytes
    }

    /// Reads the form that `bytes` wrote.
    ///
    /// - Parameter isChained: Whether the seats of the match have anchors.
    /// - Throws: ``WireError`` for any other bytes.
    package init(bytes: [UInt8], isChained: Bool) throws(WireError) {
        var reader = ByteReader(bytes, part: "join")
        try self.init(from: &reader, isChained: isChained)
        guard reader.isAtEnd else { throw reader.problem("expected the end, found more") }
    }

    func write(to writer: inout ByteWriter) {
        writer.append(number: seat)
        entry.write(to: &writer)
        writer.append(signature.bytes)
    }

    init(from reader: inout ByteReader, isChained: Bool) throws(WireError) {
        let seat = try reader.readNumber("a seat")
        let entry = try SeatedPlayer(from: &reader, isChained: isChained)
        self.init(
            seat: seat, entry: entry,
            signature: try Signature(try reader.readBytes(Signature.size, "a signature")))
    }
}
