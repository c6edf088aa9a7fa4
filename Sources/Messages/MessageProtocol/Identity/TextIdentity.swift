import Values

/// An identity of the protocol with a text form.
///
/// JSON contains the text, also as the key of an object: a dictionary of `[MatchID: String]`
/// becomes `{"0f1e…": "…"}`.
public protocol TextIdentity: Hashable, Sendable, Codable, CodingKeyRepresentable, CustomStringConvertible {
    /// Reads the text that `description` wrote.
    ///
    /// - Throws: ``WireError/malformed(part:problem:)`` for any other text.
    init(_ text: String) throws(WireError)
}

extension TextIdentity {
    /// Reads the text.
    ///
    /// - Throws: `DecodingError` if the text isn't an identity.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do throws(WireError) {
            try self.init(text)
        } catch {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
        }
    }

    /// Writes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// The text as the key of an object.
    public var codingKey: any CodingKey { TextKey(stringValue: description) }

    /// Reads the text of a key; nil if it isn't an identity.
    public init?(codingKey: some CodingKey) { try? self.init(codingKey.stringValue) }
}

private struct TextKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension GameID: TextIdentity {}

extension MatchID: TextIdentity {
    /// Reads 32 lowercase hexadecimal digits, as `description` writes them.
    ///
    /// - Throws: ``WireError/malformed(part:problem:)`` for any other text.
    public init(_ text: String) throws(WireError) { try self.init(parsed(text, Self.size, part: "match id")) }
}

extension ScriptDigest: TextIdentity {
    /// Reads 32 lowercase hexadecimal digits, as `description` writes them.
    ///
    /// - Throws: ``WireError/malformed(part:problem:)`` for any other text.
    public init(_ text: String) throws(WireError) { try self.init(parsed(text, Self.size, part: "script digest")) }
}

extension Head: TextIdentity {
    /// Reads 64 lowercase hexadecimal digits, as `description` writes them.
    ///
    /// - Throws: ``WireError/malformed(part:problem:)`` for any other text.
    public init(_ text: String) throws(WireError) { try self.init(parsed(text, Self.size, part: "head")) }
}

extension SeatKey.Public: TextIdentity {
    /// Reads 64 lowercase hexadecimal digits, as `description` writes them.
    ///
    /// - Throws: ``WireError/malformed(part:problem:)`` for any other text, and for a key that
    ///   anybody can sign for.
    public init(_ text: String) throws(WireError) { try self.init(parsed(text, Self.size, part: "public key")) }
}

private func parsed(_ text: String, _ count: Int, part: String) throws(WireError) -> [UInt8] {
    guard let bytes = bytes(hexadecimal: text), bytes.count == count else {
        throw .malformed(
            part: part, problem: "expected \(2 * count) small hexadecimal digits, found “\(text.excerpt(atMost: 80))”")
    }
    return bytes
}
