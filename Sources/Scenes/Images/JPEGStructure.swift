/// The segments of a JPEG file (ITU-T T.81, annex B): enough to know its size and that it has an end, and nothing is decoded.
enum JPEGStructure {
    static let signature: [UInt8] = [0xff, 0xd8, 0xff]

    static func size(of bytes: [UInt8]) throws(ImageProblem) -> (width: Int, height: Int) {
        var place = 2
        var size: (width: Int, height: Int)?
        while true {
            guard place + 4 <= bytes.count else { throw .damaged("it is cut off") }
            guard bytes[place] == 0xff else { throw .damaged("a part of it begins with no marker") }
            let marker = bytes[place + 1]
            if marker == 0xff {  // filling
                place += 1
                continue
            }
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            guard length >= 2, place + 2 + length <= bytes.count else { throw .damaged("it is cut off") }
            switch marker {
            case 0xc0, 0xc1, 0xc2:
                guard size == nil, length >= 8 else { throw .damaged("its header can't be read") }
                let height = Int(bytes[place + 5]) << 8 | Int(bytes[place + 6])
                let width = Int(bytes[place + 7]) << 8 | Int(bytes[place + 8])
                try ImageFile.check(width: width, height: height)
                size = (width, height)
            case 0xc3, 0xc5...0xc7, 0xc9...0xcb, 0xcd...0xcf:
                throw .damaged("it is coded in a way that few viewers read")
            case 0xda:
                guard let size else { throw .damaged("it has no header") }
                guard hasEnd(bytes[(place + 2 + length)...]) else { throw .damaged("it is cut off") }
                return size
            case 0x00, 0x01, 0xd0...0xd9: throw .damaged("its parts are out of order")
            default: break
            }
            place += 2 + length
        }
    }

    /// Does the picture end? What stands behind the end is some cameras' own.
    private static func hasEnd(_ bytes: ArraySlice<UInt8>) -> Bool {
        zip(bytes, bytes.dropFirst()).contains { $0 == 0xff && $1 == 0xd9 }
    }
}
