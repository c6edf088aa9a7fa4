import Conversations
import GameRules

/// One line that the host shows to the person of a device.
public struct Notice: Hashable, Sendable {
    public let chat: Chat.ID
    public let game: String
    public let text: String
    /// What failed, if it was a hook of a script: for its author.
    public var failure: ScriptFailure?
}
