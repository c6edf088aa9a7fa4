/// The chunks of a PNG file (ISO/IEC 15948, §5 and §11): enough to know its size and that it is whole, and nothing is unpacked.
enum PNGStructure {
    static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

    /// The bits of a pixel by colour type, and the depths that go with it (table 11.1).
    private static let channels: [UInt8: (count: Int, depths: Set<UInt8>)] = [
        0: (1, [1, 2, 4, 8, 16]), 2: (3, [8, 16]), 3: (1, [1, 2, 4, 8]), 4: (2, [8, 16]), 6: (4, [8, 16]),
    ]
    /// Deflate makes at most about this many bytes of one.
    private static let mostUnpacked = 1032

    static func size(of bytes: [UInt8]) throws(ImageProblem) -> (width: Int, height: Int) {
        var place = signature.count
        var size: (width: Int, height: Int)?
        var unpacked = 0
        var packed = 0
        while true {
            guard place + 12 <= bytes.count else { throw .damaged("it is cut off") }
            let length = integer(bytes, at: place)
            guard length <= bytes.count - place - 12 else { throw .damaged("it is cut off") }
            let (kind, data) = (bytes[place + 4..<place + 8], place + 8..<place + 8 + length)
            guard checksum(bytes[place + 4..<data.upperBound]) == integer(bytes, at: data.upperBound) else {
                throw .damaged("a part of it has another checksum than it says")
            }
            place = data.upperBound + 4
            if size == nil {
                guard kind.elementsEqual("IHDR".utf8), length == 13 else { throw .damaged("it has no header") }
                let (width, height) = (integer(bytes, at: data.lowerBound), integer(bytes, at: data.lowerBound + 4))
                try ImageFile.check(width: width, height: height)
                let (depth, colour) = (bytes[data.lowerBound + 8], bytes[data.lowerBound + 9])
                guard let pixel = channels[colour], pixel.depths.contains(depth) else {
                    throw .damaged("its header names a colour that there isn't")
                }
                unpacked = ((width * pixel.count * Int(depth) + 7) / 8) * height
                size = (width, height)
            } else if kind.elementsEqual("IDAT".utf8) {
                packed += length
            } else if kind.elementsEqual("IEND".utf8) {
                break
            }
        }
        guard let size, packed > 0 else { throw .damaged("it has a header and no picture") }
        guard unpacked / mostUnpacked <= packed else {
            throw .damaged("its header says \(size.width) × \(size.height) pixels, and there are fewer")
        }
        return size
    }

    private static func integer(_ bytes: [UInt8], at place: Int) -> Int {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    /// CRC-32 as PNG has it (annex D).
    static func checksum(_ bytes: ArraySlice<UInt8>) -> Int {
        var rest: UInt32 = .max
        bytes.withUnsafeBufferPointer { bytes in
            for byte in bytes { rest = table[Int((rest ^ UInt32(byte)) & 0xff)] ^ rest >> 8 }
        }
        return Int(~rest)
    }

    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { rest, _ in rest & 1 == 1 ? 0xedb8_8320 ^ rest >> 1 : rest >> 1 }
    }
}
