import Conversations
import MatchSessions
import MessageHost

// What a person does beside a game's board.
extension Device {
    /// Does what the person asks of the host in the open game. What it drafts is staged, and waits for Send.
    ///
    /// - Throws: ``DeviceError`` unless the game is open in this chat, and for what can't be done in the match.
    public func act(_ act: PersonAct, of game: String, in chat: Chat.ID) throws(DeviceError) {
        guard let main = games[game]?.lifecycle.main, main.chat == chat else { throw .stimulus(.notOpen) }
        try event(of: game, in: chat) { () throws(DeviceError) in
            try carryOut(.touch(main.id), of: game, in: chat)
            try attempt(of: game) { app throws(AppError) in try app.act(act, in: main.id, at: moment(of: main)) }
            drain(hear(game), of: game, in: chat)
        }
        showLiveBubbles(of: game, in: chat)
    }

    /// Lets a game's app do something; if it can't, what its hooks have asked for until then is dropped.
    func attempt(of game: String, _ body: (GameApp) throws(AppError) -> Void) throws(DeviceError) {
        guard let app = games[game]?.app else { throw .unknownGame(game) }
        do {
            try body(app)
        } catch {
            app.dropRequests()
            _ = hear(game)
            throw .app(error)
        }
    }

    /// The person types words into the draft field.
    ///
    /// - Throws: ``DeviceError`` for a chat that isn't here, or more text than a message takes.
    public func type(_ words: String, in chat: Chat.ID) throws(DeviceError) {
        guard let state = chats[chat] else { throw .unknownChat(chat) }
        guard state.draft.text.utf8.count + words.utf8.count <= Self.longestText else {
            throw .tooMuchText(bytes: Self.longestText)
        }
        chats[chat]?.draft.text += (state.draft.text.isEmpty ? "" : " ") + words
    }

    private static let longestText = 20_000
}
