import Crypto
import Values

/// The private key of one seat in one match (Ed25519, RFC 8032). A person who has the key can play
/// the seat.
///
/// The key is never printed: `print`, `dump` and string interpolation show `SeatKey(redacted)`.
public struct SeatKey: Sendable {
    private let key: Curve25519.Signing.PrivateKey

    /// Creates a new key.
    public init() {
        key = Curve25519.Signing.PrivateKey()
    }

    /// Creates a key from stored bytes.
    ///
    /// - Parameter secret: The 32 bytes of ``secret``.
    /// - Throws: ``WireError/malformed(part:problem:)`` for another number of bytes. The error
    ///   doesn't show the bytes.
    public init(secret: [UInt8]) throws(WireError) {
        guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: secret) else {
            throw .malformed(part: "seat key", problem: "expected 32 bytes, found \(secret.count)")
        }
        self.key = key
    }

    /// The 32 bytes of the private key. Keep them only in the device's store.
    public var secret: [UInt8] { Array(key.rawRepresentation) }

    /// The public key, which the other seats know.
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

        /// The 32 bytes (RFC 8032 §5.1.5).
        public let bytes: [UInt8]

        /// - Throws: ``WireError/malformed(part:problem:)`` unless there are 32 bytes that can be
        ///   somebody's key. The bytes must be the only encoding of a point, and the point mustn't be
        ///   one that anybody can sign for.
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

        /// The bytes as 64 lowercase hexadecimal digits.
        public var description: String { hexadecimal(bytes) }
    }
}

/// Ed25519 public keys that prove nothing.
///
/// For a point of small order anybody can make signatures that fit any payload. A second encoding
/// of a point would let one key have two seats.
enum WeakKeys {
    /// Returns whether the key is neither a point of small order nor a second encoding of a point.
    /// Bytes that encode no point are sound, because no signature fits them.
    static func isSound(_ key: [UInt8]) -> Bool {
        var y = key
        y[y.count - 1] &= 0x7f  // the sign bit of x
        return isBelowPrime(y) && !smallOrder.contains(y)
    }

    /// Returns whether y, in little-endian bytes, is below 2^255 - 19. Of the numbers of 255 bits,
    /// only the 19 largest aren't below it.
    private static func isBelowPrime(_ y: [UInt8]) -> Bool {
        guard y[y.count - 1] == 0x7f, y[1..<y.count - 1].allSatisfy({ $0 == 0xff }) else { return true }
        return y[0] < 0xed
    }

    /// The y coordinates of the eight points whose order divides 8. Each is refused with either
    /// sign of x. For a y of 1 or -1, x is 0, so the other sign is a second encoding.
    private static let smallOrder: Set<[UInt8]> = [
        [1] + zeros,  // order 1
        [0xec] + [UInt8](repeating: 0xff, count: 30) + [0x7f],  // order 2
        [0] + zeros,  // order 4
        eighth,  // order 8
        // its negative: the prime minus the number above
        [0xed &- eighth[0]] + eighth[1..<31].map { ~$0 } + [0x7f &- eighth[31]],
    ]

    private static let zeros = [UInt8](repeating: 0, count: 31)

    private static let eighth: [UInt8] = [
        0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0, 0xd5, 0xdf,
        0xac,
        0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
    ]
}
