/// The id of a hosted match: twenty characters that nobody can guess. It fits into a url and into
/// the subject of a message.
///
/// Anyone who knows the id can watch the match, and take a free seat.
public struct HostedMatchID: Hashable, Sendable {
    /// The characters: `a` to `z` and `2` to `7`.
    public let text: String

    /// The number of characters. Together they encode a hundred bits.
    public static let length = 20

    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

    /// Reads an id from untrusted text; nil for anything else.
    public init?(_ text: String) {
        guard text.utf8.count == Self.length, text.utf8.allSatisfy(Self.alphabet.contains) else { return nil }
        self.text = text
    }

    /// Creates a new id.
    ///
    /// `generator`: The system's generator, or another one in a test that needs a known result.
    public init(using generator: inout some RandomNumberGenerator) {
        text = String(
            decoding: (0..<Self.length).map { _ in Self.alphabet[Int(generator.next() & 31)] }, as: UTF8.self)
    }

    /// Derives an id from the first hundred bits of a digest.
    ///
    /// `digest`: At least 13 bytes; missing bytes count as 0.
    public init(digest: [UInt8]) {
        var bits = digest.prefix(13).flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
        bits += [UInt8](repeating: 0, count: max(0, 5 * Self.length - bits.count))
        text = String(
            decoding: (0..<Self.length).map { place in
                Self.alphabet[Int(bits[5 * place..<5 * place + 5].reduce(0) { $0 << 1 | $1 })]
            }, as: UTF8.self)
    }

    /// Returns a new id from the system's random numbers.
    public static func random() -> HostedMatchID {
        var generator = SystemRandomNumberGenerator()
        return HostedMatchID(using: &generator)
    }
}

extension HostedMatchID: CustomStringConvertible {
    public var description: String { text }
}
