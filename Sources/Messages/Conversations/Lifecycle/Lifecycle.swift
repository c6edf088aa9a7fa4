/// The lifecycle of one game on one device: the running instances, and the order of their
/// callbacks.
///
/// This is a pure state machine. A driver gives stimuli to the lifecycle and carries out the
/// callbacks of each reaction in order. A script makes requests during a callback. After the callback
/// has returned, the driver also gives these requests to the lifecycle, one by one.
///
/// These rules hold in any order of stimuli. There is at most one main instance. Every instance
/// becomes active once and resigns at most once. No callback goes to an instance that doesn't
/// exist.
///
/// ```swift
/// var life = Lifecycle(game: "chess")
/// let reaction = try life.handle(.openFromDrawer(), in: &chat)
/// for event in reaction.events { run(event) }    // load, will_become_active, did_become_active, …
/// ```
///
/// If an instance is killed while a reaction is carried out, the driver drops the instance's
/// remaining callbacks and reports ``Stimulus/kill(_:)``.
///
/// Comments name the scenarios of the framework by these numbers:
///
/// | number | scenario |
/// |---|---|
/// | S1, S2 | the game is opened from the drawer; by a tap on a bubble |
/// | S3, S3b | another bubble is tapped while the game is open; the same bubble again |
/// | S4 | the style changes |
/// | S5, S6, S7 | a message is staged and sent; deleted; replaced by another message |
/// | S8 | the person taps Send or Delete while the game isn't open |
/// | S9 | the script calls `send` |
/// | S10 | a message arrives while the game is open |
/// | S11 | a message arrives while the game isn't open |
/// | S12 | a message arrives that belongs to the session of the selected message |
/// | S13, S14 | a live bubble appears; requests expanded style |
/// | S15, S17 | the game is closed; killed |
package struct Lifecycle: Sendable {
    /// The id of the game, as in ``Chat/conversations``.
    package let game: String
    /// The host's behaviours on which sources about the framework disagree. They don't change during
    /// the game's life.
    package let profile: HostProfile
    /// The instance in compact or expanded style.
    package internal(set) var main: InstanceState?
    /// The instances inside bubbles, including the instance of the staged live draft.
    package internal(set) var bubbles: [InstanceState] = []
    /// The person's settings: the appearance of views, and the limits for live bubbles.
    package internal(set) var surroundings: DisplaySettings
    var lastNumber = 0
    /// The latest instances that resigned, in their last state. Their last requests may still have
    /// to be carried out.
    var departed: [InstanceState] = []

    /// Creates the lifecycle of a game without instances. The instances that follow are numbered
    /// from 1.
    package init(game: String, profile: HostProfile = .modern, surroundings: DisplaySettings = DisplaySettings()) {
        self.game = game
        self.profile = profile
        self.surroundings = surroundings
    }

    /// Carries out one stimulus.
    ///
    /// - Parameter chat: The chat of the stimulus. Its transcript and draft field change with the
    ///   lifecycle.
    /// - Returns: The callbacks to make, the silent cases to record, and the deliveries to
    ///   transmit.
    /// - Throws: ``StimulusError`` if the stimulus is impossible now, for example a tap on a
    ///   missing bubble. The lifecycle and the chat are unchanged.
    package mutating func handle(_ stimulus: Stimulus, in chat: inout Chat) throws(StimulusError) -> Reaction {
        guard let conversation = chat.conversations[game]?.selecting(nil) else {
            throw .notInChat(game: game, chat.id)
        }
        var reaction = Reaction()
        switch stimulus {
        case .openFromDrawer(let context): open(in: chat, conversation, context: context, &reaction)
        case .tapBubble(let item): try tap(item, in: chat, conversation, &reaction)
        case .expand: try userTransition(to: .expanded, in: chat, &reaction)
        case .collapse: try userTransition(to: .compact, in: chat, &reaction)
        case .touch(let id): try touch(id, in: chat)
        case .userSend: try sendDraft(in: &chat, conversation, &reaction)
        case .userDeleteDraft: try deleteDraft(in: &chat, conversation, &reaction)
        case .close:
            guard main?.chat == chat.id else { throw .notOpen }
            closeMain(&reaction)
        case .leaveChat: leave(chat, &reaction)
        case .requestStyle(let id, let style): try requestStyle(style, by: id, in: chat, conversation, &reaction)
        case .insert(let request, let post): try insert(post, request, in: &chat, conversation, &reaction)
        case .send(let request, let post): try send(post, request, in: &chat, conversation, &reaction)
        case .dismiss(let id): try dismiss(id, in: chat, &reaction)
        case .refuse(let request, let error): try refuse(request, error, in: chat, &reaction)
        case .arrival(let delivery, let sender): try receive(delivery, from: sender, in: &chat, &reaction)
        case .failure(let item, let error): try fail(item, error, in: &chat)
        case .startedSending(let message): tellStarted(message, in: chat, &reaction)
        case .expiry(let item): try expire(item, in: &chat, &reaction)
        case .memoryWarning: warnOfMemory(&reaction)
        case .bubbleAppears(let item): try showBubble(item, in: chat, conversation, &reaction)
        case .bubbleDisappears(let item): closeBubble(item, in: chat, &reaction)
        case .draftAppears: try showDraft(in: chat, conversation, &reaction)
        case .surroundings(let new): surround(with: new, &reaction)
        case .kill(let id): try kill(id, in: chat)
        }
        return reaction
    }

    package var running: [InstanceState] { bubbles + [main].compactMap(\.self) }

    package func instance(_ id: InstanceID) -> InstanceState? {
        main?.id == id ? main : bubbles.first { $0.id == id }
    }

    /// Returns the instance that makes a request, or nil if it has ended.
    func requester(_ id: InstanceID, in chat: Chat) throws(StimulusError) -> InstanceState? {
        guard id.game == game else { throw .otherGame(expected: game, found: id.game) }
        guard id.number >= 1, id.number <= lastNumber else { throw .noInstance(id) }
        guard let found = instance(id) else { return nil }
        guard found.chat == chat.id else { throw .otherChat(expected: found.chat, found: chat.id) }
        return found
    }

    mutating func update(_ id: InstanceID, _ change: (inout InstanceState) -> Void) {
        if main?.id == id, var changed = main {
            change(&changed)
            main = changed
        } else if let index = bubbles.firstIndex(where: { $0.id == id }) {
            change(&bubbles[index])
        }
    }

    /// Records an instance that resigned. Only recent instances can have requests that haven't been
    /// carried out, so the last 16 are enough.
    mutating func note(departed instance: InstanceState) {
        departed = departed.suffix(15) + [instance]
    }

    mutating func newID(_ kind: InstanceID.Kind) -> InstanceID {
        lastNumber += 1
        return InstanceID(game: game, kind: kind, number: lastNumber)
    }

    /// Returns a bubble's message as scripts on this device see it.
    func exposed(_ message: Message, isReceived: Bool) -> Message {
        isReceived && profile.sanitisesReceived ? message.sanitised() : message
    }
}

