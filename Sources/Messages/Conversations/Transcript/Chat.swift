/// One conversation on one device: who takes part, the transcript, and the draft field. All games share it.
public struct Chat: Codable, Sendable {
    /// The device's name for a chat. Games never see it: from the drawer, a conversation has no id.
    public typealias ID = Conversation.ID

    /// What this device calls the chat.
    public let id: ID
    /// What each installed game is told of the conversation. The ids in it belong to that game and this device.
    public var conversations: [String: Conversation]
    /// What was sent and received here, by whatever game or person.
    public internal(set) var transcript: Transcript
    /// The field above the keyboard, which all games share.
    public var draft: DraftField

    /// A chat with what was kept of it, else with nothing in it. The keys of `conversations` are ids of games.
    package init(
        id: ID, conversations: [String: Conversation], transcript: Transcript = Transcript(),
        draft: DraftField = DraftField()
    ) {
        self.id = id
        self.conversations = conversations
        self.transcript = transcript
        self.draft = draft
    }

    /// Puts at the bottom what no installed game has to hear of: text, or a message of a game that isn't here.
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

/// What travels from one device to another.
public struct Delivery: Hashable, Codable, Sendable {
    /// What was sent.
    public let post: Post
    /// The game that made the message; nil for what a person wrote or picked.
    public let game: String?
    /// Whether the sender had a message of this session selected. Under ``HostProfile/SessionLinking/requireBound``
    /// only such a message takes the bubble of its session.
    public let isLinked: Bool

    /// What to transmit: a message with the id of its game, anything else without one.
    package init(_ post: Post, game: String? = nil, isLinked: Bool = true) {
        self.post = post
        self.game = game
        self.isLinked = isLinked
    }
}
