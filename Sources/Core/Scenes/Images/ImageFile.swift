import Values

/// The bytes of a picture that may be drawn. The format is recognized by the first bytes. The file
/// is complete, as far as that can be checked without decoding it, and its size is limited.
///
/// A picture is sent with a message, so only the parts that affect its look are kept. Texts and
/// locations from cameras and programs, the colour profile, further frames, and bytes after the end
/// of the picture are removed.
///
/// The file's name is ignored. Only PNG and JPEG are accepted. An SVG, for example, may run scripts
/// and load other files.
package struct ImageFile: Hashable, Sendable {
    /// The media type for viewers.
    package enum Format: String, Hashable, Sendable {
        case png = "image/png"
        case jpeg = "image/jpeg"
    }

    /// The most bytes of a picture.
    package static let mostBytes = 256 << 10
    /// The longest side, in pixels.
    package static let longestSide = 4096
    /// The most pixels. A decoder needs four bytes for each.
    package static let mostPixels = 4 << 20

    /// The bytes of the picture, without the other parts of the file.
    package let bytes: [UInt8]
    package let format: Format
    package let width: Int
    package let height: Int

    /// Validates bytes from an untrusted source.
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

    /// Returns the likely kind of a file that is neither PNG nor JPEG, for the error.
    private static func kind(of bytes: [UInt8]) -> String? {
        let head = String(decoding: bytes.prefix(256), as: UTF8.self).lowercased()
        if bytes.isEmpty { return "empty" }
        if head.hasPrefix("gif8") { return "a GIF" }
        if head.hasPrefix("riff"), head.contains("webp") { return "a WebP" }
        if head.contains("<svg") || head.hasPrefix("<?xml") { return "an SVG" }
        return nil
    }

    /// Rejects sizes that no viewer should have to decode.
    static func check(width: Int, height: Int) throws(ImageProblem) {
        guard width > 0, height > 0 else { throw .damaged("its header says \(width) × \(height) pixels") }
        guard width <= longestSide, height <= longestSide, width * height <= mostPixels else {
            throw .tooManyPixels(width: width, height: height)
        }
    }
}

/// The reason why a picture can't be shown. Its description completes a sentence that begins with
/// the file's name.
package enum ImageProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file doesn't exist or can't be read. The text completes the sentence, too.
    case unreadable(String)
    /// The file has another format, which is named if it is known.
    case kind(String?)
    /// The file is incomplete or contradicts itself.
    case damaged(String)
    case tooManyBytes(Int, limit: Int)
    case tooManyPixels(width: Int, height: Int)
    /// The other pictures of the drawing leave no room for this picture.
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