// Styles and the selection: taps on bubbles (S3, S3b), transitions (S4) and requests of bubbles
// (S14).
extension Lifecycle {
    /// S2 or S3. Carries out a tap on a bubble, or the request of a live bubble for expanded style.
    mutating func tap(
        _ id: TranscriptItem.ID, in chat: Chat, _ conversation: Conversation, _ reaction: inout Reaction
    ) throws(StimulusError) {
        let (bubble, isReceived) = try bubble(at: id, in: chat)
        if bubble.message.shouldExpire {
            reaction.later.append(Reaction.Later(stimulus: .expiry(id), delay: HostProfile.expiry))
        }
        show(exposed(bubble.message, isReceived: isReceived), in: chat, conversation, &reaction)
    }

    /// Shows the game expanded, with this message selected.
    private mutating func show(
        _ message: Message, in chat: Chat, _ conversation: Conversation, _ reaction: inout Reaction
    ) {
        closeMain(unlessIn: chat, &reaction)
        // a game opened in a camera or a call has no transcript, so a tap opens the game anew
        if main?.context == .media { closeMain(&reaction) }
        guard let instance = main else {
            startMain(
                in: chat, conversation.selecting(message), style: .expanded, context: .messages, &reaction)
            return
        }
        let expands = instance.style != .expanded
        if profile.selectOrder == .beforeTransition { select(message, &reaction) }
        if expands, let instance = main { reaction.tell(instance, .willTransition(to: .expanded)) }
        if profile.selectOrder == .insideTransition { select(message, &reaction) }
        if expands { finishTransition(to: .expanded, &reaction) }
    }

