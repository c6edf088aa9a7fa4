import Crypto

/// The hash over a match, up to some ply. Two logs with the same head are the same log.
public struct Head: Hashable, Sendable, CustomStringConvertible {
    static let size = 32

    /// The 32 bytes.
    public let bytes: [UInt8]

    /// Creates a head from stored bytes.
    ///
    /// - Throws: ``WireError/malformed(part:problem:)`` unless there are 32 bytes.
    public init(_ bytes: [UInt8]) throws(WireError) {
        guard bytes.count == Self.size else {
            throw .malformed(part: "head", problem: "expected \(Self.size) bytes, found \(bytes.count)")
        }
        self.bytes = bytes
    }

    /// Computes the head before the first ply, which identifies the match.
    ///
    /// SHA-256 over the fields "parlor-1", game id, script digest, match id, setup.
    package init(of match: MatchIdentity) {
        var fields = HashFields("parlor-1")
        fields.append(Array(match.game.name.utf8))
        fields.append(match.script.bytes)
        fields.append(match.id.bytes)
        fields.append(match.setup.bytes)
        bytes = fields.digest
    }

    /// Computes the head after a ply.
    ///
    /// SHA-256 over the fields "parlor-ply-1", the head before the ply, the seat and the place in one
    /// byte each, the ply, and the ply's chain link (empty if it has none).
    package init(after head: Head, _ ply: Ply) {
        var fields = HashFields("parlor-ply-1")
        fields.append(head.bytes)
        fields.append([UInt8(truncatingIfNeeded: ply.seat), ply.place.byte])
        fields.append(ply.bytes)
        fields.append(ply.link?.bytes ?? [])
        bytes = fields.digest
    }

    /// The bytes as 64 lowercase hexadecimal digits.
    public var description: String { hexadecimal(bytes) }
}

extension Ply.Place {
    /// 0 for a ply outside of rounds, 1 for the first entry of a bracket, 2 for a further entry. A
    /// different division into brackets therefore gives a different head.
    fileprivate var byte: UInt8 {
        switch self {
        case .alone: 0
        case .beginsRound: 1
        case .continuesRound: 2
        }
    }
}

extension Log {
    /// Returns the head before the first ply and the head after each ply.
    func heads(of match: MatchIdentity) -> [Head] { heads(behind: [Head(of: match)]) }

    /// Returns the head before the first ply and the head after each ply. Computes only the heads
    /// that `known` lacks.
    ///
    /// - Parameter known: The first heads, at least the head before the first ply.
    func heads(behind known: ArraySlice<Head>) -> [Head] {
        var heads = Array(known)
        heads.reserveCapacity(plies.count + 1)
        for ply in plies[(known.count - 1)...] { heads.append(Head(after: heads[heads.count - 1], ply)) }
        return heads
    }
}

/// The input of a hash or a signature: fields of bytes. Each field follows its length in four bytes
/// (big-endian), so that different lists of fields never give the same bytes.
struct HashFields {
    private(set) var bytes: [UInt8] = []

    /// - Parameter domain: The kind of thing that is hashed or signed. It keeps a hash or signature
    ///   of one kind from being valid for another.
    init(_ domain: String) {
        bytes.reserveCapacity(Self.usual)
        append(domain.utf8)
    }

    /// The capacity in bytes; enough for most plies.
    private static let usual = 128

    mutating func append(_ field: some Collection<UInt8>) {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: field.count).bigEndian) { bytes += $0 }
        bytes += field
    }

    var digest: [UInt8] { SHA256.hash(data: bytes).withUnsafeBytes(Array.init) }
}
