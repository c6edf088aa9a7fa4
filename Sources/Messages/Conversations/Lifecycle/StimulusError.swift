/// A stimulus that can't happen now. Nothing has changed.
public enum StimulusError: Error, Hashable, Sendable {
    /// The game isn't told of this chat.
    case notInChat(game: String, Chat.ID)
    /// There is no bubble at this place.
    case noBubble(TranscriptItem.ID)
    /// The bubble, draft or message is another game's.
    case otherGame(expected: String, found: String?)
    /// The bubble or draft has no live layout.
    case notLive
    /// The game isn't open in this chat.
    case notOpen
    /// The draft field is empty.
    case nothingToSend
    /// No message is staged.
    case noDraft
    /// The game is expanded, and nobody sees the draft field.
    case draftHidden
    /// No instance ever had this name, or it is gone and can't be touched.
    case noInstance(InstanceID)
    /// The instance belongs to another chat than the one given.
    case otherChat(expected: Chat.ID, found: Chat.ID)
}

extension StimulusError: CustomStringConvertible {
    /// One line for people: what was expected, what was found, and what to do.
    public var description: String {
        switch self {
        case .notInChat(let game, let chat):
            "expected a conversation of \(game) in the chat \(chat), found none; add it to the chat's conversations"
        case .noBubble(let item):
            "expected a bubble at place \(item), found none; a later message may have taken it"
        case .otherGame(let expected, let found):
            "expected a message of \(expected), found one of \(found ?? "no game"); "
                + "give it to the lifecycle of its own game"
        case .notLive: "expected a live layout, found a template; only live bubbles run a script"
        case .notOpen: "expected the game to be open in this chat, but it isn't; open it first"
        case .nothingToSend: "expected something in the draft field, found nothing; insert something first"
        case .noDraft: "expected a staged message, found none; insert one first"
        case .draftHidden:
            "expected the draft field in view, but the game is expanded; make it compact or close it first"
        case .noInstance(let id): "expected a running instance, found that \(id) isn't one; open the game again"
        case .otherChat(let expected, let found):
            "expected the chat \(expected), in which the instance runs, found \(found); give the instance's own chat"
        }
    }
}
