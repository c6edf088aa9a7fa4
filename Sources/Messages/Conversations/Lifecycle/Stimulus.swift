/// A stimulus for a game on a device: an action of a person, a request of a script, or an external
/// occurrence.
public enum Stimulus: Sendable {
    // Actions of the person.

    /// The person opens the game from the drawer, or from a camera or a call.
    case openFromDrawer(PresentationContext = .messages)
    /// The person taps a bubble of the transcript.
    case tapBubble(TranscriptItem.ID)
    /// The person expands the game to the whole screen.
    case expand
    /// The person collapses the game.
    case collapse
    /// The person touches the game itself.
    case touch(InstanceID)
    /// The person taps Send. Everything in the draft field is sent.
    case userSend
    /// The person removes the message from the draft field.
    case userDeleteDraft
    /// The person closes the game or switches to another one.
    case close
    /// The person leaves the conversation. The game and its bubbles close.
    case leaveChat

    // Requests of the script. They are carried out after the callback that made them has returned.

    /// An instance requests another style.
    case requestStyle(InstanceID, PresentationStyle)
    /// An instance requests that a post be put into the draft field.
    case insert(Request, Post)
    /// An instance requests that a post be sent at once.
    case send(Request, Post)
    /// An instance requests to be closed.
    case dismiss(InstanceID)
    /// An `insert` or `send` that fails because there is nothing to insert, such as a sticker
    /// without a file.
    case refuse(Request, MessageError)

    // External occurrences.

    /// A message arrives.
    case arrival(Delivery, from: Participant)
    /// A sent message couldn't be delivered.
    case failure(TranscriptItem.ID, MessageError)
    /// An own message starts to be sent. The lifecycle plans this stimulus for a message that the
    /// game received as an echo (``HostProfile/OwnSendEcho``).
    case startedSending(MessageID)
    /// An opened message expires now.
    case expiry(TranscriptItem.ID)
    /// Memory is short. Every running instance is warned.
    case memoryWarning
    /// A live bubble scrolls into view, or its instance is recreated after it was killed.
    case bubbleAppears(TranscriptItem.ID)
    /// A live bubble scrolls out of view.
    case bubbleDisappears(TranscriptItem.ID)
    /// The draft field with a live message scrolls into view, or its instance is recreated after it
    /// was killed.
    case draftAppears
    /// The settings of the phone changed, or the phone was turned.
    case surroundings(DisplaySettings)
    /// The system ends an instance without a callback. The driver must drop the callbacks that wait
    /// for the instance.
    case kill(InstanceID)

    /// The instance that the stimulus concerns or that made the request; nil if none is named.
    package var instance: InstanceID? {
        switch self {
        case .touch(let id), .requestStyle(let id, _), .dismiss(let id), .kill(let id): id
        case .insert(let request, _), .send(let request, _), .refuse(let request, _): request.instance
        default: nil
        }
    }
}

/// The reason why a stimulus is impossible now. The stimulus has changed nothing.
public enum StimulusError: Error, Hashable, Sendable {
    /// The game has no conversation in this chat.
    case notInChat(game: String, Chat.ID)
    /// There is no bubble at this place.
    case noBubble(TranscriptItem.ID)
    /// The bubble, draft or message belongs to another game.
    case otherGame(expected: String, found: String?)
    /// The bubble or draft has no live layout.
    case notLive
    /// The game isn't open in this chat.
    case notOpen
    /// The draft field is empty.
    case nothingToSend
    /// No message is staged.
    case noDraft
    /// The game is expanded, so the draft field isn't visible.
    case draftHidden
    /// There has never been an instance with this id, or it has ended and can't be touched.
    case noInstance(InstanceID)
    /// The instance belongs to another chat.
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

/// Whether the person has touched the game since it was opened or last sent something. One touch
/// permits one `send`; further touches don't add up.
package struct UserActivation: Hashable, Sendable {
    /// Whether there is a touch that no `send` has used.
    package private(set) var isUnused = false

    /// Creates the state of a newly opened game, without a touch.
    package init() {}

    /// Records a touch, which permits the next `send`.
    package mutating func touch() {
        isUnused = true
    }

    /// Uses the touch for a send. Returns false if there is none.
    package mutating func use() -> Bool {
        defer { isUnused = false }
        return isUnused
    }
}
