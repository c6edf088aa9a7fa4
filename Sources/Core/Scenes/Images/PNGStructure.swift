/// The chunks of a PNG file (ISO/IEC 15948, §5 and §11). It finds the size and the chunks of the
/// picture, and checks that the file is complete. It unpacks nothing.
enum PNGStructure {
    static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

    /// The channels of a pixel by colour type, and the allowed bit depths (table 11.1).
    private static let channels: [UInt8: (count: Int, depths: Set<UInt8>)] = [
        0: (1, [1, 2, 4, 8, 16]), 2: (3, [8, 16]), 3: (1, [1, 2, 4, 8]), 4: (2, [8, 16]), 6: (4, [8, 16]),
    ]
    /// The largest expansion factor of Deflate.
    private static let mostUnpacked = 1032

    /// The further chunks that affect the pixels, and their lengths. Other optional chunks (texts,
    /// times, places, profiles, other frames) aren't part of the picture.
    private static let looks: [String: ClosedRange<Int>] = [
        "tRNS": 1...256, "gAMA": 4...4, "cHRM": 32...32, "sRGB": 1...1, "cICP": 4...4,
    ]

    /// Returns the picture of a file: without bytes after its end, and without metadata.
    static func picture(in bytes: [UInt8]) throws(ImageProblem) -> (width: Int, height: Int, bytes: [UInt8]) {
        var place = signature.count
        var size: (width: Int, height: Int)?
        var unpacked = 0
        var packed = 0
        var kept = signature
        // each of these chunks may occur only once, because viewers disagree about which of two
        // applies
        var seen: Set<String> = []
        while true {
            guard place + 12 <= bytes.count else { throw .damaged("it is cut off") }
            let length = integer(bytes, at: place)
            guard length <= bytes.count - place - 12 else { throw .damaged("it is cut off") }
            let data = place + 8..<place + 8 + length
            let chunk = place..<data.upperBound + 4
            let kind = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
            guard checksum(bytes[place + 4..<data.upperBound]) == integer(bytes, at: data.upperBound) else {
                throw .damaged("a part of it has another checksum than it says")
            }
            place = chunk.upperBound
            guard size != nil || kind == "IHDR" else { throw .damaged("it has no header") }
            switch kind {
            case "IHDR":
                guard size == nil else { throw .damaged("it has a second header") }
                let (header, raw) = try header(bytes[data])
                (size, unpacked) = (header, raw)
            case "IDAT": packed += length
            case "PLTE":
                guard packed == 0, seen.insert(kind).inserted, (3...768).contains(length), length.isMultiple(of: 3)
                else { throw .damaged("its parts are out of order") }
            case "IEND":
                guard length == 0 else { throw .damaged("there is something in its end") }
            default:
                // a lowercase first letter marks an optional chunk
                guard bytes[chunk.lowerBound + 4] & 0x20 != 0 else {
                    throw .damaged("it has a part that viewers don't know")
                }
                guard packed == 0, looks[kind]?.contains(length) == true, seen.insert(kind).inserted else { continue }
            }
            kept += bytes[chunk]
            if kind == "IEND" { break }
        }
        guard let size, packed > 0 else { throw .damaged("it has a header and no picture") }
        guard unpacked / mostUnpacked <= packed else {
            throw .damaged("its header says \(size.width) × \(size.height) pixels, and there are fewer")
        }
        return (size.width, size.height, kept)
    }

    /// Reads IHDR: the size, and the number of bytes of the pixels.
    private static func header(
        _ data: ArraySlice<UInt8>
    ) throws(ImageProblem) -> (size: (width: Int, height: Int), unpacked: Int) {
        let data = Array(data)
        guard data.count == 13 else { throw .damaged("it has no header") }
        let (width, height) = (integer(data, at: 0), integer(data, at: 4))
        try ImageFile.check(width: width, height: height)
        let (depth, colour) = (data[8], data[9])
        guard let pixel = channels[colour], pixel.depths.contains(depth) else {
            throw .damaged("its header names a colour that there isn't")
        }
        return ((width, height), ((width * pixel.count * Int(depth) + 7) / 8) * height)
    }

    private static func integer(_ bytes: [UInt8], at place: Int) -> Int {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns PNG's CRC-32 (annex D).
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
