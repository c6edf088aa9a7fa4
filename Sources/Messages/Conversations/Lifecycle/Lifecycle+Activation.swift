// Starting and ending instances: opening (S1, S2), resigning (S15), transient instances (S8) and
// kills (S17).
extension Lifecycle {
    /// Starts an instance. `active_conversation` is nil until `did_become_active`.
    private func activate(_ instance: InstanceState, _ reaction: inout Reaction) {
        reaction.tell(instance, .load, isActive: false, isVisible: false)
        reaction.tell(instance, .willBecomeActive, isActive: false, isVisible: false)
        reaction.tell(instance, .didBecomeActive, isVisible: false)
    }

    private func appear(_ instance: InstanceState, _ reaction: inout Reaction) {
        reaction.tell(instance, .viewWillAppear, isVisible: false)
        reaction.tell(instance, .viewDidAppear)
    }

    private func disappear(_ instance: InstanceState, _ reaction: inout Reaction) {
        reaction.tell(instance, .viewWillDisappear, isLeaving: true)
        reaction.tell(instance, .viewDidDisappear, isVisible: false, isLeaving: true)
    }

    /// Ends an instance. `active_conversation` is nil again during `did_resign_active`; then the
    /// instance is destroyed.
    private mutating func resign(_ instance: InstanceState, _ reaction: inout Reaction) {
        reaction.tell(instance, .willResignActive, isVisible: false, isLeaving: true)
        reaction.tell(instance, .didResignActive, isActive: false, isVisible: false, isLeaving: true)
        note(departed: instance)
    }

    /// S1. Opens the game. Does nothing if the game is already open in this chat and context.
    mutating func open(
        in chat: Chat, _ conversation: Conversation, context: PresentationContext, _ reaction: inout Reaction
    ) {
        if main?.chat == chat.id, main?.context == context { return }
        closeMain(&reaction)
        startMain(in: chat, conversation, style: .compact, context: context, &reaction)
    }

    /// Starts the main instance. An earlier one must have ended.
    mutating func startMain(
        in chat: Chat, _ conversation: Conversation, style: PresentationStyle, context: PresentationContext,
        _ reaction: inout Reaction
    ) {
        let instance = InstanceState(
            id: newID(.main), chat: chat.id, item: nil, context: context, style: style, conversation: conversation)
        main = instance
        activate(instance, &reaction)
        appear(instance, &reaction)
    }

    /// S15. Closes the main instance, in whichever chat it is open.
    ///
    /// Completions wait while the view hides the draft field, so they are called after the view has
    /// disappeared. They can't come later, because no code of the script runs after the instance
    /// has resigned. If a `did_start_sending` is still to come, it comes before all other
    /// callbacks.
    mutating func closeMain(_ reaction: inout Reaction) {
        guard let instance = main else { return }
        main = nil
        for message in instance.starting {
            reaction.tell(instance, .didStartSending, about: message, isLeaving: true)
        }
        disappear(instance, &reaction)
        for number in instance.waitingCompletions {
            reaction.tell(instance, .completion(number, nil), isVisible: false, isLeaving: true)
        }
        resign(instance, &reaction)
    }

    /// Closes the game if it is open in another chat, because a person acts only in the chat on
    /// screen.
    mutating func closeMain(unlessIn chat: Chat, _ reaction: inout Reaction) {
        if main?.chat != chat.id { closeMain(&reaction) }
    }

    /// S8. Reports a Send or Delete to a transient instance without a view, because the game isn't
    /// open.
    mutating func runErrand(
        _ callback: Callback, about message: Message, in chat: Chat, _ conversation: Conversation,
        _ reaction: inout Reaction
    ) {
        let instance = InstanceState(
            id: newID(.errand), chat: chat.id, item: nil, context: .messages, style: .expanded,
            conversation: conversation)
        activate(instance, &reaction)
        reaction.tell(instance, callback, about: message, isVisible: false)
        resign(instance, &reaction)
    }

    /// S13. Starts an instance inside a bubble and asks it for its size.
    mutating func startBubble(
        _ kind: InstanceID.Kind, at item: TranscriptItem.ID?, showing message: Message, in chat: Chat,
        _ conversation: Conversation, _ reaction: inout Reaction
    ) {
        let instance = InstanceState(
            id: newID(kind), chat: chat.id, item: item, context: .messages, style: .transcript,
            conversation: conversation.selecting(message))
        bubbles.append(instance)
        activate(instance, &reaction)
        appear(instance, &reaction)
        reaction.tell(instance, .contentSizeThatFits(surroundings))
    }

    mutating func closeBubbles(where isMeant: (InstanceState) -> Bool, _ reaction: inout Reaction) {
        let closing = bubbles.filter(isMeant)
        bubbles.removeAll(where: isMeant)
        for instance in closing {
            disappear(instance, &reaction)
            resign(instance, &reaction)
        }
    }

    mutating func leave(_ chat: Chat, _ reaction: inout Reaction) {
        if main?.chat == chat.id { closeMain(&reaction) }
        closeBubbles(where: { $0.chat == chat.id }, &reaction)
    }

    /// Closes the game at the request of its script. In a bubble this does nothing.
    mutating func dismiss(
        _ id: InstanceID, in chat: Chat, _ reaction: inout Reaction
    ) throws(StimulusError) {
        guard let instance = try requester(id, in: chat) else { return reaction.noteGone(id) }
        if instance.style == .transcript {
            reaction.note(.dismissInTranscript, by: instance)
        } else {
            closeMain(&reaction)
        }
    }

    /// Warns all running instances of low memory, the open game last, so that bubbles free their
    /// memory first.
    func warnOfMemory(_ reaction: inout Reaction) {
        for instance in running { reaction.tell(instance, .didReceiveMemoryWarning) }
    }

    /// S17. Removes an instance without callbacks. Killing an instance that has already resigned is
    /// no error, because the result is the same.
    mutating func kill(_ id: InstanceID, in chat: Chat) throws(StimulusError) {
        guard try requester(id, in: chat) != nil else { return }
        if main?.id == id { main = nil }
        bubbles.removeAll { $0.id == id }
    }

    mutating func touch(_ id: InstanceID, in chat: Chat) throws(StimulusError) {
        guard try requester(id, in: chat) != nil else { throw .noInstance(id) }
        update(id) { $0.touch.touch() }
    }
}
