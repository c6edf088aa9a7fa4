import Crypto
import Values

/// A signature of a seat: 64 bytes. Two signatures over the same may differ; only heads are compared.
public struct Signature: Hashable, Sendable, CustomStringConvertible {
    static let size = 64

    /// 64 bytes (RFC 8032 §5.1.6).
    public let bytes: [UInt8]

    /// - Throws: ``WireError/malformed(part:problem:)`` unless there are 64 bytes.
    public init(_ bytes: [UInt8]) throws(WireError) {
        guard bytes.count == Self.size else {
            throw .malformed(part: "signature", problem: "expected \(Self.size) bytes, found \(bytes.count)")
        }
        self.bytes = bytes
    }

    /// Did `key` sign `payload`?
    func isValid(over payload: [UInt8], by key: SeatKey.Public) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: key.bytes) else { return false }
        WorkCounter.add(.signaturesVerified)
        return key.isValidSignature(bytes, for: payload)
    }

    /// The bytes as 128 small hexadecimal digits.
    public var description: String { hexadecimal(bytes) }
}

/// What an envelope carries for a seat: its signature over its last ply.
public struct SeatSignature: Hashable, Sendable {
    /// The number of the seat's last ply in the log, from 1; 0 for the inviter who has made none.
    public let ply: Int
    /// Made over the head before the seat's last run and the seat's plies in it.
    public let signature: Signature

    /// A signature for the ply with this number, from 1; 0 for the inviter who has made none.
    package init(ply: Int, signature: Signature) {
        self.ply = ply
        self.signature = signature
    }
}
