// The draft field and sending: S5 to S9.
extension Lifecycle {
    /// Carries out `insert`. Checks the context (error 11), then validity (error 8). A rejected
    /// insert leaves the draft unchanged.
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

    /// Carries out an insert of an instance that has ended. No instance can receive the answer.
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

    /// Answers a request with an error because there is nothing to insert, for example because a
    /// sticker has no file. The draft is unchanged.
    func refuse(
        _ request: Request, _ error: MessageError, in chat: Chat, _ reaction: inout Reaction
    ) throws(StimulusError) {
        guard let instance = try requester(request.instance, in: chat) else {
            return reaction.noteGone(request.instance)
        }
        reaction.tell(instance, .completion(request.number, error))
    }

    /// S9. Carries out `send`. Checks the context (error 11), validity (8), visibility (10) and touch
    /// (9), in this order.
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

    /// S5, second half. Sends the draft when the person taps Send.
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

    /// S6. Removes the message from the draft field when the person deletes it.
    mutating func deleteDraft(
        in chat: inout Chat, _ conversation: Conversation, _ reaction: inout Reaction
    ) throws(StimulusError) {
        guard chat.draft.staged != nil else { throw .noDraft }
        try checkDraft(of: chat)
        guard let deleted = chat.draft.deleteMessage() else { throw .noDraft }
        closeDraft(in: chat, &reaction)
        tellMain(.didCancelSending, about: deleted.message, in: chat, conversation, &reaction)
    }

    /// Puts a post into the draft field. A message replaces the previous message without a callback
    /// to the game of the previous message (S7). If the layout of the message is live, an instance
    /// in the draft field starts at once.
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

    /// Answers an insert without an error. In expanded style the draft field isn't visible, so the
    /// answer waits for the collapse. An instance that has ended, such as the instance of a
    /// replaced draft, gets no answer.
    private mutating func complete(_ request: Request, _ reaction: inout Reaction) {
        guard let instance = instance(request.instance) else { return }
        if instance.style == .expanded {
            update(instance.id) { $0.waitingCompletions.append(request.number) }
        } else {
            reaction.tell(instance, .completion(request.number, nil))
        }
    }

    /// Returns whether the sender has a message of this session selected.
    private func isLinked(_ post: Post, by instance: InstanceState) -> Bool {
        post.message?.sharesSession(with: instance.selectedMessage) ?? true
    }

    /// Checks that the draft belongs to this game and that the person can see the draft. Another
    /// game's draft must be given to that game's lifecycle. An expanded game hides the draft field,
    /// so the person can't send or delete the draft.
    private func checkDraft(of chat: Chat) throws(StimulusError) {
        if let staged = chat.draft.staged, staged.game != game {
            throw .otherGame(expected: game, found: staged.game)
        }
        if let main, main.chat == chat.id, !main.style.capabilities.contains(.draftField) { throw .draftHidden }
    }

    /// Adds a delivery to the transcript and sends it. Returns the message as it was sent.
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

    /// Reports `did_start_sending`. If the host echoes own messages (``HostProfile/OwnSendEcho``),
    /// the game first receives the message as an echo, and the report follows after a delay.
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

    /// Reports the delayed `did_start_sending` if the game that received the echo is still open. If
    /// the game closes earlier, `closeMain` makes the report.
    mutating func tellStarted(_ id: MessageID, in chat: Chat, _ reaction: inout Reaction) {
        guard let instance = main, instance.chat == chat.id,
            let message = instance.starting.first(where: { $0.id == id })
        else { return }
        update(instance.id) { $0.starting.removeAll { $0.id == id } }
        reaction.tell(instance, .didStartSending, about: message)
    }

    /// Reports to the main instance if the game is open in this chat, otherwise to a transient
    /// instance (S8).
    private mutating func tellMain(
        _ callback: Callback, about message: Message, in chat: Chat, _ conversation: Conversation,
        _ reaction: inout Reaction
    ) {
        closeMain(unlessIn: chat, &reaction)
        // nobody sends or deletes a message while a camera or a call covers the conversation
        if main?.context == .media { closeMain(&reaction) }
        if let instance = main {
            reaction.tell(instance, callback, about: message)
        } else {
            runErrand(callback, about: message, in: chat, conversation, &reaction)
        }
    }
}
