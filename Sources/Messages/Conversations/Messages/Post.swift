/// What can be put into the draft field or sent.
public enum Post: Hashable, Sendable {
    /// A game's message.
    case message(Message)
    /// Words.
    case text(String)
    /// A sticker.
    case sticker(Sticker)
    /// A file.
    case attachment(Attachment)

    /// The message; nil for text, a sticker or an attachment.
    public var message: Message? {
        if case .message(let message) = self { message } else { nil }
    }

    /// `a message`, `text`, `a sticker` or `an attachment`, for sentences.
    var noun: String {
        switch self {
        case .message: "a message"
        case .text: "text"
        case .sticker: "a sticker"
        case .attachment: "an attachment"
        }
    }
}
