import Foundation

extension Sticker: Codable {
    /// The format isn't kept: it is told by the bytes.
    private enum Key: CodingKey {
        case data, label, size
    }

    /// - Throws: `DecodingError`, also for bytes or a label that no sticker may have.
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
