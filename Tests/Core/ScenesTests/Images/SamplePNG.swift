@testable import Scenes

/// A PNG for tests, either valid or with one fault.
struct SamplePNG {
    var width = 4
    var height = 2
    var depth: UInt8 = 8
    var colour: UInt8 = 6
    /// The bytes to pack. If nil, valid bytes are packed: a filter byte for each row, and four bytes for each pixel.
    var rows: [UInt8]?

    var bytes: [UInt8] {
        let packed = Self.zlib(rows ?? Array(repeating: 0, count: height * (1 + 4 * width)))
        return PNGStructure.signature
            + Self.chunk("IHDR", Self.word(width) + Self.word(height) + [depth, colour, 0, 0, 0])
            + Self.chunk("IDAT", packed) + Self.chunk("IEND", [])
    }

    static func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(kind.utf8) + data
        return word(data.count) + body + word(PNGStructure.checksum(body[...]))
    }

    private static func word(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(number >> (24 - 8 * $0) & 0xff) } }

    /// Returns a stream of RFC 1950 with one stored block of RFC 1951.
    private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        let count = bytes.count & 0xffff
        var (one, two) = (1, 0)
        for byte in bytes { (one, two) = ((one + Int(byte)) % 65521, (two + one + Int(byte)) % 65521) }
        return [
            0x78, 0x01, 0x01, UInt8(count & 0xff), UInt8(count >> 8), UInt8(~count & 0xff), UInt8(~count >> 8 & 0xff),
        ]
            + bytes + word(two << 16 | one)
    }
}
