/// Where in the system a game was opened.
public enum PresentationContext: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// In a conversation: everything is allowed.
    case messages
    /// In a camera or a call: only stickers and pictures can be inserted or sent.
    case media

    /// Throws `api_unavailable_in_presentation_context` (11) if this can't be inserted or sent here.
    package func check(_ post: Post) throws(MessageError) {
        guard self == .media else { return }
        switch post {
        case .sticker: return
        case .attachment(let attachment) where attachment.isImage: return
        case .message, .text, .attachment: throw .unavailable(post, in: self)
        }
    }

    /// The name that scripts read: `messages` or `media`.
    public var description: String { rawValue }
}
