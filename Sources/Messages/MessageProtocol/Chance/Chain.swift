import Crypto
import Synchronization

/// The hash chain of one seat in one match: 1,024 chain links, and the anchor before the first one.
/// The seat reveals one link with each of its link runs (see `LinkRuns`). The seat's entry
/// contains the anchor from the start.
///
/// The last link is derived from the seat's private key, so that a device with the key can compute
/// the chain again. Each other link is the hash of the next one.
package struct Chain: Sendable {
    /// The number of links. A match in which a seat has more link runs is too long.
    package static let length = 1024
    /// The number of links that every seat must have left after a move, for the contributions that
    /// follow. Without a link, a seat that owes a contribution couldn't act any more.
    static let room = 8
    /// The distance between two stored links. The links between them are computed from the later
    /// one.
    private static let stride = 32

    /// The stored links, the last first.
    private let kept: [Link]
    private let key: SeatKey.Public
    private let match: MatchID

    /// The anchor, which everybody knows before any link is revealed.
    package let anchor: Link

    /// Creates the chain of a seat's key, or returns it from the cache.
    package init(of key: SeatKey, in match: MatchID) {
        let name = Name(key: key.publicKey, match: match)
        if let known = Self.cache.withLock({ $0.first { $0.name == name } }) {
            self = known.chain
            return
        }
        self.init(working: key, in: match)
        let made = (name, self)
        Self.cache.withLock { cache in
            if cache.count == Self.mostCached { cache.removeFirst() }
            cache.append(made)
        }
    }

    private init(working key: SeatKey, in match: MatchID) {
        (self.key, self.match) = (key.publicKey, match)
        let last = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: key.secret), info: Array("parlor-chain-1".utf8),
            outputByteCount: Link.size)
        var link = Link(prefixOf: last.withUnsafeBytes(Array.init))
        var kept: [Link] = []
        for number in Swift.stride(from: Self.length, to: 0, by: -1) {
            if number % Self.stride == 0 { kept.append(link) }
            link = link.before(number: number - 1, of: self.key, in: match)
        }
        (self.kept, anchor) = (kept, link)
    }

    /// The link with this number, from 1; nil past the end.
    package subscript(number: Int) -> Link? {
        guard (1...Self.length).contains(number) else { return nil }
        let above = (number + Self.stride - 1) / Self.stride
        var link = kept[Self.length / Self.stride - above]
        for before in Swift.stride(from: above * Self.stride - 1, through: number, by: -1) {
            link = link.before(number: before, of: key, in: match)
        }
        return link
    }

    // MARK: Cache

    private struct Name: Hashable {
        let key: SeatKey.Public
        let match: MatchID
    }

    private static let mostCached = 16
    private static let cache = Mutex<[(name: Name, chain: Chain)]>([])
}

extension Chain: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `Chain(redacted)`, for every chain.
    package var description: String { "Chain(redacted)" }
    /// `Chain(redacted)`, for every chain.
    package var debugDescription: String { description }
    /// A mirror without children, so that `dump` shows no future links.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// A chain link: 16 bytes that a seat fixed before it could know which draws they would decide. The
/// hash of a link is the link before it. Hashing a revealed link therefore gives all earlier links
/// and the anchor, and reveals nothing about later links.
public struct Link: Hashable, Sendable, CustomStringConvertible {
    static let size = 16

    /// The 16 bytes.
    public let bytes: [UInt8]

    /// Creates a link from bytes that were read.
    ///
    /// - Throws: ``WireError/malformed(part:problem:)`` unless there are 16 bytes.
    public init(_ bytes: [UInt8]) throws(WireError) {
        guard bytes.count == Self.size else {
            throw .malformed(part: "links", problem: "expected \(Self.size) bytes of a link, found \(bytes.count)")
        }
        self.bytes = bytes
    }

    init(prefixOf bytes: some Sequence<UInt8>) { self.bytes = Array(bytes.prefix(Self.size)) }

    /// Returns the link before this one: the first 16 bytes of SHA-256 over the fields
    /// "parlor-link-1", match id, public key, `number` in two bytes, and this link.
    ///
    /// - Parameter number: The number of the link before this one; 0 for the anchor.
    func before(number: Int, of key: SeatKey.Public, in match: MatchID) -> Link {
        var fields = HashFields("parlor-link-1")
        fields.append(match.bytes)
        fields.append(key.bytes)
        fields.append(number.twoBytes)
        fields.append(bytes)
        return Link(prefixOf: fields.digest)
    }

    /// The bytes as 32 lowercase hexadecimal digits.
    public var description: String { hexadecimal(bytes) }
}

extension Int {
    /// The two lowest bytes, big-endian.
    var twoBytes: [UInt8] { [UInt8(truncatingIfNeeded: self >> 8), UInt8(truncatingIfNeeded: self)] }
}
