import Crypto

/// The end of a chain of hashes over a match up to some ply. Two logs with one head are one log.
public struct Head: Hashable, Sendable, CustomStringConvertible {
    static let size = 32

    /// 32 bytes.
    public let bytes: [UInt8]

    /// A head that was kept.
    ///
    /// - Throws: ``WireError/malformed(part:problem:)`` unless there are 32 bytes.
    public init(_ bytes: [UInt8]) throws(WireError) {
        guard bytes.count == Self.size else {
            throw .malformed(part: "head", problem: "expected \(Self.size) bytes, found \(bytes.count)")
        }
        self.bytes = bytes
    }

    /// The head before the first ply: it stands for the match itself.
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

    /// The head after a ply.
    ///
    /// SHA-256 over the fields "parlor-ply-1", the head before it, the seat and the place in one byte each, the ply, and
    /// the link that it opens, empty where it opens none.
    package init(after head: Head, _ ply: Ply) {
        var fields = HashFields("parlor-ply-1")
        fields.append(head.bytes)
        fields.append([UInt8(truncatingIfNeeded: ply.seat), ply.place.byte])
        fields.append(ply.bytes)
        fields.append(ply.link?.bytes ?? [])
        bytes = fields.digest
    }

    /// The bytes as 64 small hexadecimal digits.
    public var description: String { hexadecimal(bytes) }
}

extension Ply.Place {
    /// 0 alone, 1 begins a round, 2 continues one: a round that is divided otherwise has another head.
    fileprivate var byte: UInt8 {
        switch self {
        case .alone: 0
        case .beginsRound: 1
        case .continuesRound: 2
        }
    }
}

extension Log {
    /// The head before the first ply, and after each one.
    func heads(of match: MatchIdentity) -> [Head] { heads(behind: [Head(of: match)]) }

    /// The same, where those of the first plies are known.
    ///
    /// - Parameter known: At least the head before the first ply.
    func heads(behind known: ArraySlice<Head>) -> [Head] {
        var heads = Array(known)
        heads.reserveCapacity(plies.count + 1)
        for ply in plies[(known.count - 1)...] { heads.append(Head(after: heads[heads.count - 1], ply)) }
        return heads
    }
}

/// The input of a hash or a signature: fields of bytes, each after its length in four bytes, the highest first. No two
/// lists of fields make the same bytes.
struct HashFields {
    private(set) var bytes: [UInt8] = []

    /// - Parameter domain: Says what is hashed or signed, so that nothing can be taken for something else.
    init(_ domain: String) {
        bytes.reserveCapacity(Self.usual)
        append(domain.utf8)
    }

    /// Room for what most plies come to: a log hashes one after the other.
    private static let usual = 128

    mutating func append(_ field: some Collection<UInt8>) {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: field.count).bigEndian) { bytes += $0 }
        bytes += field
    }

    var digest: [UInt8] { SHA256.hash(data: bytes).withUnsafeBytes(Array.init) }
}
