import Foundation

/// A small picture that a person puts on the conversation.
public struct Sticker: Hashable, Sendable {
    /// The most bytes of a sticker's file.
    public static let byteLimit = 512_000
    /// The most characters of a label, in UTF-16 units.
    public static let labelLimit = 150

    /// The size of stickers in the picker.
    public enum Size: String, Hashable, Codable, Sendable, CaseIterable {
        /// Four in a row.
        case small
        /// Three in a row.
        case regular
        /// Two in a row.
        case large

        /// The side of the square, in points.
        public var points: Int {
            switch self {
            case .small: 100
            case .regular: 136
            case .large: 206
            }
        }
    }

    /// The picture's bytes: 1 to ``byteLimit``.
    public let data: Data
    /// The picture's format, determined by its bytes.
    public let format: ImageFormat
    /// A description of the picture, for people who can't see it.
    public let label: String
    /// The size in the picker, independent of the picture's own size.
    public let size: Size

    /// Creates a sticker from a file.
    ///
    /// - Throws: ``MessageError`` with `improper_file_url` (4, also for a missing file),
    ///   `file_unreadable` (2), `improper_file_type` (3), `sticker_file_improper_file_attributes`
    ///   (5, also for a label that is too long), `sticker_file_improper_file_size` (6) or
    ///   `sticker_file_improper_file_format` (7).
    package init(file: LocalFile, label: String, size: Size = .regular) throws(MessageError) {
        let data = try file.bytes(
            missing: MessageError.stickerMissing, withoutAttributes: MessageError.stickerWithoutAttributes,
            tooLarge: MessageError.stickerSize)
        guard (1...Self.byteLimit).contains(data.count) else { throw .stickerSize(data.count) }
        guard let format = ImageFormat(of: data) else { throw .stickerFormat(file.url) }
        let length = label.utf16.count
        guard length <= Self.labelLimit else { throw .stickerLabelTooLong(length: length) }
        self.data = data
        self.format = format
        self.label = label
        self.size = size
    }
}

extension Sticker: Codable {
    /// The keys of the encoding. The format has no key, because the bytes determine the format.
    private enum Key: CodingKey {
        case data, label, size
    }

    /// - Throws: `DecodingError`, for example for bytes or a label that aren't allowed in a sticker.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let data = try container.decode(Data.self, forKey: .data)
        let label = try container.decode(String.self, forKey: .label)
        let size = try container.decode(Size.self, forKey: .size)
        do throws(MessageError) {
            self = try Sticker(file: LocalFile(url: "kept sticker", contents: .bytes(data)), label: label, size: size)
        } catch {
            throw decoder.corrupted(error.message)
        }
    }

    /// Writes an object with `data`, `label` and `size`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(data, forKey: .data)
        try container.encode(label, forKey: .label)
        try container.encode(size, forKey: .size)
    }
}
