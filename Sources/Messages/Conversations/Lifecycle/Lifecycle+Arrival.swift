// What others send: S10 to S12, and what becomes of what we sent.
extension Lifecycle {
    /// Puts an arrival into the transcript, and tells the game if it is open in this chat, and not in a camera or a call.
    /// What arrives otherwise is never told later (S11).
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
                .silent(EventLog.Silence(.arrivalWhileInactive, game: game, message: arrived.id)))
        }
    }

    /// S10, or S12 for a message of the selected message's session.
    mutating func hear(_ message: Message, _ reaction: inout Reaction) {
        if profile.selectionOnArrival == .follow, message.sharesSession(with: main?.selectedMessage) {
            select(message, &reaction)
        }
        if let instance = main { reaction.tell(instance, .didReceive, about: message) }
    }

    /// A message that is to expire goes, a while after it was opened. An instance that has it selected keeps its copy.
    mutating func expire(
        _ id: TranscriptItem.ID, in chat: inout Chat, _ reaction: inout Reaction
    ) throws(StimulusError) {
        guard try bubble(at: id, in: chat).0.message.shouldExpire else { throw .noBubble(id) }
        closeBubble(id, in: chat, &reaction)
        chat.transcript.remove(id)
    }

    /// Marks a message of ours that couldn't be delivered. No callback; who looks at it sees it.
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
