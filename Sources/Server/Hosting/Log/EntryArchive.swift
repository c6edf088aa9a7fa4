import Crypto
import Values

/// The entries of a match from the first up to some entry, as one block of bytes: a digest, then
/// deterministic CBOR.
public struct EntryArchive: Hashable, Sendable {
    /// The entries from number 1 on, without gaps.
    public let entries: [LoggedEntry]

    /// The limits of an archive: more entries than a match of any game has.
    static let limits = ValueLimits(bytes: 32 << 20, depth: 4, items: 400_000)

    /// Creates an archive of these entries.
    public init(entries: [LoggedEntry]) { self.entries = entries }

    /// Returns the bytes of the archive: 16 bytes of a digest, then a list of `[nonce, bytes]`.
    ///
    /// - Throws: ``MatchLogError/refused(_:)`` if the entries exceed the limits of an archive.
    public func bytes() throws(MatchLogError) -> [UInt8] {
        let list = Value.array(entries.map { [.string($0.nonce.text), .bytes($0.bytes)] })
        guard let encoded = try? list.canonicalBytes(limits: Self.limits) else {
            throw .refused("\(entries.count) entries are more than an archive holds")
        }
        return SHA256.hash(data: encoded).prefix(16) + encoded
    }

    /// Reads an archive from bytes that ``bytes()`` returned; nil for any other bytes.
    public init?(bytes: [UInt8]) {
        let encoded = Array(bytes.dropFirst(16))
        guard bytes.count > 16, SHA256.hash(data: encoded).starts(with: bytes.prefix(16)),
            let list = try? Value(canonicalBytes: encoded, limits: Self.limits).arrayValue
        else { return nil }
        var entries: [LoggedEntry] = []
        for (index, value) in list.enumerated() {
            guard let parts = value.arrayValue, parts.count == 2, let nonce = parts[0].stringValue.flatMap(Nonce.init),
                let bytes = parts[1].bytesValue
            else { return nil }
            entries.append(LoggedEntry(number: index + 1, nonce: nonce, bytes: bytes))
        }
        self.entries = entries
    }
}
