import Values

/// The bytes of a picture that may be drawn: of a kind that is known by how they begin, whole as
/// far as can be told without decoding them, and of a bounded size.
///
/// A picture travels with a message, so only what is seen of it is kept. Words and places that
/// cameras and programs write into a file, its profile of colours, further frames, and what stands
/// behind the picture's end are left out.
///
/// A file's name says nothing here. Only PNG and JPEG are taken: an SVG may run scripts and load
/// what lies elsewhere.
package struct ImageFile: Hashable, Sendable {
    /// What viewers are told that it is.
    package enum Format: String, Hashable, Sendable {
        case png = "image/png"
        case jpeg = "image/jpeg"
    }

    /// The most bytes of a picture.
    package static let mostBytes = 256 << 10
    /// The longest side, in pixels.
    package static let longestSide = 4096
    /// The most pixels: whoever decodes them needs four bytes for each.
    package static let mostPixels = 4 << 20

    /// The picture, and nothing else of its file.
    package let bytes: [UInt8]
    package let format: Format
    package let width: Int
    package let height: Int

    /// Looks at bytes that a stranger wrote.
    package init(_ bytes: [UInt8]) throws(ImageProblem) {
        guard bytes.count <= Self.mostBytes else { throw .tooManyBytes(bytes.count, limit: Self.mostBytes) }
        let picture: (width: Int, height: Int, bytes: [UInt8])
        if bytes.starts(with: PNGStructure.signature) {
            format = .png
            picture = try PNGStructure.picture(in: bytes)
        } else if bytes.starts(with: JPEGStructure.signature) {
            format = .jpeg
            picture = try JPEGStructure.picture(in: bytes)
        } else {
            throw .kind(Self.kind(of: bytes))
        }
        (width, height, self.bytes) = picture
    }

    /// What bytes look like that are neither.
    private static func kind(of bytes: [UInt8]) -> String? {
        let head = String(decoding: bytes.prefix(256), as: UTF8.self).lowercased()
        if bytes.isEmpty { return "empty" }
        if head.hasPrefix("gif8") { return "a GIF" }
        if head.hasPrefix("riff"), head.contains("webp") { return "a WebP" }
        if head.contains("<svg") || head.hasPrefix("<?xml") { return "an SVG" }
        return nil
    }

    /// Refuses what no viewer should be asked to decode.
    static func check(width: Int, height: Int) throws(ImageProblem) {
        guard width > 0, height > 0 else { throw .damaged("its header says \(width) × \(height) pixels") }
        guard width <= longestSide, height <= longestSide, width * height <= mostPixels else {
            throw .tooManyPixels(width: width, height: height)
        }
    }
}

/// Why a picture can't be shown. Its description ends a sentence that the file's name begins.
package enum ImageProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file isn't there, or can't be read; the words end a sentence, too.
    case unreadable(String)
    /// It is something else, and what, as far as that can be told.
    case kind(String?)
    /// It isn't whole, or says of itself what can't be.
    case damaged(String)
    case tooManyBytes(Int, limit: Int)
    case tooManyPixels(width: Int, height: Int)
    /// The other pictures of the drawing leave no room for it.
    case noRoom(limit: Int)

    package var description: String {
        switch self {
        case .unreadable(let why): why
        case .kind(let kind?): "is \(kind); PNG and JPEG are shown"
        case .kind(nil): "is no picture; PNG and JPEG are shown"
        case .damaged(let why): "is damaged: \(why)"
        case .tooManyBytes(let bytes, let limit): "has \(bytes) bytes; at most \(limit) are shown"
        case .tooManyPixels(let width, let height):
            "has \(width) × \(height) pixels; at most \(ImageFile.longestSide) a side and \(ImageFile.mostPixels) in all are shown"
        case .noRoom(let limit): "doesn't fit: one drawing takes pictures of \(limit) bytes in all"
        }
    }
}
