/// How an instance is shown. A style says what can be done in it, not how many pixels it has.
public enum PresentationStyle: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// In the place of the keyboard, with the draft field above.
    case compact
    /// Over nearly the whole screen.
    case expanded
    /// Inside a bubble of the transcript, or of the draft field.
    case transcript

    /// What a style allows.
    public struct Capabilities: OptionSet, Hashable, Sendable {
        /// One bit for each of the capabilities below.
        public let rawValue: Int

        /// A set by its bits; the ones below are meant to be combined instead.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The person can type into the game.
        public static let textInput = Capabilities(rawValue: 1)
        /// Swipes sideways reach the game.
        public static let horizontalGestures = Capabilities(rawValue: 2)
        /// The person sees the draft field.
        public static let draftField = Capabilities(rawValue: 4)
        /// The game hears of changes of style.
        public static let styleCallbacks = Capabilities(rawValue: 8)
    }

    /// What this style allows; ``transcript`` allows nothing.
    public var capabilities: Capabilities {
        switch self {
        case .compact: [.draftField, .styleCallbacks]
        case .expanded: [.textInput, .horizontalGestures, .styleCallbacks]
        case .transcript: []
        }
    }

    /// The name that scripts read and ask for: `compact`, `expanded` or `transcript`.
    public var description: String { rawValue }
}

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
