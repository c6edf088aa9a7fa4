// The draft field and sending: S5 to S9.
extension Lifecycle {
    /// `insert`: checks the context (11), then validity (8). A rejected insert leaves the draft as it was.
    mutating func insert(
        _ post: Post, _ request: Request, in chat: inout Chat, _ conversation: Conversation,
        _ reaction: inout Reaction
    ) throws(StimulusError) {
        guard let instance = try requester(request.instance, in: chat) else {
            return try insert(post, afterLeaving: request, in: &chat, conversation, &reaction)
        }
        do throws(MessageError) {
            try post.check(context: instance.context, profile: profile)
        } catch {
            return reaction.tell(instance, .completion(request.number, error))
        }
        stage(post, by: instance, request, in: &chat, conversation, &reaction)
    }

    /// The insert of an instance that is gone by now. There is nobody left to hear an answer.
    private mutating func insert(
        _ post: Post, afterLeaving request: Request, in chat: inout Chat, _ conversation: Conversation,
        _ reaction: inout Reaction
    ) throws(StimulusError) {
        guard let left = departed.last(where: { $0.id == request.instance }) else {
            return reaction.noteGone(request.instance, about: post.message)
        }
        guard left.chat == chat.id else { throw .otherChat(expected: left.chat, found: chat.id) }
        guard request.isLeaving || profile.insertGate == .off else {
            return reaction.note(.insertNotPresenting, by: left, about: post.message)
        }
        guard (try? post.check(context: left.context, profile: profile)) != nil else {
            return reaction.noteGone(request.instance, about: post.message)
        }
        stage(post, by: left, request, in: &chat, conversation, &reaction)
    }

    /// Answers a request for which there is nothing to insert. The draft is as it was.
    func refuse(
        _ request: Request, _ error: MessageError, in chat: Chat, _ reaction: inout Reaction
    ) throws(StimulusError) {
        guard let instance = try requester(request.instance, in: chat) else {
            return reaction.noteGone(request.instance)
        }
        reaction.tell(instance, .completion(request.number, error))
    }

    /// `send`, S9: checks the context (11), validity (8), visible (10), touch (9).
    mutating func send(
        _ post: Post, _ request: Request, in chat: inout Chat, _ conversation: Conversation,
        _ reaction: inout Reaction
    ) throws(StimulusError) {
        guard let instance = try requester(request.instance, in: chat) else {
            return reaction.noteGone(request.instance, about: post.message)
        }
        do throws(MessageError) {
            try post.checkSend(
                context: instance.context, isVisible: request.isVisible, hasTouch: instance.touch.isUnused,
                profile: profile)
        } catch {
            return reaction.tell(instance, .completion(request.number, error))
        }
        var isPaid = false
        update(instance.id) { isPaid = $0.touch.use() }
        guard isPaid else { return stage(post, by: instance, request, in: &chat, conversation, &reaction) }
        let sent = sendOut(
            Delivery(post, game: post.message == nil ? nil : game, isLinked: isLinked(post, by: instance)),
            in: &chat, conversation, &reaction)
        if self.instance(instance.id) != nil {
            reaction.tell(instance, .completion(request.number, nil))
        }
        if let sent { tellStarted(sent, in: chat, conversation, &reaction) }
    }

    /// S5's second half: the person taps Send.
    mutating func sendDraft(
        in chat: inout Chat, _ conversation: Conversation, _ reaction: inout Reaction
    ) throws(StimulusError) {
        guard !chat.draft.isEmpty else { throw .nothingToSend }
        try checkDraft(of: chat)
        closeMain(unlessIn: chat, &reaction)
        closeDraft(in: chat, &reaction)
        var sent: Message?
        for delivery in chat.draft.takeAll() {
            sent = sendOut(delivery, in: &chat, conversation, &reaction) ?? sent
        }
        if let sent { tellStarted(sent, in: chat, conversation, &reaction) }
    }

    /// S6: the person takes the message out of the draft field.
    mutating func deleteDraft(
        in chat: inout Chat, _ conversation: Conversation, _ reaction: inout Reaction
    ) throws(StimulusError) {
        guard chat.draft.staged != nil else { throw .noDraft }
        try checkDraft(of: chat)
        guard let deleted = chat.draft.deleteMessage() else { throw .noDraft }
        closeDraft(in: chat, &reaction)
        tellMain(.didCancelSending, about: deleted.message, in: chat, conversation, &reaction)
    }

