/// One line of a transcript.
public struct TranscriptItem: Codable, Sendable, Identifiable {
    /// The place in this transcript. A summary has the place of the bubble it stands for.
    public struct ID: Hashable, Sendable, CustomStringConvertible {
        /// Places are numbered upwards from 1, in the order in which items came.
        public let number: Int

        /// The bare number: `3`.
        public var description: String { "\(number)" }
    }

    /// What stands in a line.
    public enum Content: Sendable {
        /// A game's message.
        case bubble(Bubble)
        /// What is left of an older message of the same session.
        case summary(Summary)
        /// Words.
        case text(String)
        /// A sticker.
        case sticker(Sticker)
        /// A file.
        case attachment(Attachment)
    }

    /// A message that stands in the transcript.
    public struct Bubble: Codable, Sendable {
        /// The whole message, with the texts a script may not see.
        public internal(set) var message: Message
        /// The id of the game that made the message; empty for a message without one, which no game opens.
        public let game: String
    }

    /// The line that is left of a message whose bubble a later one took.
    public struct Summary: Codable, Sendable {
        /// The old message's summary, with its participants' ids; see ``ParticipantNames``.
        public let text: String
        /// The message whose bubble it was.
        public let message: MessageID
    }

    /// Where it stands. Its place stays the same when other items go.
    public let id: ID
    /// Who sent it; nil for the person of this device.
    public let sender: Participant?
    /// What stands there now: a bubble becomes a summary once a later message takes it.
    public internal(set) var content: Content

    /// The message that stands there; nil for a summary, text, a sticker or an attachment.
    public var bubble: Bubble? {
        if case .bubble(let bubble) = content { bubble } else { nil }
    }
}
