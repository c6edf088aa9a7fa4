import Crypto
import Foundation

/// The proof that somebody has a seat: 256 bits that only the player's browser stores. The log
/// stores only a hash of the token.
public struct SeatToken: Hashable, Sendable {
    /// The text: 43 characters of base64url.
    public let text: String

    /// The size of ``hash``, in bytes.
    public static let hashSize = 32

    private static let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Reads a token from untrusted text; nil for anything else.
    public init?(_ text: String) {
        guard text.utf8.count == 43, text.utf8.allSatisfy(Self.alphabet.contains) else { return nil }
        self.text = text
    }

    fileprivate init(known text: String) { self.text = text }

    /// The hash that the log stores.
    public var hash: [UInt8] { Array(SHA256.hash(data: Array("parlor-seat-1".utf8) + Array(text.utf8))) }
}

/// The key of a service. Tokens are derived from the key and from the request, so a repeated
/// request gets the same token on any server of the service. The log reveals no token.
public struct ServerSecret: Sendable {
    private let key: SymmetricKey

    /// The size of a key, in bytes.
    public static let size = 32

    /// Creates a secret from 32 bytes, which are the same on all servers of the service.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        key = SymmetricKey(data: bytes)
    }

    /// Returns a new random secret.
    public static func random() -> ServerSecret { ServerSecret(key: SymmetricKey(size: .bits256)) }

    private init(key: SymmetricKey) { self.key = key }

    /// The bytes of the key, for a file that only the service can read.
    public var bytes: [UInt8] { key.withUnsafeBytes { Array($0) } }

    private func mac(_ parts: [String]) -> [UInt8] {
        var mac = HMAC<SHA256>(key: key)
        for part in parts {
            withUnsafeBytes(of: UInt32(clamping: part.utf8.count).bigEndian) { mac.update(data: Array($0)) }
            mac.update(data: Array(part.utf8))
        }
        return Array(mac.finalize())
    }

    /// Returns the token of the requester who asked for a seat with this nonce.
    public func token(match: HostedMatchID, nonce: Nonce) -> SeatToken {
        let text = Data(mac(["seat", match.text, nonce.text])).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        return SeatToken(known: text)
    }

    /// Returns the id of the match that the request with this nonce opens.
    public func match(opened nonce: Nonce) -> HostedMatchID { HostedMatchID(digest: mac(["open", nonce.text])) }

    /// Returns the id of the log of a request for a seat in any match.
    func match(soughtWith nonce: Nonce) -> HostedMatchID { HostedMatchID(digest: mac(["quick", nonce.text])) }

    /// Returns the id of the match that follows another match.
    public func match(following other: HostedMatchID) -> HostedMatchID {
        HostedMatchID(digest: mac(["next", other.text]))
    }

    /// Returns the nonce of an entry that several servers may try to write. Because all of them use
    /// the same nonce, the entry is written once.
    func nonce(_ kind: String, _ match: HostedMatchID) -> Nonce { Nonce(digest: mac([kind, match.text])) }

    /// Returns the seed of a match that was opened with this nonce.
    func seed(of match: HostedMatchID, _ nonce: Nonce) -> UInt64 {
        mac(["seed", match.text, nonce.text]).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
