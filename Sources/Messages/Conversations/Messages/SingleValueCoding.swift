import Foundation

// Ids are kept as one value each: `"42"` and not `{"string": "42"}`.

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
