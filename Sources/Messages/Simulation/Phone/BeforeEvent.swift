import Conversations
import MatchSessions
import MessageHost

/// How things stood before the hooks of an event ran: what they staged, drafted, began and kept is taken back if the event
/// meets a limit. What was sent has left, and what was read was signed by others: both stay.
struct BeforeEvent {
    let game: String
    let chat: Chat.ID
    let draft: DraftField
    let app: GameApp.Snapshot
}

extension Device {
    /// How things stand now.
    func before(_ game: String, _ chat: Chat.ID) -> BeforeEvent? {
        guard let app = games[game]?.app, let known = chats[chat] else { return nil }
        return BeforeEvent(game: game, chat: chat, draft: known.draft, app: app.snapshot)
    }

    /// Takes back what the hooks of an event did.
    func takeBack(_ before: BeforeEvent) {
        let isOtherDraft = chats[before.chat]?.draft.staged?.message.id != before.draft.staged?.message.id
        chats[before.chat]?.draft = before.draft
        if isOtherDraft {
            // an instance that ran in the draft field showed what isn't there any more
            for id in games[before.game]?.lifecycle.bubbles.map(\.id) ?? [] where id.kind == .draft {
                endQuietly(id, in: before.chat)
            }
        }
        games[before.game]?.app.takeBack(to: before.app)
    }
}
