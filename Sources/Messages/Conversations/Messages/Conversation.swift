/// What a game is told of the conversation it runs in: who takes part and which message is selected. Never the
/// transcript: there is no history to read.
public struct Conversation: Hashable, Codable, Sendable {
    /// The person of this device, as the game knows them.
    public let localParticipant: Participant
    /// Everybody else who takes part, as the game knows them.
    public let remoteParticipants: [Participant]
    /// The message whose bubble was tapped, or that a bubble shows; nil from the drawer.
    public internal(set) var selectedMessage: Message?

    /// What one game on one device is told of; give every participant by the id that is meant for that game.
    public init(
        localParticipant: Participant, remoteParticipants: [Participant], selectedMessage: Message? = nil
    ) {
        self.localParticipant = localParticipant
        self.remoteParticipants = remoteParticipants
        self.selectedMessage = selectedMessage
    }

    /// Whether more than one other person takes part.
    public var isGroup: Bool { remoteParticipants.count > 1 }

    func selecting(_ message: Message?) -> Conversation {
        var copy = self
        copy.selectedMessage = message
        return copy
    }
}
