/// Puts the compact bytes of a log together.
struct ByteWriter {
    /// Numbers have at most 28 bits, in four bytes.
    static let endOfNumbers = 1 << 28

    private(set) var bytes: [UInt8] = []

    mutating func append(byte: UInt8) {
        bytes.append(byte)
    }

    mutating func append(_ more: [UInt8]) {
        bytes += more
    }

    /// Seven bits to a byte, the lowest first; the highest bit of a byte says that another follows (LEB128).
    mutating func append(number: Int) {
        var rest = UInt(bitPattern: number)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}
