/// The host's name for a message, the same on every device the message reaches. Scripts don't see it; the event log does.
///
/// The host chooses it when it makes the message: this model has no clock and rolls no dice. A message that is sent
/// twice keeps its id; the places in a transcript are told apart by ``TranscriptItem/ID``.
public struct MessageID: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The id as the host chose it. It may hold anything; logs take the description.
    public let string: String

    /// An id that the host chose, or that came with a message.
    public init(_ string: String) {
        self.string = string
    }

    /// `"m1"` is the id `m1`.
    public init(stringLiteral value: String) {
        string = value
    }
}

extension MessageID: CustomStringConvertible {
    /// The id as one word of at most 40 characters. Ids arrive from other devices, and one with a line break could
    /// write lines of its own into a log.
    public var description: String {
        let word = string.unicodeScalars.prefix(40).map { (33...126).contains($0.value) ? Character($0) : "?" }
        return word.isEmpty ? "?" : String(word)
    }
}
