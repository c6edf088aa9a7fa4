import Conversations

/// A message that can't be read yet, and is kept: its game or version isn't here, or its replay met a limit.
public struct UnreadMessage: Hashable, Sendable {
    public let game: String
    public let url: String
    public let chat: Chat.ID
    public let session: Session
    /// Who sent it, as the host reported.
    public let sender: Participant?
    /// For the person: what is missing.
    public let reason: String

    package init(
        game: String, url: String, chat: Conversation.ID, session: Session, sender: Participant?, reason: String
    ) {
        self.game = game
        self.url = url
        self.chat = chat
        self.session = session
        self.sender = sender
        self.reason = reason
    }
}
