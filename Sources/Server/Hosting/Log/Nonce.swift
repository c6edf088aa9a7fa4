/// What tells one intent from all others: whoever asks for something chooses it, and asks again with the same one. It happens once.
public struct Nonce: Hashable, Sendable {
    /// 16 to 64 letters, digits, `-` and `_`.
    public let text: String

    /// Reads one that a stranger wrote; nil for anything else.
    public init?(_ text: String) {
        let isFit = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard (16...64).contains(text.utf8.count), isFit else { return nil }
        self.text = text
    }

    /// One that follows from a digest, as ``HostedMatchID/init(digest:)`` does.
    package init(digest: [UInt8]) { self.init(known: HostedMatchID(digest: digest).text) }

    private init(known text: String) { self.text = text }

    /// A new one, of the system's random numbers.
    public static func random() -> Nonce { Nonce(known: HostedMatchID.random().text) }
}

extension Nonce: CustomStringConvertible {
    public var description: String { text }
}
