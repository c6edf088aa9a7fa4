import Conversations
import MessageWire

/// How things stood before the hooks of an event ran: what they staged, drafted, began and kept is taken back if the event
/// meets a limit. What was sent has left, and what was read was signed by others: both stay.
struct BeforeEvent {
    let game: String
    let chat: Chat.ID
    let draft: DraftField
    let records: [MatchID: MatchRecord]
    let current: MatchID?
    let store: GameStore
}

extension Device {
    /// How things stand now.
    func before(_ game: String, _ chat: Chat.ID) -> BeforeEvent? {
        guard let installed = games[game], let known = chats[chat] else { return nil }
        return BeforeEvent(
            game: game, chat: chat, draft: known.draft, records: installed.table.records,
            current: installed.current[chat], store: installed.store)
    }

    /// Takes back what the hooks of an event did.
    func takeBack(_ before: BeforeEvent) {
        guard let table = games[before.game]?.table else { return }
        let isOtherDraft = chats[before.chat]?.draft.staged?.message.id != before.draft.staged?.message.id
        chats[before.chat]?.draft = before.draft
        if isOtherDraft {
            // an instance that ran in the draft field showed what isn't there any more
            for id in games[before.game]?.lifecycle.bubbles.map(\.id) ?? [] where id.kind == .draft {
                endQuietly(id, in: before.chat)
            }
        }
        games[before.game]?.store = before.store
        for (id, record) in table.records {
            guard let old = before.records[id] else {
                // begun by a hook, and nobody was told of it
                if record.url == nil, record.seat != nil { table.records[id] = nil }
                continue
            }
            let isOut = chats[before.chat]?.transcript.items.contains {
                old.draft != nil && $0.bubble?.message.url == old.draft?.url
            }
            table.records[id]?.draft = isOut == true ? nil : old.draft
        }
        if let current = games[before.game]?.current[before.chat], table.records[current] == nil {
            games[before.game]?.current[before.chat] = before.current
        }
    }
}
