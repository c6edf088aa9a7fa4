import Values

/// A reader of bytes from any source. Its errors name the offset.
struct ByteReader {
    private let bytes: [UInt8]
    private let part: String
    private(set) var offset = 0

    /// - Parameter part: The name that errors give to the bytes.
    init(_ bytes: [UInt8], part: String) {
        self.bytes = bytes
        self.part = part
    }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func readByte(_ expected: String) throws(WireError) -> UInt8 {
        guard offset < bytes.count else { throw problem("expected \(expected), but it ends") }
        defer { offset += 1 }
        return bytes[offset]
    }

    mutating func readBytes(_ count: Int, _ expected: String) throws(WireError) -> [UInt8] {
        guard count <= bytes.count - offset else {
            throw problem("expected \(counted(count, "byte")) of \(expected), found \(bytes.count - offset)")
        }
        defer { offset += count }
        return Array(bytes[offset..<offset + count])
    }

    /// Reads a number in the form that ``ByteWriter/append(number:)`` writes.
    mutating func readNumber(_ expected: String) throws(WireError) -> Int {
        var number = 0
        for shift in stride(from: 0, through: 21, by: 7) {
            let byte = try readByte(expected)
            number |= Int(byte & 0x7f) << shift
            guard byte >= 0x80 else {
                guard byte > 0 || shift == 0 else {
                    throw problem("expected \(expected) in its shortest form, found it with zeros")
                }
                return number
            }
        }
        throw problem("expected \(expected) below \(ByteWriter.endOfNumbers), found more")
    }

    func problem(_ text: String) -> WireError {
        .malformed(part: part, problem: "byte \(offset): \(text)")
    }
}

/// A writer of the compact bytes of a log.
struct ByteWriter {
    /// The smallest number that is too large: numbers have at most 28 bits, in four bytes.
    static let endOfNumbers = 1 << 28

    private(set) var bytes: [UInt8] = []

    mutating func append(byte: UInt8) {
        bytes.append(byte)
    }

    mutating func append(_ more: [UInt8]) {
        bytes += more
    }

    /// Appends a number: seven bits per byte, the lowest first. The highest bit of a byte says
    /// whether another byte follows (LEB128).
    mutating func append(number: Int) {
        var rest = UInt(bitPattern: number)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}
