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
    case surroundings(Surroundings)
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
