/// Someone who asks for a seat of a group's match, and signs for it. It travels outside the log, until the inviter's
/// `start` takes it up.
public struct SeatedJoin: Hashable, Sendable {
    /// The seat that is asked for.
    public let seat: Int
    /// Who asks.
    public let entry: SeatEntry
    /// Made with the key of the entry over the match, the seat and the entry.
    public let signature: Signature

    init(seat: Int, entry: SeatEntry, signature: Signature) {
        self.seat = seat
        self.entry = entry
        self.signature = signature
    }

    /// Asks for a seat.
    ///
    /// - Parameters:
    ///   - seat: One that the setup leaves open.
    ///   - key: The seat's key, made for this match.
    /// - Throws: ``WireError/malformed(part:problem:)`` for a seat that isn't open.
    public init(seat: Int, token: DisplayName, key: SeatKey, in match: MatchIdentity) throws(WireError) {
        guard (1...match.setup.seats).contains(seat), seat != match.setup.inviterSeat else {
            throw .malformed(part: "join", problem: "expected an open seat, found \(seat)")
        }
        let entry = SeatEntry(token: token, key: key, in: match.id, isChained: match.isChained)
        let payload = Self.payload(seat: seat, entry: entry, in: Head(of: match))
        self.init(seat: seat, entry: entry, signature: try key.signature(over: payload))
    }

    /// Was it signed by the key that it names, for the match that begins with this head?
    package func isSigned(for firstHead: Head) -> Bool {
        signature.isValid(over: Self.payload(seat: seat, entry: entry, in: firstHead), by: entry.key)
    }

    private static func payload(seat: Int, entry: SeatEntry, in firstHead: Head) -> [UInt8] {
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
    /// As a message holds it.
    package var bytes: [UInt8] {
        var writer = ByteWriter()
        write(to: &writer)
        return writer.bytes
    }

    /// Reads what `bytes` wrote.
    ///
    /// - Parameter isChained: Do seats of the match have anchors?
    /// - Throws: ``WireError`` for anything else.
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
        let entry = try SeatEntry(from: &reader, isChained: isChained)
        self.init(
            seat: seat, entry: entry,
            signature: try Signature(try reader.readBytes(Signature.size, "a signature")))
    }
}
