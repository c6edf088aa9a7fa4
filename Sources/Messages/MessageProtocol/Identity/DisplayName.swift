/// The name that a seat shows, chosen by its player: up to 24 bytes of UTF-8 on one line.
///
/// It proves nothing: two seats may show the same name. Tokens are compared by their bytes.
public struct DisplayName: Hashable, Sendable, CustomStringConvertible {
    let bytes: [UInt8]

    /// A token that shows nothing.
    package static let empty = DisplayName(checked: [])

    private init(checked bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// - Throws: ``WireError/malformed(part:problem:)`` for text with control or format characters, line breaks, unassigned code
    ///   points, or a mark without anything to stand on; ``WireError/tooLarge(_:)`` beyond 24 bytes.
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

    /// What of a name can be shown, as much as there is room for.
    public init(shortening name: String) {
        var text = ""
        for character in name {
            let longer = text + String(character)
            guard longer.utf8.count <= WireLimits.token else { break }
            if Self.isShowable(longer) { text = longer }
        }
        bytes = Array(text.utf8)
    }

    /// The token of `bytes`, which must be UTF-8.
    init(bytes: [UInt8]) throws(WireError) {
        guard bytes.count <= WireLimits.token else {
            throw .tooLarge(.init("token", size: bytes.count, limit: WireLimits.token))
        }
        // Decoding repairs what is malformed, and what was repaired differs from the input.
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else {
            throw .malformed(part: "token", problem: "expected text in UTF-8, found bytes that are none")
        }
        try self.init(text)
    }

    /// What is shown; it may be empty.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
    /// The text as it is, without quotes.
    public var description: String { text }

    /// The version of Unicode that says which characters there are. Not that of this build: what one device adopts, every
    /// other one adopts, too.
    private static let unicode = (15, 0)

    /// By what Unicode calls each character: what steers a screen or can't be seen would let two names look alike. A mark
    /// stands behind what it marks.
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
