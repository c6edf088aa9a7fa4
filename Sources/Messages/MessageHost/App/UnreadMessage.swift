import Conversations
import MatchSessions

/// A message that can't be read yet, and is kept: its game or version isn't here, or its replay met a limit.
package struct UnreadMessage: Hashable, Sendable {
    /// The id of the game that it is of.
    package let game: String
    /// The message itself.
    package let url: String
    /// Where it was seen.
    package let chat: Chat.ID
    /// The session that it came in.
    package let session: Session
    /// Who sent it, as the host reported.
    package let sender: Participant?
    /// For the person: what is missing.
    package let reason: String

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
