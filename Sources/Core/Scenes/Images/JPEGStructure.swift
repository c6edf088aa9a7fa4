/// The segments of a JPEG file (ITU-T T.81, annex B). It finds the size and the end of the picture,
/// and the segments that affect its pixels. It decodes nothing.
enum JPEGStructure {
    static let signature: [UInt8] = [0xff, 0xd8, 0xff]

    /// Returns the picture of a file: without bytes after its end, and without metadata such as the
    /// place where it was taken.
    static func picture(in bytes: [UInt8]) throws(ImageProblem) -> (width: Int, height: Int, bytes: [UInt8]) {
        var place = 2
        var size: (width: Int, height: Int)?
        var hasScan = false
        var kept = Array(bytes.prefix(2))
        while true {
            guard place + 2 <= bytes.count else { throw .damaged("it is cut off") }
            guard bytes[place] == 0xff else { throw .damaged("a part of it begins with no marker") }
            let marker = bytes[place + 1]
            if marker == 0xff {  // fill bytes
                place += 1
                continue
            }
            if marker == 0xd9, let size, hasScan { return (size.width, size.height, kept + [0xff, marker]) }
            guard marker != 0xd8 else { throw .damaged("it has a second header") }
            guard place + 4 <= bytes.count else { throw .damaged("it is cut off") }
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            guard length >= 2, place + 2 + length <= bytes.count else { throw .damaged("it is cut off") }
            let segment = bytes[place..<place + 2 + length]
            place = segment.endIndex
            switch marker {
            case 0xc0, 0xc1, 0xc2:
                guard size == nil else { throw .damaged("it has a second header") }
                size = try header(Array(segment))
                kept += segment
            case 0xc3, 0xc5...0xc7, 0xc9...0xcb, 0xcd...0xcf, 0xde, 0xdf:
                throw .damaged("it is coded in a way that few viewers read")
            case 0xda:
                guard size != nil else { throw .damaged("it has no header") }
                hasScan = true
                let scan = scan(from: place, in: bytes)
                kept += segment + bytes[scan]
                place = scan.upperBound
            case 0x00, 0x01, 0xd0...0xd9: throw .damaged("its parts are out of order")
            case 0xc4, 0xdb, 0xdd: kept += segment  // tables, and the restart interval of a scan
            default: kept += looks(of: marker, Array(segment))
            }
        }
    }

    private static func header(_ segment: [UInt8]) throws(ImageProblem) -> (width: Int, height: Int) {
        guard segment.count >= 10 else { throw .damaged("its header can't be read") }
        let height = Int(segment[5]) << 8 | Int(segment[6])
        let width = Int(segment[7]) << 8 | Int(segment[8])
        try ImageFile.check(width: width, height: height)
        return (width, height)
    }

    /// Returns the compressed pixels after the header of a scan, up to the next marker that isn't
    /// part of them.
    private static func scan(from start: Int, in bytes: [UInt8]) -> Range<Int> {
        var place = start
        while place + 1 < bytes.count {
            if bytes[place] == 0xff, bytes[place + 1] != 0, !(0xd0...0xd7).contains(bytes[place + 1]) { break }
            place += bytes[place] == 0xff ? 2 : 1
        }
        return start..<min(place, bytes.count)
    }

    /// Returns the parts of an application segment that affect the pixels: the sizes of JFIF
    /// without its thumbnail, and Adobe's colour transform. Everything else is left out.
    private static func looks(of marker: UInt8, _ segment: [UInt8]) -> [UInt8] {
        let data = segment.dropFirst(4)
        if marker == 0xe0, data.count >= 14, data.starts(with: Array("JFIF\0".utf8)) {
            return [0xff, 0xe0, 0, 16] + data.prefix(12) + [0, 0]
        }
        if marker == 0xee, data.count == 12, data.starts(with: Array("Adobe".utf8)) { return segment }
        return []
    }
}
