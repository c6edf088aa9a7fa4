import Conversations
import MatchSessions
import MessageHost

// Touches: in the open game, and in live bubbles.
extension Device {
    /// The person touches what plays `move` in the open game, or its Start button.
    ///
    /// - Throws: ``DeviceError`` unless the game is open in this chat; also for a move that has to be typed where the style
    ///   takes no text.
    public func touch(_ move: String, of game: String, in chat: Chat.ID) throws(DeviceError) {
        guard let main = games[game]?.lifecycle.main, main.chat == chat else { throw .stimulus(.notOpen) }
        try touch(move, in: main, chat)
    }

    /// The person touches what plays `move` in a live bubble.
    ///
    /// - Throws: ``DeviceError`` unless the game runs in that bubble.
    public func touch(
        _ move: String, bubble: TranscriptItem.ID, of game: String, in chat: Chat.ID
    ) throws(DeviceError) {
        guard chats[chat]?.transcript[bubble]?.bubble != nil else { throw .stimulus(.noBubble(bubble)) }
        wake(bubble, of: game, in: chat)
        let running = games[game]?.lifecycle.bubbles.first { $0.chat == chat && $0.item == bubble }
        guard let running else { throw .stimulus(.notLive) }
        try touch(move, in: running, chat)
    }

    /// The person touches what plays `move` in the live draft above the keyboard.
    ///
    /// - Throws: ``DeviceError`` unless the game runs there.
    public func touchDraft(_ move: String, of game: String, in chat: Chat.ID) throws(DeviceError) {
        wake(nil, of: game, in: chat)
        let running = games[game]?.lifecycle.bubbles.first { $0.chat == chat && $0.id.kind == .draft }
        guard let running else { throw .stimulus(chats[chat]?.draft.staged == nil ? .noDraft : .notLive) }
        try touch(move, in: running, chat)
    }

    private func touch(_ move: String, in instance: InstanceState, _ chat: Chat.ID) throws(DeviceError) {
        let (id, game) = (instance.id, instance.id.game)
        let moment = moment(of: instance)
        try event(of: game, in: chat) { () throws(DeviceError) in
            try carryOut(.touch(id), of: game, in: chat)
            try attempt(of: game) { app throws(AppError) in try app.touch(move, in: id, at: moment) }
            drain(hear(game), of: game, in: chat)
        }
        showLiveBubbles(of: game, in: chat)
    }

    /// Does a person need a keyboard for this move?
    public func isTyped(_ move: String, of game: String, in chat: Chat.ID) -> Bool {
        games[game]?.app.isTyped(move, in: chat) == true
    }
}
