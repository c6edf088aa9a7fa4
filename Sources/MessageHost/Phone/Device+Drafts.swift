import Conversations
import GameRules
import MessageWire

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
        guard !isSent, !isStaged(wanted.url, of: game, in: chat), let table = games[game]?.table,
            let record = table.records.values.first(where: { $0.draft != nil && $0.draft?.url == wanted.url })
        else { return }
        table.cancelDraft(of: record.id)
        // A completion with an error is told by itself.
        if reaction?.entries.contains(where: { $0.silentCase != nil }) != false {
            note("\(record.draft?.text ?? "The move") isn't in the draft field: play it again.", game, chat)
        }
    }

    /// The message that a request is to insert or send.
    private func message(in request: Stimulus) -> Message? {
        switch request {
        case .insert(_, let post), .send(_, let post): post.message
        default: nil
        }
    }

    /// The game is opened: drafts that were replaced, or whose instance ended before it inserted them, are given up.
    func giveUpDrafts(of game: String, in chat: Chat.ID) {
        guard let table = games[game]?.table else { return }
        for record in table.records.values where record.chat == chat {
            if let draft = record.draft, !isStaged(draft.url, of: game, in: chat) { table.cancelDraft(of: record.id) }
        }
    }

    /// A message left. Its draft counts now, even if no hook lived to say so: else the seat could sign another ply on the
    /// same head.
    func settle(_ outgoing: Reaction.Outgoing, of game: String, in chat: Chat.ID) {
        guard let message = outgoing.delivery.post.message, outgoing.delivery.game == game, let url = message.url,
            let table = games[game]?.table, let session = message.session,
            table.records.values.contains(where: { $0.draft?.url == url && (!$0.draftIsStale || $0.draft?.bet != nil) })
        else { return }
        let before = table.records
        let reading = table.read(url, from: nil, chat: chat, session: session, now: now)
        if let match = reading.match { tellBets(of: match, before: before[match], reading, of: game, in: chat) }
    }

    /// Is this the url of a draft that hasn't left? It counts when it is sent, whoever looks at it in the draft field.
    func isUnsentDraft(_ url: String, of game: String, in chat: Chat.ID) -> Bool {
        guard games[game]?.table.records.values.contains(where: { $0.draft?.url == url }) == true else { return false }
        return chats[chat]?.transcript.items.contains { $0.bubble?.message.url == url } != true
    }

    private func isStaged(_ url: String?, of game: String, in chat: Chat.ID) -> Bool {
        guard let staged = chats[chat]?.draft.staged, staged.game == game else { return false }
        return staged.message.url == url
    }

    /// An instance is gone, with all that was kept for it.
    func bury(_ id: InstanceID) {
        games[id.game]?.instances[id] = nil
        games[id.game]?.bubbleSizes[id] = nil
        releaseStickers(of: id.game)
    }

    /// What a hook printed, for the author; what is over the event's limit isn't kept.
    func keepPrinted(_ text: String, by id: InstanceID, in hook: String) {
        let room = budget?.print(text.utf8.count, "\(id.game)/on.\(hook)") ?? text.utf8.count
        let kept = room == text.utf8.count ? text : String(decoding: text.utf8.prefix(room), as: UTF8.self)
        if !kept.isEmpty { printouts.append(Printout(instance: id, hook: hook, text: kept)) }
    }
}
