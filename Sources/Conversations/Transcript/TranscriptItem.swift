/// One line of a transcript.
public struct TranscriptItem: Codable, Sendable, Identifiable {
    /// The place in this transcript. A summary has the place of the bubble it stands for.
    public struct ID: Hashable, Sendable, CustomStringConvertible {
        /// Places are numbered upwards from 1, in the order in which items came.
        public let number: Int

        public var description: String { "\(number)" }
    }

    public enum Content: Sendable {
        case bubble(Bubble)
        case summary(Summary)
        case text(String)
        case sticker(Sticker)
        case attachment(Attachment)
    }

    /// A message that stands in the transcript.
    public struct Bubble: Codable, Sendable {
        /// The whole message, with the texts a script may not see.
        public internal(set) var message: Message
        public let game: String
    }

    /// The line that is left of a message whose bubble a later one took.
    public struct Summary: Codable, Sendable {
        /// The old message's summary, with its participants' ids; see ``ParticipantNames``.
        public let text: String
        public let message: MessageID
    }

    public let id: ID
    /// Who sent it; nil for the person of this device.
    public let sender: Participant?
    public internal(set) var content: Content

    public var bubble: Bubble? {
        if case .bubble(let bubble) = content { bubble } else { nil }
    }
}
