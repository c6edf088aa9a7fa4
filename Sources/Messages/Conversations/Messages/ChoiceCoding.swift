import Foundation

// An enum is encoded as an object with one key, the name of the case: `{"text": "hi"}`.

extension Decoder {
    /// Returns the one key of an object, and the container of its value.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for no key, several keys, or a key that isn't the
    ///   name of a case.
    func choice<Key: CodingKey & CaseIterable>(
        _: Key.Type, _ noun: String
    ) throws -> (Key, KeyedDecodingContainer<Key>) {
        let found = try container(keyedBy: AnyKey.self).allKeys
        guard found.count == 1, let key = found.first.flatMap({ Key(stringValue: $0.stringValue) }) else {
            let names = Key.allCases.map(\.stringValue).joined(separator: ", ")
            throw corrupted("expected \(noun) with one key of \(names), found another or \(found.count) keys")
        }
        return (key, try container(keyedBy: Key.self))
    }

    /// Returns the error for data that this program can't have written.
    func corrupted(_ problem: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: problem))
    }
}

/// Any key of an object, including unknown ones.
private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) { nil }
}

extension Layout: Codable {
    private enum Key: CodingKey, CaseIterable {
        case template, live
    }

    /// Reads an object with the one key `template` or `live`.
    ///
    /// - Throws: `DecodingError`, for example for another key or for several keys.
    public init(from decoder: any Decoder) throws {
        let (key, container) = try decoder.choice(Key.self, "a layout")
        switch key {
        case .template: self = .template(try container.decode(TemplateLayout.self, forKey: key))
        case .live: self = .live(try container.decode(LiveLayout.self, forKey: key))
        }
    }

    /// Writes the layout under its one key, `template` or `live`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .template(let template): try container.encode(template, forKey: .template)
        case .live(let live): try container.encode(live, forKey: .live)
        }
    }
}

extension Post: Codable {
    private enum Key: CodingKey, CaseIterable {
        case message, text, sticker, attachment
    }

    /// Reads an object with the one key `message`, `text`, `sticker` or `attachment`.
    ///
    /// - Throws: `DecodingError`, for example for another key or for several keys.
    public init(from decoder: any Decoder) throws {
        let (key, container) = try decoder.choice(Key.self, "a post")
        switch key {
        case .message: self = .message(try container.decode(Message.self, forKey: key))
        case .text: self = .text(try container.decode(String.self, forKey: key))
        case .sticker: self = .sticker(try container.decode(Sticker.self, forKey: key))
        case .attachment: self = .attachment(try container.decode(Attachment.self, forKey: key))
        }
    }

    /// Writes the post under its one key, the name of the case.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .message(let message): try container.encode(message, forKey: .message)
        case .text(let text): try container.encode(text, forKey: .text)
        case .sticker(let sticker): try container.encode(sticker, forKey: .sticker)
        case .attachment(let attachment): try container.encode(attachment, forKey: .attachment)
        }
    }
}

extension TranscriptItem.Content: Codable {
    private enum Key: CodingKey, CaseIterable {
        case bubble, summary, text, sticker, attachment
    }

    /// Reads an object with the one key `bubble`, `summary`, `text`, `sticker` or `attachment`.
    ///
    /// - Throws: `DecodingError`, for example for another key or for several keys.
    public init(from decoder: any Decoder) throws {
        let (key, container) = try decoder.choice(Key.self, "an item")
        switch key {
        case .bubble: self = .bubble(try container.decode(TranscriptItem.Bubble.self, forKey: key))
        case .summary: self = .summary(try container.decode(TranscriptItem.Summary.self, forKey: key))
        case .text: self = .text(try container.decode(String.self, forKey: key))
        case .sticker: self = .sticker(try container.decode(Sticker.self, forKey: key))
        case .attachment: self = .attachment(try container.decode(Attachment.self, forKey: key))
        }
    }

    /// Writes the content under its one key, the name of the case.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .bubble(let bubble): try container.encode(bubble, forKey: .bubble)
        case .summary(let summary): try container.encode(summary, forKey: .summary)
        case .text(let text): try container.encode(text, forKey: .text)
        case .sticker(let sticker): try container.encode(sticker, forKey: .sticker)
        case .attachment(let attachment): try container.encode(attachment, forKey: .attachment)
        }
    }
}

// Ids are encoded as one value each: `"42"`, not `{"string": "42"}`.

extension Participant: Codable {
    /// Reads the bare id.
    ///
    /// - Throws: `DecodingError` for anything but a UUID.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(UUID.self))
    }

    /// Writes the bare id.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(uuid)
    }
}

extension Session: Codable {
    /// Reads the bare id.
    ///
    /// - Throws: `DecodingError` for anything but a UUID.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(UUID.self))
    }

    /// Writes the bare id.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(uuid)
    }
}

extension MessageID: Codable {
    /// Reads the bare text.
    ///
    /// - Throws: `DecodingError` for anything but text.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the bare text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(string)
    }
}

extension Chat.ID: Codable {
    /// Reads the bare text.
    ///
    /// - Throws: `DecodingError` for anything but text.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the bare text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(string)
    }
}
