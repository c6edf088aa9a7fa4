/// What a hosted match is called: twenty characters that nobody can guess, fit for a url and for the subject of a message.
///
/// Whoever knows it can watch the match, and sit down while a seat is free.
public struct HostedMatchID: Hashable, Sendable {
    /// The characters: `a` to `z` and `2` to `7`.
    public let text: String

    /// How many there are: a hundred bits.
    public static let length = 20

    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

    /// Reads one that a stranger wrote; nil for anything else.
    public init?(_ text: String) {
        guard text.utf8.count == Self.length, text.utf8.allSatisfy(Self.alphabet.contains) else { return nil }
        self.text = text
    }

    /// A new one.
    ///
    /// `generator`: The system's, unless a test wants to know what comes.
    public init(using generator: inout some RandomNumberGenerator) {
        text = String(
            decoding: (0..<Self.length).map { _ in Self.alphabet[Int(generator.next() & 31)] }, as: UTF8.self)
    }

    /// One that follows from a digest: its first hundred bits.
    ///
    /// `digest`: At least 13 bytes; what is missing counts as 0.
    public init(digest: [UInt8]) {
        var bits = digest.prefix(13).flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
        bits += [UInt8](repeating: 0, count: max(0, 5 * Self.length - bits.count))
        text = String(
            decoding: (0..<Self.length).map { place in
                Self.alphabet[Int(bits[5 * place..<5 * place + 5].reduce(0) { $0 << 1 | $1 })]
            }, as: UTF8.self)
    }

    /// A new one, of the system's random numbers.
    public static func random() -> HostedMatchID {
        var generator = SystemRandomNumberGenerator()
        return HostedMatchID(using: &generator)
    }
}

extension HostedMatchID: CustomStringConvertible {
    public var description: String { text }
}
