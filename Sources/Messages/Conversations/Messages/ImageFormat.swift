import Foundation

/// A picture's format, told by its first bytes; never by the name of its file.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable {
    /// A still PNG.
    case png
    /// A PNG that moves.
    case apng
    /// A GIF, still or moving.
    case gif
    /// A JPEG.
    case jpeg

    /// The format of these bytes, or nil if they are none of the four.
    ///
    /// A PNG is an APNG if an `acTL` chunk comes before the first `IDAT` (PNG, third edition, §11.3.6).
    package init?(of data: Data) {
        let bytes = Array(data.prefix(Self.searched))
        if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
            self = Self.isAnimated(bytes) ? .apng : .png
        } else if bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8)) {
            self = .gif
        } else if bytes.starts(with: [0xff, 0xd8, 0xff]) {
            self = .jpeg
        } else {
            return nil
        }
    }

    /// How far into a PNG the animation's chunk is looked for. Longer files than a sticker may be are never read whole.
    private static let searched = Sticker.byteLimit

    /// A chunk is four bytes of length, four of type, the data, and four of checksum.
    private static func isAnimated(_ png: [UInt8]) -> Bool {
        var position = 8
        while position + 8 <= png.count {
            switch Array(png[position + 4..<position + 8]) {
            case Array("acTL".utf8): return true
            case Array("IDAT".utf8): return false
            default: break
            }
            let length = png[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
            position += 12 + length
        }
        return false
    }
}
