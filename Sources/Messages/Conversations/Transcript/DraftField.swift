/// The field above the keyboard, whose content waits until the person sends it: at most one
/// message, and text, stickers and attachments.
///
/// Scripts can't remove anything from the field. Only the person can send or delete the content.
public struct DraftField: Sendable {
    /// A message that waits for Send.
    public struct Staged: Sendable {
        /// The message, pending and with its sender.
        public let message: Message
        /// The game that inserted the message.
        public let game: String
        /// See ``Delivery/isLinked``.
        public let isLinked: Bool
    }

    /// The message, or nil.
    public private(set) var staged: Staged?
    /// The text that the person typed and games inserted.
    public var text = ""
    /// The stickers and attachments, in the order of insertion.
    public private(set) var pieces: [Post] = []

    package init() {}

    /// Whether there is nothing to send: no message, text, stickers or attachments.
    public var isEmpty: Bool { staged == nil && text.isEmpty && pieces.isEmpty }

    /// Inserts a post. A message replaces the previous one; text, stickers and attachments are
    /// added.
    ///
    /// - Parameters:
    ///   - sender: The person of this device, as the game knows them.
    ///   - isLinked: Whether the message may replace its session's bubble if the profile requires
    ///     links.
    /// - Throws: ``MessageError`` with `api_unavailable_in_presentation_context` (11) or
    ///   `url_exceeds_max_size` (8), in this order. The field is then unchanged.
    /// - Returns: The replaced message, or nil. The game of that message receives no callback.
    @discardableResult
    package mutating func insert(
        _ post: Post, game: String, sender: Participant, isLinked: Bool = true,
        context: PresentationContext = .messages, profile: HostProfile
    ) throws(MessageError) -> Staged? {
        try post.check(context: context, profile: profile)
        switch post {
        case .message(let message):
            defer { staged = Staged(message: message.staged(by: sender), game: game, isLinked: isLinked) }
            return staged
        case .text(let more): text += more
        case .sticker, .attachment: pieces.append(post)
        }
        return nil
    }

    /// Removes the message, as the person does. Returns nil if there is none.
    package mutating func deleteMessage() -> Staged? {
        defer { staged = nil }
        return staged
    }

    /// Removes one sticker or attachment, as the person does. Returns nil if there is none at this
    /// index.
    package mutating func deletePiece(at index: Int) -> Post? {
        pieces.indices.contains(index) ? pieces.remove(at: index) : nil
    }

    /// Empties the field and returns its content to send: the message, then stickers and
    /// attachments, then the text.
    mutating func takeAll() -> [Delivery] {
        var all: [Delivery] = []
        if let staged {
            all.append(Delivery(.message(staged.message), game: staged.game, isLinked: staged.isLinked))
        }
        all += pieces.map { Delivery($0) }
        if !text.isEmpty { all.append(Delivery(.text(text))) }
        self = DraftField()
        return all
    }
}

extension DraftField.Staged: Codable {
    private enum Key: CodingKey {
        case message, game, isLinked
    }

    /// - Throws: `DecodingError`, for example for a message that isn't pending.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        message = try container.decode(Message.self, forKey: .message)
        game = try container.decode(String.self, forKey: .game)
        isLinked = try container.decode(Bool.self, forKey: .isLinked)
        guard message.isPending, message.error == nil, message.senderParticipant != nil else {
            throw decoder.corrupted("expected a pending message with a sender and no error in the draft field")
        }
    }

    /// Writes an object with `message`, `game` and `isLinked`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(message, forKey: .message)
        try container.encode(game, forKey: .game)
        try container.encode(isLinked, forKey: .isLinked)
    }
}

extension DraftField: Codable {
    private enum Key: CodingKey {
        case staged, text, pieces
    }

    /// - Throws: `DecodingError`, for example for pieces other than stickers and attachments.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        staged = try container.decodeIfPresent(Staged.self, forKey: .staged)
        text = try container.decode(String.self, forKey: .text)
        pieces = try container.decode([Post].self, forKey: .pieces)
        for piece in pieces {
            switch piece {
            case .sticker, .attachment: continue
            case .message, .text:
                throw decoder.corrupted("expected stickers and attachments as pieces, found \(piece.noun)")
            }
        }
    }

    /// Writes an object with `text`, `pieces`, and `staged` if there is a message.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(staged, forKey: .staged)
        try container.encode(text, forKey: .text)
        try container.encode(pieces, forKey: .pieces)
    }
}
