import Crypto

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
