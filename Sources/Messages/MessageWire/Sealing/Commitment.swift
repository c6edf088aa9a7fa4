import Values

/// What a seat binds itself to by a sealed move: 32 bytes that tell nothing of it, and that no other move fits.
///
/// SHA-256 over the fields "parlor-seal-1", match id, the head before the round without claims, how many plies the seat had
/// made before in two bytes, the seat in one, the salt, and the move as a log has it.
public struct Commitment: Hashable, Sendable, CustomStringConvertible {
    static let size = 32

    /// 32 bytes.
    public let bytes: [UInt8]

    /// A commitment that was read.
    ///
    /// - Throws: ``WireError/malformed(part:problem:)`` unless there are 32 bytes.
    package init(_ bytes: [UInt8]) throws(WireError) {
        guard bytes.count == Self.size else {
            throw .malformed(part: "seal", problem: "expected \(Self.size) bytes, found \(bytes.count)")
        }
        self.bytes = bytes
    }

    private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

    /// Stands where a log was read that leaves one out, until it is worked out.
    static let missing = Commitment(unchecked: [UInt8](repeating: 0, count: size))

    /// The one that a move has with this salt.
    package init(to move: LoggedMove, salt: Salt, at place: SealPlace) {
        var fields = HashFields("parlor-seal-1")
        fields.append(place.match.bytes)
        fields.append(place.head.bytes)
        fields.append(place.countBytes)
        fields.append([UInt8(truncatingIfNeeded: place.seat)])
        fields.append(salt.bytes)
        fields.append(Ply.Action.move(move).bytes)
        bytes = fields.digest
    }

    /// The bytes as 64 small hexadecimal digits.
    public var description: String { hexadecimal(bytes) }
}
