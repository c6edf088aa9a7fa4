/// A conversation on one device: the participants, the transcript, and the draft field. All games
/// of the device share the chat.
public struct Chat: Codable, Sendable {
    /// The device's id for a chat. Games never see the id: a game that is opened from the drawer
    /// gets a conversation without an id.
    public typealias ID = Conversation.ID

    /// The device's id for this chat.
    public let id: ID
    /// Each installed game's view of the conversation. The ids in it belong to that game and this
    /// device.
    public var conversations: [String: Conversation]
    /// All items sent and received here, by any game or person.
    public internal(set) var transcript: Transcript
    /// The field above the keyboard, which all games share.
    public var draft: DraftField

    /// Creates a chat, restored or empty. The keys of `conversations` are ids of games.
    package init(
        id: ID, conversations: [String: Conversation], transcript: Transcript = Transcript(),
        draft: DraftField = DraftField()
    ) {
        self.id = id
        self.conversations = conversations
        self.transcript = transcript
        self.draft = draft
    }

    /// Adds a delivery that concerns no installed game: text, or a message of a game that isn't
    /// installed.
    @discardableResult
    package mutating func receive(
        _ delivery: Delivery, from sender: Participant, profile: HostProfile
    ) -> Transcript.Placement {
        var arrived = delivery
        if case .message(let message) = delivery.post {
            arrived = Delivery(.message(message.sent(by: sender)), game: delivery.game, isLinked: delivery.isLinked)
        }
        return transcript.add(arrived, from: sender, profile: profile)
    }
}

/// A post that travels from one device to another.
public struct Delivery: Hashable, Codable, Sendable {
    /// The post that was sent.
    public let post: Post
    /// The game that made the message; nil for a person's own post.
    public let game: String?
    /// Whether the sender had a message of this session selected. Under
    /// ``HostProfile/SessionLinking/requireBound`` only such a message replaces the bubble of its
    /// session.
    public let isLinked: Bool

    /// Creates a delivery. Give the id of the game for a message, and none for any other post.
    package init(_ post: Post, game: String? = nil, isLinked: Bool = true) {
        self.post = post
        self.game = game
        self.isLinked = isLinked
    }
}
