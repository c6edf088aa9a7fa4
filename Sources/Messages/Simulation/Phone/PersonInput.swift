import Conversations
import GameApps
import MatchSessions

/// The input of a device's person to the games: touches in the open game and in live bubbles, and
/// actions that are commands of the host.
struct PersonInput {
    let games: InstalledGames
    let chats: ChatStore
    let loop: EventLoop
    let bubbles: LiveBubbles

    /// Plays the move that the person touches in the open game, or presses its Start button.
    ///
    /// - Throws: ``DeviceError`` if the game isn't open in this chat, or if the move has to be typed
    ///   and the style has no text input.
    func touch(_ move: String, of game: String, in chat: Chat.ID) throws(DeviceError) {
        try touch(move, in: openInstance(of: game, in: chat), chat)
    }

    /// Plays the move that the person touches in a live bubble.
    ///
    /// - Throws: ``DeviceError`` unless the game runs in that bubble.
    func touch(_ move: String, bubble: TranscriptItem.ID, of game: String, in chat: Chat.ID) throws(DeviceError) {
        guard chats[chat]?.transcript[bubble]?.bubble != nil else { throw .stimulus(.noBubble(bubble)) }
        bubbles.wake(bubble, of: game, in: chat)
        guard let running = games[game]?.bubble(bubble, in: chat) else { throw .stimulus(.notLive) }
        try touch(move, in: running, chat)
    }

    /// Plays the move that the person touches in the live draft above the keyboard.
    ///
    /// - Throws: ``DeviceError`` unless the game runs in the draft field.
    func touchDraft(_ move: String, of game: String, in chat: Chat.ID) throws(DeviceError) {
        bubbles.wake(nil, of: game, in: chat)
        let running = games[game]?.lifecycle.bubbles.first { $0.chat == chat && $0.id.kind == .draft }
        guard let running else { throw .stimulus(chats[chat]?.draft.staged == nil ? .noDraft : .notLive) }
        try touch(move, in: running, chat)
    }

    private func touch(_ move: String, in instance: InstanceState, _ chat: Chat.ID) throws(DeviceError) {
        let (id, game) = (instance.id, instance.id.game)
        let moment = games.moment(of: instance)
        try loop.event(of: game, in: chat) { () throws(DeviceError) in
            try loop.carryOut(.touch(id), of: game, in: chat)
            try attempt(of: game) { app throws(AppError) in try app.touch(move, in: id, at: moment) }
            loop.drain(loop.hear(game), of: game, in: chat)
        }
        bubbles.start(of: game, in: chat)
    }

    /// Carries out an action that the person requests by a command of the host in the open game. If
    /// the action makes a draft, the draft is staged and waits for Send.
    ///
    /// - Throws: ``DeviceError`` if the game isn't open in this chat, or if the match rejects the
    ///   action.
    func act(_ act: PersonAction, of game: String, in chat: Chat.ID) throws(DeviceError) {
        let main = try openInstance(of: game, in: chat)
        try loop.event(of: game, in: chat) { () throws(DeviceError) in
            try loop.carryOut(.touch(main.id), of: game, in: chat)
            try attempt(of: game) { app throws(AppError) in
                try app.act(act, in: main.id, at: games.moment(of: main))
            }
            loop.drain(loop.hear(game), of: game, in: chat)
        }
        bubbles.start(of: game, in: chat)
    }

    private func openInstance(of game: String, in chat: Chat.ID) throws(DeviceError) -> InstanceState {
        guard let main = games[game]?.lifecycle.main, main.chat == chat else { throw .stimulus(.notOpen) }
        return main
    }

    /// Runs `body` on a game's app. If `body` throws, the requests that the game's hooks have made
    /// are dropped.
    private func attempt(of game: String, _ body: (GameApp) throws(AppError) -> Void) throws(DeviceError) {
        guard let app = games[game]?.app else { throw .unknownGame(game) }
        do {
            try body(app)
        } catch {
            app.channel.dropRequests()
            _ = loop.hear(game)
            throw .app(error)
        }
    }
}
