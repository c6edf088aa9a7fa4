import Foundation

/// A file sent as it is.
public struct Attachment: Hashable, Sendable {
    /// The most bytes that are read from a file to be sent.
    package static let byteLimit = 16 << 20

    /// The bytes of the file, unchanged.
    public let data: Data
    /// The name the receiver sees: one name, without folders.
    public let filename: String

    /// An attachment from a file, under another name if `filename` is given. Of a path only the last part is used.
    ///
    /// - Throws: ``MessageError`` with `improper_file_url` (4), `file_not_found` (1), `file_unreadable` (2) or
    ///   `improper_file_type` (3).
    package init(file: LocalFile, filename: String? = nil) throws(MessageError) {
        data = try file.bytes(
            missing: MessageError.fileNotFound, withoutAttributes: MessageError.fileUnreadable,
            tooLarge: { bytes in MessageError.attachmentTooLarge(file.url, bytes) })
        let last = filename.map { LocalFile(url: $0, contents: .missing).name } ?? ""
        self.filename = last.isEmpty ? file.name : last
    }

    /// Whether the bytes are a picture; the presentation context `media` takes no other attachments.
    public var isImage: Bool { ImageFormat(of: data) != nil }
}

extension Attachment: Codable {
    private enum Key: CodingKey {
        case data, filename
    }

    /// - Throws: `DecodingError`, also for a name with folders: nobody may be led to write outside of a folder.
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