    /// Returns this game's bubble at a place, and whether someone else sent it.
    func bubble(
        at id: TranscriptItem.ID, in chat: Chat
    ) throws(StimulusError) -> (TranscriptItem.Bubble, isReceived: Bool) {
        guard let item = chat.transcript[id], let bubble = item.bubble else { throw .noBubble(id) }
        guard bubble.game == game else { throw .otherGame(expected: game, found: bubble.game) }
        return (bubble, item.sender != nil)
    }

    /// Moves the main instance's selection. Does nothing if the message equals the selected one
    /// (S3b).
    mutating func select(_ message: Message, _ reaction: inout Reaction) {
        guard let before = main, before.selectedMessage != message else { return }
        reaction.tell(before, .willSelect, about: message)
        update(before.id) { $0.conversation.selectedMessage = message }
        if let after = main { reaction.tell(after, .didSelect, about: message) }
    }

    /// S4. Changes the style for the person.
    mutating func userTransition(
        to style: PresentationStyle, in chat: Chat, _ reaction: inout Reaction
    ) throws(StimulusError) {
        guard let instance = main, instance.chat == chat.id else { throw .notOpen }
        if instance.style != style { transition(to: style, &reaction) }
    }

    /// S4 and S14. Changes the style for the script.
    mutating func requestStyle(
        _ style: PresentationStyle, by id: InstanceID, in chat: Chat, _ conversation: Conversation,
        _ reaction: inout Reaction
    ) throws(StimulusError) {
        guard let instance = try requester(id, in: chat) else { return reaction.noteGone(id) }
        if style == .transcript {
            reaction.note(.transcriptRequested, by: instance)
        } else if let item = instance.item, style == .expanded {
            try tap(item, in: chat, conversation, &reaction)
        } else if instance.id.kind == .draft, style == .expanded, let message = instance.selectedMessage {
            show(message, in: chat, conversation, &reaction)
        } else if instance.style == .transcript || instance.style == style {
            reaction.note(.styleUnchanged, by: instance)
        } else {
            transition(to: style, &reaction)
        }
    }

    private mutating func transition(to style: PresentationStyle, _ reaction: inout Reaction) {
        guard let instance = main else { return }
        reaction.tell(instance, .willTransition(to: style))
        finishTransition(to: style, &reaction)
    }

    private mutating func finishTransition(to style: PresentationStyle, _ reaction: inout Reaction) {
        guard let id = main?.id else { return }
        update(id) { $0.style = style }
        guard let instance = main else { return }
        reaction.tell(instance, .didTransition(to: style))
        guard style.capabilities.contains(.draftField) else { return }
        update(id) { $0.waitingCompletions = [] }
        for number in instance.waitingCompletions { reaction.tell(instance, .completion(number, nil)) }
    }
}

// Messages that arrive (S10 to S12), expire or fail.
extension Lifecycle {
    /// Adds an arrival to the transcript. If the game is open in this chat, and wasn't opened in a
    /// camera or a call, it gets a callback. If not, it never gets a callback about this arrival
    /// (S11).
    mutating func receive(
        _ delivery: Delivery, from sender: Participant, in chat: inout Chat, _ reaction: inout Reaction
    ) throws(StimulusError) {
        if delivery.post.message != nil, delivery.game != game {
            throw .otherGame(expected: game, found: delivery.game)
        }
        let placement = chat.receive(delivery, from: sender, profile: profile)
        if let collapsed = placement.collapsed { closeBubble(collapsed, in: chat, &reaction) }
        guard let arrived = chat.transcript[placement.item]?.bubble?.message else { return }
        if main?.chat == chat.id, main?.context == .messages {
            hear(exposed(arrived, isReceived: true), &reaction)
        } else {
            reaction.entries.append(
                .silent(LifecycleLog.Silence(.arrivalWhileInactive, game: game, message: arrived.id)))
        }
    }

