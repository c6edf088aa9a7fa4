// Styles and the selection: taps on bubbles (S3, S3b), transitions (S4) and requests of bubbles (S14).
extension Lifecycle {
    /// S2 or S3, for a tap on a bubble or for a live bubble that asks for expanded style.
    mutating func tap(
        _ id: TranscriptItem.ID, in chat: Chat, _ conversation: Conversation, _ reaction: inout Reaction
    ) throws(StimulusError) {
        let (bubble, isReceived) = try bubble(at: id, in: chat)
        if bubble.message.shouldExpire {
            reaction.later.append(Reaction.Later(stimulus: .expiry(id), delay: HostProfile.expiry))
        }
        show(exposed(bubble.message, isReceived: isReceived), in: chat, conversation, &reaction)
    }

    /// The game, expanded, with this message selected.
    private mutating func show(
        _ message: Message, in chat: Chat, _ conversation: Conversation, _ reaction: inout Reaction
    ) {
        closeMain(unlessIn: chat, &reaction)
        // What was opened in a camera or a call sees no transcript; a tap there opens the game anew.
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

    /// This game's bubble at a place, and whether someone else sent it.
    func bubble(
        at id: TranscriptItem.ID, in chat: Chat
    ) throws(StimulusError) -> (TranscriptItem.Bubble, isReceived: Bool) {
        guard let item = chat.transcript[id], let bubble = item.bubble else { throw .noBubble(id) }
        guard bubble.game == game else { throw .otherGame(expected: game, found: bubble.game) }
        return (bubble, item.sender != nil)
    }

    /// Moves the main instance's selection. A message equal to the selected one is no other selection (S3b).
    mutating func select(_ message: Message, _ reaction: inout Reaction) {
        guard let before = main, before.selectedMessage != message else { return }
        reaction.tell(before, .willSelect, about: message)
        update(before.id) { $0.conversation.selectedMessage = message }
        if let after = main { reaction.tell(after, .didSelect, about: message) }
    }

    /// S4 by the person.
    mutating func userTransition(
        to style: PresentationStyle, in chat: Chat, _ reaction: inout Reaction
    ) throws(StimulusError) {
        guard let instance = main, instance.chat == chat.id else { throw .notOpen }
        if instance.style != style { transition(to: style, &reaction) }
    }

    /// S4 and S14 by the script.
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
