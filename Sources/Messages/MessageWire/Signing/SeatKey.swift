import Crypto
import Values

/// The private key of one seat in one match (Ed25519, RFC 8032). Whoever holds it is the seat.
///
/// It is never printed: `print`, `dump` and string interpolation show `SeatKey(redacted)`.
public struct SeatKey: Sendable {
    private let key: Curve25519.Signing.PrivateKey

    /// A new key.
    public init() {
        key = Curve25519.Signing.PrivateKey()
    }

    /// A key that was kept.
    ///
    /// - Parameter secret: The 32 bytes of ``secret``.
    /// - Throws: ``WireError/malformed(part:problem:)`` for another number of bytes; the message doesn't show them.
    public init(secret: [UInt8]) throws(WireError) {
        guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: secret) else {
            throw .malformed(part: "seat key", problem: "expected 32 bytes, found \(secret.count)")
        }
        self.key = key
    }

    /// The 32 bytes to keep in the device's store, and nowhere else.
    public var secret: [UInt8] { Array(key.rawRepresentation) }

    /// What the other seats know of it.
    public var publicKey: Public { Public(unchecked: Array(key.publicKey.rawRepresentation)) }

    /// - Throws: ``WireError/malformed(part:problem:)`` if the system can't sign.
    func signature(over payload: [UInt8]) throws(WireError) -> Signature {
        guard let bytes = try? key.signature(for: payload) else {
            throw .malformed(part: "signature", problem: "the key can't sign")
        }
        WorkCounter.add(.signaturesMade)
        return try Signature(Array(bytes))
    }
}

extension SeatKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `SeatKey(redacted)`, for every key.
    public var description: String { "SeatKey(redacted)" }
    /// `SeatKey(redacted)`, for every key.
    public var debugDescription: String { description }
    /// A mirror without children, so that `dump` shows nothing of the key.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SeatKey {
    /// The public key of a seat: 32 bytes.
    public struct Public: Hashable, Sendable, CustomStringConvertible {
        static let size = 32

        /// 32 bytes (RFC 8032 §5.1.5).
        public let bytes: [UInt8]

        /// - Throws: ``WireError/malformed(part:problem:)`` unless there are 32 bytes that can be somebody's key: the encoding
        ///   of a point, in the only form that it has, and of none that everybody can sign for.
        public init(_ bytes: [UInt8]) throws(WireError) {
            guard bytes.count == Self.size else {
                throw .malformed(part: "public key", problem: "expected \(Self.size) bytes, found \(bytes.count)")
            }
            guard WeakKeys.isSound(bytes) else {
                throw .malformed(part: "public key", problem: "expected a key of its own, found one that fits anybody")
            }
            self.bytes = bytes
        }

        fileprivate init(unchecked bytes: [UInt8]) {
            self.bytes = bytes
        }

        /// The bytes as 64 small hexadecimal digits.
        public var description: String { hexadecimal(bytes) }
    }
}
