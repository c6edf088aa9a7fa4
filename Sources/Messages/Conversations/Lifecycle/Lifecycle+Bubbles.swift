// Live bubbles: S13 in the transcript and in the draft field.
extension Lifecycle {
    /// A live bubble scrolls into view. One that runs already goes on.
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

    /// The bubble leaves the view, or a later message took it.
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

    /// Runs the staged message if its layout is live.
    mutating func startDraft(in chat: Chat, _ conversation: Conversation, _ reaction: inout Reaction) {
        guard let message = chat.draft.staged?.message, message.layout?.isLive == true else { return }
        startBubble(.draft, at: nil, showing: message, in: chat, conversation, &reaction)
    }

    mutating func closeDraft(in chat: Chat, _ reaction: inout Reaction) {
        closeBubbles(where: { $0.chat == chat.id && $0.id.kind == .draft }, &reaction)
    }

    /// Asks every live bubble for its size again if anything it depends on changed.
    mutating func surround(with new: Surroundings, _ reaction: inout Reaction) {
        let before = surroundings
        surroundings = new
        guard !new.sizesBubbles(as: before) else { return }
        for instance in bubbles { reaction.tell(instance, .contentSizeThatFits(new)) }
    }
}
