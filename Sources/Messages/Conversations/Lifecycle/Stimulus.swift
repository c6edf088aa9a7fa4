/// What can happen to a game on a device: something a person does, a script asks for, or the world brings.
public enum Stimulus: Sendable {
    // The person.

    /// Opens the game from the drawer, or from a camera or a call.
    case openFromDrawer(PresentationContext = .messages)
    /// Taps a bubble of the transcript.
    case tapBubble(TranscriptItem.ID)
    /// Draws the game up to the whole screen.
    case expand
    /// Draws it down again.
    case collapse
    /// Touches the game itself.
    case touch(InstanceID)
    /// Taps Send: everything in the draft field goes out.
    case userSend
    /// Takes the message out of the draft field.
    case userDeleteDraft
    /// Closes the game or switches to another one.
    case close
    /// Leaves the conversation: the game closes, and so do its bubbles.
    case leaveChat

    // The script. Requests are carried out after the callback in which they were made has returned.

    /// An instance wants to be shown in another style.
    case requestStyle(InstanceID, PresentationStyle)
    /// An instance wants this in the draft field.
    case insert(Request, Post)
    /// An instance wants this sent at once.
    case send(Request, Post)
    /// An instance wants to be closed.
    case dismiss(InstanceID)
    /// An `insert` or `send` that fails before there is anything to put in, such as a sticker without a file.
    case refuse(Request, MessageError)

    // The world.

    /// A message comes in.
    case arrival(Delivery, from: Participant)
    /// A message that was sent couldn't be delivered.
    case failure(TranscriptItem.ID, MessageError)
    /// A message of ours starts to be sent; where an echo came first, a while after it.
    case startedSending(MessageID)
    /// A message that is to expire was opened a while ago.
    case expiry(TranscriptItem.ID)
    /// Memory runs short: every running instance hears of it.
    case memoryWarning
    /// A live bubble scrolls into view, or is made anew after it was killed.
    case bubbleAppears(TranscriptItem.ID)
    /// A live bubble scrolls out of view.
    case bubbleDisappears(TranscriptItem.ID)
    /// The draft field with a live message comes into view, or its instance is made anew after it was killed.
    case draftAppears
    /// The phone was set up otherwise, or turned.
    case surroundings(DisplaySettings)
    /// The system ends an instance. Nothing is called; what had been announced to it is the driver's to drop.
    case kill(InstanceID)

    /// The instance that it is about, or that asked for it; nil where none was named.
    package var instance: InstanceID? {
        switch self {
        case .touch(let id), .requestStyle(let id, _), .dismiss(let id), .kill(let id): id
        case .insert(let request, _), .send(let request, _), .refuse(let request, _): request.instance
        default: nil
        }
    }
}

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

/// Whether the person touched the game since it was opened or last sent something. One touch pays for one `send`;
/// further touches don't add up.
package struct UserActivation: Hashable, Sendable {
    /// Whether there is a touch that no `send` has used yet.
    package private(set) var isUnused = false

    /// A game that was just opened: no touch yet.
    package init() {}

    /// The person touched the game, so that the next `send` is paid for.
    package mutating func touch() {
        isUnused = true
    }

    /// Pays for a send. False if there is nothing to pay with.
    package mutating func use() -> Bool {
        defer { isUnused = false }
        return isUnused
    }
}
