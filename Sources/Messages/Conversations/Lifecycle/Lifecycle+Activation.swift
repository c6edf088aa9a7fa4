// Instances come and go: opening (S1, S2), leaving (S15), errands (S8) and ends without a word (S17).
extension Lifecycle {
    /// The beginning of every instance. `active_conversation` is nil until `did_become_active`.
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

    /// The end. `active_conversation` is nil again inside `did_resign_active`; then the instance is destroyed.
    private mutating func resign(_ instance: InstanceState, _ reaction: inout Reaction) {
        reaction.tell(instance, .willResignActive, isVisible: false, isLeaving: true)
        reaction.tell(instance, .didResignActive, isActive: false, isVisible: false, isLeaving: true)
        note(departed: instance)
    }

    /// S1. A game that is already open stays as it is.
    mutating func open(
        in chat: Chat, _ conversation: Conversation, context: PresentationContext, _ reaction: inout Reaction
    ) {
        if main?.chat == chat.id, main?.context == context { return }
        closeMain(&reaction)
        startMain(in: chat, conversation, style: .compact, context: context, &reaction)
    }

    /// Starts the main instance; any earlier one must be gone.
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

    /// S15 for the main instance, wherever it is open.
    ///
    /// Completions that waited for the draft field to be seen are called once the view is gone: the field is there
    /// then, and after resigning no code of the script runs. A message that is about to start is told of before it.
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

    /// A person can only act in the chat on screen, so acting in one closes the game in another.
    mutating func closeMain(unlessIn chat: Chat, _ reaction: inout Reaction) {
        if main?.chat != chat.id { closeMain(&reaction) }
    }

    /// S8: tells of a Send or Delete while the game isn't open. A fresh instance hears it and is gone; it has no view.
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

    /// S13: an instance inside a bubble, which is then asked for its size.
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

    /// A script's own wish to go. In a bubble it does nothing.
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

    /// Everything that runs hears that memory runs short, the open game last: the bubbles give theirs back first.
    func warnOfMemory(_ reaction: inout Reaction) {
        for instance in running { reaction.tell(instance, .didReceiveMemoryWarning) }
    }

    /// S17. Killing what has resigned is no error: nobody can tell the difference.
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