    /// Puts something into the draft field. A message replaces the one there, whose game isn't told (S7); a live one
    /// runs in the field at once.
    private mutating func stage(
        _ post: Post, by instance: InstanceState, _ request: Request, in chat: inout Chat,
        _ conversation: Conversation, _ reaction: inout Reaction
    ) {
        do throws(MessageError) {
            try chat.draft.insert(
                post, game: game, sender: conversation.localParticipant, isLinked: isLinked(post, by: instance),
                context: instance.context, profile: profile)
        } catch {
            return reaction.tell(instance, .completion(request.number, error))
        }
        if post.message != nil {
            closeDraft(in: chat, &reaction)
            startDraft(in: chat, conversation, &reaction)
        }
        complete(request, &reaction)
    }

    /// Answers an insert without an error. In expanded style the draft field isn't seen, and the answer waits for the
    /// collapse. An instance that is gone by now, such as a replaced draft's, gets none.
    private mutating func complete(_ request: Request, _ reaction: inout Reaction) {
        guard let instance = instance(request.instance) else { return }
        if instance.style == .expanded {
            update(instance.id) { $0.waitingCompletions.append(request.number) }
        } else {
            reaction.tell(instance, .completion(request.number, nil))
        }
    }

    /// Whether the sender has a message of this session selected.
    private func isLinked(_ post: Post, by instance: InstanceState) -> Bool {
        post.message?.sharesSession(with: instance.selectedMessage) ?? true
    }

    /// A draft of another game is that game's to send: its lifecycle hears of it. And nobody sends or deletes what an
    /// expanded game hides.
    private func checkDraft(of chat: Chat) throws(StimulusError) {
        if let staged = chat.draft.staged, staged.game != game {
            throw .otherGame(expected: game, found: staged.game)
        }
        if let main, main.chat == chat.id, !main.style.capabilities.contains(.draftField) { throw .draftHidden }
    }

    /// Puts something into the transcript and on its way. Returns the message as it was sent.
    private mutating func sendOut(
        _ delivery: Delivery, in chat: inout Chat, _ conversation: Conversation, _ reaction: inout Reaction
    ) -> Message? {
        let message = delivery.post.message?.sent(by: conversation.localParticipant)
        let sent = Delivery(
            message.map(Post.message) ?? delivery.post, game: delivery.game, isLinked: delivery.isLinked)
        let placement = chat.transcript.add(sent, from: nil, profile: profile)
        reaction.outgoing.append(Reaction.Outgoing(item: placement.item, delivery: sent))
        if let collapsed = placement.collapsed { closeBubble(collapsed, in: chat, &reaction) }
        return message
    }

    /// `did_start_sending`; where the host has an echo of own messages, that comes first, and this a while later.
    private mutating func tellStarted(
        _ message: Message, in chat: Chat, _ conversation: Conversation, _ reaction: inout Reaction
    ) {
        guard profile.ownSendEcho == .bound, let main, main.chat == chat.id, main.context == .messages,
            message.sharesSession(with: main.selectedMessage)
        else { return tellMain(.didStartSending, about: message, in: chat, conversation, &reaction) }
        hear(message, &reaction)
        update(main.id) { $0.starting.append(message) }
        reaction.later.append(
            Reaction.Later(stimulus: .startedSending(message.id), delay: HostProfile.startAfterEcho))
    }

    /// The rest of it, if the game that heard the echo is still open: when it closes, it is told before.
    mutating func tellStarted(_ id: MessageID, in chat: Chat, _ reaction: inout Reaction) {
        guard let instance = main, instance.chat == chat.id,
            let message = instance.starting.first(where: { $0.id == id })
        else { return }
        update(instance.id) { $0.starting.removeAll { $0.id == id } }
        reaction.tell(instance, .didStartSending, about: message)
    }

    /// Tells the main instance if the game is open in this chat, else a fresh one that resigns at once (S8).
    private mutating func tellMain(
        _ callback: Callback, about message: Message, in chat: Chat, _ conversation: Conversation,
        _ reaction: inout Reaction
    ) {
        closeMain(unlessIn: chat, &reaction)
        // Nobody sends or deletes a message while a camera or a call covers the conversation.
        if main?.context == .media { closeMain(&reaction) }
        if let instance = main {
            reaction.tell(instance, callback, about: message)
        } else {
            runErrand(callback, about: message, in: chat, conversation, &reaction)
        }
    }
}
