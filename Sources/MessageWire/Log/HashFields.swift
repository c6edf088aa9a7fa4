import Crypto

/// The input of a hash or a signature: fields of bytes, each after its length in four bytes, the highest first. No two
/// lists of fields make the same bytes.
struct HashFields {
    private(set) var bytes: [UInt8] = []

    /// - Parameter domain: Says what is hashed or signed, so that nothing can be taken for something else.
    init(_ domain: String) {
        append(Array(domain.utf8))
    }

    mutating func append(_ field: [UInt8]) {
        let count = UInt32(truncatingIfNeeded: field.count)
        for shift in stride(from: 24, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: count >> UInt32(shift)))
        }
        bytes += field
    }

    var digest: [UInt8] { Array(SHA256.hash(data: bytes)) }
}
