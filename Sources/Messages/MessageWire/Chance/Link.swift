/// One of the numbers that a seat has bound itself to before it could know what they would decide: 16 bytes. The hash of a link
/// is the one before it, so that a link that was opened proves itself and all before it, and tells nothing of those to come.
public struct Link: Hashable, Sendable, CustomStringConvertible {
    static let size = 16

    /// 16 bytes.
    public let bytes: [UInt8]

    /// A link that was read.
    ///
    /// - Throws: ``WireError/malformed(part:problem:)`` unless there are 16 bytes.
    public init(_ bytes: [UInt8]) throws(WireError) {
        guard bytes.count == Self.size else {
            throw .malformed(part: "links", problem: "expected \(Self.size) bytes of a link, found \(bytes.count)")
        }
        self.bytes = bytes
    }

    init(prefixOf bytes: some Sequence<UInt8>) { self.bytes = Array(bytes.prefix(Self.size)) }

    /// The link in front of this one: the first 16 bytes of SHA-256 over the fields "parlor-link-1", match id, public key, the
    /// number of the link in front in two bytes, and this link.
    ///
    /// - Parameter number: That of the link in front; 0 for the anchor.
    func before(number: Int, of key: SeatKey.Public, in match: MatchID) -> Link {
        var fields = HashFields("parlor-link-1")
        fields.append(match.bytes)
        fields.append(key.bytes)
        fields.append(number.twoBytes)
        fields.append(bytes)
        return Link(prefixOf: fields.digest)
    }

    /// The bytes as 32 small hexadecimal digits.
    public var description: String { hexadecimal(bytes) }
}

extension Int {
    /// The two lowest bytes, the higher one first.
    var twoBytes: [UInt8] { [UInt8(truncatingIfNeeded: self >> 8), UInt8(truncatingIfNeeded: self)] }
}
