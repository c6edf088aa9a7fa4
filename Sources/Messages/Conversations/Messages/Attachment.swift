import Foundation

/// A file that is sent unchanged.
public struct Attachment: Hashable, Sendable {
    /// The most bytes of a file to send.
    package static let byteLimit = 16 << 20

    /// The bytes of the file, unchanged.
    public let data: Data
    /// The file name that the receiver sees, without folders.
    public let filename: String

    /// Creates an attachment from a file. Its name is the last path component of `filename`, or of
    /// the file's own path if `filename` has none.
    ///
    /// - Throws: ``MessageError`` with `improper_file_url` (4), `file_not_found` (1),
    ///   `file_unreadable` (2) or `improper_file_type` (3).
    package init(file: LocalFile, filename: String? = nil) throws(MessageError) {
        data = try file.bytes(
            missing: MessageError.fileNotFound, withoutAttributes: MessageError.fileUnreadable,
            tooLarge: { bytes in MessageError.attachmentTooLarge(file.url, bytes) })
        let last = filename.map { LocalFile(url: $0, contents: .missing).name } ?? ""
        self.filename = last.isEmpty ? file.name : last
    }

    /// Whether the bytes are a picture. The presentation context `media` allows no other
    /// attachments.
    public var isImage: Bool { ImageFormat(of: data) != nil }
}

extension Attachment: Codable {
    private enum Key: CodingKey {
        case data, filename
    }

    /// - Throws: `DecodingError`, for example for a name with folders. Such a name could make a
    ///   receiver write outside its own folder.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        data = try container.decode(Data.self, forKey: .data)
        filename = try container.decode(String.self, forKey: .filename)
        guard LocalFile(url: filename, contents: .missing).name == filename else {
            throw decoder.corrupted("expected one name as that of an attachment, found a path")
        }
    }

    /// Writes an object with `data` and `filename`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(data, forKey: .data)
        try container.encode(filename, forKey: .filename)
    }
}

/// The format of a picture, determined by its first bytes and never by its file name.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable {
    /// A still PNG.
    case png
    /// An animated PNG.
    case apng
    /// A GIF, still or animated.
    case gif
    /// A JPEG.
    case jpeg

    /// Detects the format of these bytes, or returns nil if it is none of the four.
    ///
    /// A PNG is an APNG if an `acTL` chunk comes before the first `IDAT` (PNG, third edition,
    /// §11.3.6).
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

    /// The number of bytes of a PNG that are searched for the chunk of an animation. A sticker
    /// can't be longer, and longer files aren't searched to their end.
    private static let searched = Sticker.byteLimit

    /// Returns whether a PNG is animated. A chunk is four bytes of length, four of type, the data,
    /// and four of checksum.
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

/// A file that a script named, and the result of the host's look-up. The host reads the file,
/// because this module reads no files.
package struct LocalFile: Hashable, Sendable {
    /// The result of the host's look-up.
    package enum Contents: Hashable, Sendable {
        case missing
        case unreadable
        case folder
        /// The file exists, but its size and kind can't be determined.
        case withoutAttributes
        /// The file has `bytes` bytes and wasn't read.
        case tooLarge(bytes: Int)
        case bytes(Data)
    }

    /// The path or `file:` url that the script gave.
    package let url: String
    /// The result of the host's look-up at `url`.
    package let contents: Contents

    /// Creates a file from the host's result. The url must be local, which is checked only when the
    /// file is used.
    package init(url: String, contents: Contents) {
        self.url = url
        self.contents = contents
    }

    /// Returns the bytes of a regular file.
    ///
    /// - Throws: `improper_file_url` (4) for a url that isn't local, `improper_file_type` (3) for a
    ///   folder, or `file_unreadable` (2). The given errors are thrown for a missing file, for a file
    ///   without attributes, and for a file that is too large.
    func bytes(
        missing: (String) -> MessageError, withoutAttributes error: (String) -> MessageError,
        tooLarge: (Int) -> MessageError
    ) throws(MessageError) -> Data {
        guard isLocal else { throw .improperFileURL(url) }
        switch contents {
        case .missing: throw missing(url)
        case .unreadable: throw .fileUnreadable(url)
        case .withoutAttributes: throw error(url)
        case .folder: throw .improperFileType(url)
        case .tooLarge(let bytes): throw tooLarge(bytes)
        case .bytes(let data): return data
        }
    }

    /// The last component of the path.
    var name: String {
        url.split(separator: "/").last.map(String.init) ?? ""
    }

    private var isLocal: Bool {
        guard !url.isEmpty, !url.unicodeScalars.contains("\0") else { return false }
        guard let colon = url.firstIndex(of: ":"), !url[..<colon].contains("/") else { return true }
        return url[..<colon].lowercased() == "file"
    }
}
