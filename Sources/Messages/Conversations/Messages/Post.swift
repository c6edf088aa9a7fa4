/// The content that can be put into the draft field or sent.
public enum Post: Hashable, Sendable {
    /// A game's message.
    case message(Message)
    /// Text.
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

extension Post {
    /// Checks an `insert`: the presentation context (error 11), then validity (error 8).
    func check(context: PresentationContext, profile: HostProfile) throws(MessageError) {
        try context.check(self)
        if let url = message?.url { try MessageURL.check(url, limit: profile.urlLimit) }
    }

    /// Checks a `send`, in this order: the presentation context (error 11), validity (8), visibility
    /// (10), touch (9). Only the first failure is thrown.
    ///
    /// Under ``HostProfile/SendWithoutTouch/stage`` a missing touch is no failure; the caller then
    /// stages the post.
    package func checkSend(
        context: PresentationContext, isVisible: Bool, hasTouch: Bool, profile: HostProfile
    ) throws(MessageError) {
        try check(context: context, profile: profile)
        guard isVisible else { throw .notVisible }
        guard hasTouch || profile.sendWithoutTouch == .stage else { throw .withoutTouch }
    }
}
