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
