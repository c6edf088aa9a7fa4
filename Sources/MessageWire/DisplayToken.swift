/// The name that a seat shows, chosen by its player: up to 24 bytes of UTF-8 on one line.
///
/// It proves nothing: two seats may show the same name. Tokens are compared by their bytes.
public struct DisplayToken: Hashable, Sendable, CustomStringConvertible {
    let bytes: [UInt8]

    /// A token that shows nothing.
    public static let empty = DisplayToken(checked: [])

    private init(checked bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// - Throws: ``WireError/malformed(part:problem:)`` for text with control characters, line breaks or marks that turn
    ///   the direction of writing; ``WireError/tooLarge(_:)`` beyond 24 bytes.
    public init(_ text: String) throws(WireError) {
        let bytes = Array(text.utf8)
        guard bytes.count <= WireLimits.token else {
            throw .tooLarge(.init("token", size: bytes.count, limit: WireLimits.token))
        }
        guard !text.unicodeScalars.contains(where: { Self.isForbidden($0.value) }) else {
            throw .malformed(part: "token", problem: "expected text without control characters")
        }
        self.bytes = bytes
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

    public var text: String { String(decoding: bytes, as: UTF8.self) }
    public var description: String { text }

    /// C0 and C1 controls, line and paragraph separators, and what embeds, overrides or isolates a direction.
    private static func isForbidden(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0..<0x20, 0x7f...0x9f, 0x2028...0x202e, 0x2066...0x2069: true
        default: false
        }
    }
}
