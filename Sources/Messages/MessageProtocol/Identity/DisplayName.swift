/// The name that a player chooses for a seat: up to 24 bytes of UTF-8 on one line.
///
/// It proves nothing, because two seats may show the same name. Names are compared by their bytes.
public struct DisplayName: Hashable, Sendable, CustomStringConvertible {
    let bytes: [UInt8]

    /// The empty name.
    package static let empty = DisplayName(checked: [])

    private init(checked bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// - Throws: ``WireError/malformed(part:problem:)`` for text with control or format characters,
    ///   line breaks, unassigned code points, or a mark without a base character;
    ///   ``WireError/tooLarge(_:)`` for more than 24 bytes.
    public init(_ text: String) throws(WireError) {
        let bytes = Array(text.utf8)
        guard bytes.count <= WireLimits.token else {
            throw .tooLarge(.init("token", size: bytes.count, limit: WireLimits.token))
        }
        guard Self.isShowable(text) else {
            throw .malformed(part: "token", problem: "expected text that everybody can see, without control characters")
        }
        self.bytes = bytes
    }

    /// Creates a name from the characters that can be shown, up to 24 bytes.
    public init(shortening name: String) {
        var text = ""
        for character in name {
            let longer = text + String(character)
            guard longer.utf8.count <= WireLimits.token else { break }
            if Self.isShowable(longer) { text = longer }
        }
        bytes = Array(text.utf8)
    }

    /// Creates a name from `bytes`, which must be UTF-8.
    init(bytes: [UInt8]) throws(WireError) {
        guard bytes.count <= WireLimits.token else {
            throw .tooLarge(.init("token", size: bytes.count, limit: WireLimits.token))
        }
        // Decoding repairs malformed bytes. Repaired text differs from the input.
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else {
            throw .malformed(part: "token", problem: "expected text in UTF-8, found bytes that are none")
        }
        try self.init(text)
    }

    /// The text of the name; it may be empty.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
    /// The text without quotes.
    public var description: String { text }

    /// The Unicode version that defines the allowed characters. It doesn't depend on the build, so
    /// that all devices accept the same names.
    private static let unicode = (15, 0)

    /// Returns whether the Unicode category of each character is allowed. Control characters and
    /// invisible characters could make two names look alike. A mark must follow a base character.
    private static func isShowable(_ text: String) -> Bool {
        var hasBase = false
        for scalar in text.unicodeScalars {
            guard let age = scalar.properties.age, (age.major, age.minor) <= unicode else { return false }
            switch scalar.properties.generalCategory {
            case .control, .format, .unassigned, .surrogate, .lineSeparator, .paragraphSeparator: return false
            case .nonspacingMark, .spacingMark, .enclosingMark:
                guard hasBase else { return false }
            case .spaceSeparator: hasBase = false
            default: hasBase = true
            }
        }
        return true
    }
}
