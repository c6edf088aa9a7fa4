import Conversations

/// One line that the host shows to the person of a device.
public struct Notice: Hashable, Sendable {
    public let chat: Chat.ID
    public let game: String
    public let text: String
}