    /// S10, or S12 for a message of the selected message's session. Reports a message to the main
    /// instance.
    mutating func hear(_ message: Message, _ reaction: inout Reaction) {
        if profile.selectionOnArrival == .follow, message.sharesSession(with: main?.selectedMessage) {
            select(message, &reaction)
        }
        if let instance = main { reaction.tell(instance, .didReceive, about: message) }
    }

    /// Removes an opened message that expires. An instance that has the message selected keeps a
    /// copy of the message.
    mutating func expire(
        _ id: TranscriptItem.ID, in chat: inout Chat, _ reaction: inout Reaction
    ) throws(StimulusError) {
        guard try bubble(at: id, in: chat).0.message.shouldExpire else { throw .noBubble(id) }
        closeBubble(id, in: chat, &reaction)
        chat.transcript.remove(id)
    }

    /// Marks an own message that couldn't be delivered. There is no callback; scripts see the error
    /// in the message.
    mutating func fail(_ id: TranscriptItem.ID, _ error: MessageError, in chat: inout Chat) throws(StimulusError) {
        let (bubble, isReceived) = try bubble(at: id, in: chat)
        guard !isReceived else { throw .noBubble(id) }
        chat.transcript.fail(id, error)
        for instance in [main].compactMap(\.self) + bubbles where instance.chat == chat.id {
            if instance.item == id || instance.selectedMessage?.id == bubble.message.id {
                update(instance.id) { $0.conversation.selectedMessage?.error = error }
            }
        }
    }
}

// Live bubbles in the transcript and in the draft field (S13).
extension Lifecycle {
    /// Starts the instance of a live bubble that has scrolled into view. Does nothing if the
    /// instance already runs.
    mutating func showBubble(
        _ id: TranscriptItem.ID, in chat: Chat, _ conversation: Conversation, _ reaction: inout Reaction
    ) throws(StimulusError) {
        let (bubble, isReceived) = try bubble(at: id, in: chat)
        guard bubble.message.layout?.isLive == true else { throw .notLive }
        guard !bubbles.contains(where: { $0.chat == chat.id && $0.item == id }) else { return }
        startBubble(
            .bubble, at: id, showing: exposed(bubble.message, isReceived: isReceived), in: chat, conversation,
            &reaction)
    }

    /// Ends the instance of a bubble that has left the view or was replaced by a later message.
    mutating func closeBubble(_ id: TranscriptItem.ID, in chat: Chat, _ reaction: inout Reaction) {
        closeBubbles(where: { $0.chat == chat.id && $0.item == id }, &reaction)
    }

    mutating func showDraft(
        in chat: Chat, _ conversation: Conversation, _ reaction: inout Reaction
    ) throws(StimulusError) {
        guard let staged = chat.draft.staged else { throw .noDraft }
        guard staged.game == game else { throw .otherGame(expected: game, found: staged.game) }
        guard staged.message.layout?.isLive == true else { throw .notLive }
        guard !bubbles.contains(where: { $0.chat == chat.id && $0.id.kind == .draft }) else { return }
        startDraft(in: chat, conversation, &reaction)
    }

    /// Starts an instance for the staged message if the layout of the message is live.
    mutating func startDraft(in chat: Chat, _ conversation: Conversation, _ reaction: inout Reaction) {
        guard let message = chat.draft.staged?.message, message.layout?.isLive == true else { return }
        startBubble(.draft, at: nil, showing: message, in: chat, conversation, &reaction)
    }

    mutating func closeDraft(in chat: Chat, _ reaction: inout Reaction) {
        closeBubbles(where: { $0.chat == chat.id && $0.id.kind == .draft }, &reaction)
    }

    /// Asks every live bubble for its size again if a setting that affects the size has changed.
    mutating func surround(with new: DisplaySettings, _ reaction: inout Reaction) {
        let before = surroundings
        surroundings = new
        guard !new.sizesBubbles(as: before) else { return }
        for instance in bubbles { reaction.tell(instance, .contentSizeThatFits(new)) }
    }
}
