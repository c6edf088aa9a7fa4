import Conversations
import MatchSessions
import MessageHost

// Drafts of matches and what lies in the draft field: a draft that can't be sent any more must not keep a seat from
// signing something else, and one that left must not be forgotten, whatever became of the instance that made it.
extension Device {
    /// A request carried out: a draft that it was to stage or send, and which is neither staged nor sent, is given up.
    ///
    /// - Parameters:
    ///   - reaction: Nil if the request had become impossible.
    ///   - pending: What waits: a completion may have asked for the same draft in another way.
    func giveUpDraft(
        of request: Stimulus, _ reaction: Reaction?, _ pending: [Stimulus], of game: String, in chat: Chat.ID
    ) {
        guard let wanted = message(in: request),
            !pending.contains(where: { message(in: $0).map { $0.url == wanted.url } ?? false })
        else { return }
        let isSent = reaction?.outgoing.contains { $0.delivery.post.message?.id == wanted.id } ?? false
        guard let url = wanted.url, !isSent, stagedURL(of: game, in: chat) != url, let app = games[game]?.app,
            let text = app.giveUpDraft(url)
        else { return }
        // A completion with an error is told by itself.
        if reaction?.entries.contains(where: { $0.silentCase != nil }) != false {
            app.note("\(text) isn't in the draft field: play it again.", in: chat)
        }
    }

    /// The message that a request is to insert or send.
    private func message(in request: Stimulus) -> Message? {
        switch request {
        case .insert(_, let post), .send(_, let post): post.message
        default: nil
        }
    }

    /// Messages that leave have left for what follows, too.
    func noteDeparted(_ reaction: Reaction, of game: String) {
        for outgoing in reaction.outgoing where outgoing.delivery.game == game {
            if let url = outgoing.delivery.post.message?.url { games[game]?.app.departed.insert(url) }
        }
    }

    /// A message left: its draft counts now, even if no hook lived to say so.
    func settle(_ outgoing: Reaction.Outgoing, of game: String, in chat: Chat.ID) {
        guard outgoing.delivery.game == game, let message = outgoing.delivery.post.message else { return }
        games[game]?.app.settle(message, in: chat)
    }

    /// The url of a game's message in the draft field.
    func stagedURL(of game: String, in chat: Chat.ID) -> String? {
        guard let staged = chats[chat]?.draft.staged, staged.game == game else { return nil }
        return staged.message.url
    }

    /// An instance is gone, with all that was kept for it.
    func bury(_ id: InstanceID) {
        games[id.game]?.app.end(id)
        games[id.game]?.bubbleSizes[id] = nil
        releaseStickers(of: id.game)
    }
}
