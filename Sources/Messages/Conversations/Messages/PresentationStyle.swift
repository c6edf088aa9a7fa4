/// The style in which an instance is shown. A style determines what the person can do, not the size
/// in pixels.
public enum PresentationStyle: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// The view takes the place of the keyboard, with the draft field above.
    case compact
    /// The view covers nearly the whole screen.
    case expanded
    /// The view is inside a bubble of the transcript or of the draft field.
    case transcript

    /// The capabilities of a style.
    public struct Capabilities: OptionSet, Hashable, Sendable {
        /// One bit for each capability in the set.
        public let rawValue: Int

        /// Creates a set from bits. Prefer to combine the static members.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The person can type into the game.
        public static let textInput = Capabilities(rawValue: 1)
        /// Horizontal swipes reach the game.
        public static let horizontalGestures = Capabilities(rawValue: 2)
        /// The person sees the draft field.
        public static let draftField = Capabilities(rawValue: 4)
        /// The game receives callbacks about changes of style.
        public static let styleCallbacks = Capabilities(rawValue: 8)
    }

    /// The capabilities of this style. ``transcript`` has none.
    public var capabilities: Capabilities {
        switch self {
        case .compact: [.draftField, .styleCallbacks]
        case .expanded: [.textInput, .horizontalGestures, .styleCallbacks]
        case .transcript: []
        }
    }

    /// The style's name in scripts: `compact`, `expanded` or `transcript`.
    public var description: String { rawValue }
}

/// The place in the system where a game was opened.
public enum PresentationContext: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// A conversation. Everything is allowed.
    case messages
    /// A camera or a call. Only stickers and pictures can be inserted or sent.
    case media

    /// Throws `api_unavailable_in_presentation_context` (11) if the post can't be inserted or sent
    /// here.
    package func check(_ post: Post) throws(MessageError) {
        guard self == .media else { return }
        switch post {
        case .sticker: return
        case .attachment(let attachment) where attachment.isImage: return
        case .message, .text, .attachment: throw .unavailable(post, in: self)
        }
    }

    /// The context's name in scripts: `messages` or `media`.
    public var description: String { rawValue }
}
