import Crypto
import Foundation

/// What proves that somebody sits at a seat: 256 bits that its browser keeps, and nobody else. The log has their hash.
public struct SeatToken: Hashable, Sendable {
    /// 43 characters of base64url.
    public let text: String

    /// The size of ``hash``, in bytes.
    public static let hashSize = 32

    private static let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Reads one that a stranger sent; nil for anything else.
    public init?(_ text: String) {
        guard text.utf8.count == 43, text.utf8.allSatisfy(Self.alphabet.contains) else { return nil }
        self.text = text
    }

    fileprivate init(known text: String) { self.text = text }

    /// What the log keeps of it.
    public var hash: [UInt8] { Array(SHA256.hash(data: Array("parlor-seat-1".utf8) + Array(text.utf8))) }
}

/// A key of the house. Tokens follow from it and from what was asked, so that whoever asks again gets the same token, on any server of
/// the house; whoever reads the log learns none.
public struct ServerSecret: Sendable {
    private let key: SymmetricKey

    /// How many bytes a key has.
    public static let size = 32

    /// 32 bytes, the same on all servers of the house.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        key = SymmetricKey(data: bytes)
    }

    /// A new one.
    public static func random() -> ServerSecret { ServerSecret(key: SymmetricKey(size: .bits256)) }

    private init(key: SymmetricKey) { self.key = key }

    /// Its bytes, for a file that only the house can read.
    public var bytes: [UInt8] { key.withUnsafeBytes { Array($0) } }

    private func mac(_ parts: [String]) -> [UInt8] {
        var mac = HMAC<SHA256>(key: key)
        for part in parts {
            withUnsafeBytes(of: UInt32(clamping: part.utf8.count).bigEndian) { mac.update(data: Array($0)) }
            mac.update(data: Array(part.utf8))
        }
        return Array(mac.finalize())
    }

    /// The token of whoever asked for a seat with this nonce.
    public func token(match: HostedMatchID, nonce: Nonce) -> SeatToken {
        let text = Data(mac(["seat", match.text, nonce.text])).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        return SeatToken(known: text)
    }

    /// The match that a nonce opens.
    public func match(opened nonce: Nonce) -> HostedMatchID { HostedMatchID(digest: mac(["open", nonce.text])) }

    /// The log of a request for a seat in any match.
    func match(soughtWith nonce: Nonce) -> HostedMatchID { HostedMatchID(digest: mac(["quick", nonce.text])) }

    /// The match that follows another one.
    public func match(following other: HostedMatchID) -> HostedMatchID {
        HostedMatchID(digest: mac(["next", other.text]))
    }

    /// The nonce of an entry that several may want to write, and that is written once.
    func nonce(_ kind: String, _ match: HostedMatchID) -> Nonce { Nonce(digest: mac([kind, match.text])) }

    /// The seed of a match that was opened with this nonce.
    func seed(of match: HostedMatchID, _ nonce: Nonce) -> UInt64 {
        mac(["seed", match.text, nonce.text]).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
