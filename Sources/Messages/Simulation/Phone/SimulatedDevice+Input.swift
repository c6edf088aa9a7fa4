import Conversations
import GameApps
import MatchSessions

// Input of the person: touches, actions, text and stickers.
extension SimulatedDevice {
    /// Plays the move that the person touches in the open game, or presses its Start button.
    ///
    /// - Throws: ``DeviceError`` if the game isn't open in this chat, or if the move has to be typed
    ///   and the style has no text input.
    public func touch(_ move: String, of game: String, in chat: Chat.ID) throws(DeviceError) {
        try input.touch(move, of: game, in: chat)
    }

    /// Plays the move that the person touches in a live bubble.
    ///
    /// - Throws: ``DeviceError`` unless the game runs in that bubble.
    public func touch(
        _ move: String, bubble: TranscriptItem.ID, of game: String, in chat: Chat.ID
    ) throws(DeviceError) {
        try input.touch(move, bubble: bubble, of: game, in: chat)
    }

    /// Plays the move that the person touches in the live draft above the keyboard.
    ///
    /// - Throws: ``DeviceError`` unless the game runs in the draft field.
    public func touchDraft(_ move: String, of game: String, in chat: Chat.ID) throws(DeviceError) {
        try input.touchDraft(move, of: game, in: chat)
    }

    /// Carries out an action that the person requests by a command of the host in the open game. If
    /// the action makes a draft, the draft is staged and waits for Send.
    ///
    /// - Throws: ``DeviceError`` if the game isn't open in this chat, or if the match rejects the
    ///   action.
    public func act(_ act: PersonAction, of game: String, in chat: Chat.ID) throws(DeviceError) {
        try input.act(act, of: game, in: chat)
    }

    /// Types text into the draft field for the person.
    ///
    /// - Throws: ``DeviceError`` for an unknown chat, or more text than the draft field holds.
    public func type(_ words: String, in chat: Chat.ID) throws(DeviceError) { try chatStore.type(words, in: chat) }

    /// Returns the stickers of a game, by name. Reads no pictures.
    public func stickers(of game: String) -> [StickerPack.Entry] { games[game]?.app.stickers.entries ?? [] }

    /// Returns a game's sticker for drawing. Its bytes stay cached while the game is open.
    ///
    /// - Throws: ``DeviceError/message(_:)`` for a file that isn't a sticker.
    public func sticker(
        _ name: String, of game: String, size: Sticker.Size = .regular
    ) throws(DeviceError) -> Sticker {
        try games.sticker(name, of: game, size: size)
    }

    /// Puts a sticker of a game into the draft field for the person, who can then send the sticker.
    /// Scripts aren't told.
    ///
    /// - Throws: ``DeviceError`` if the game, chat or sticker doesn't exist. The draft field is
    ///   then unchanged.
    public func insertSticker(
        _ name: String, of game: String, in chat: Chat.ID, size: Sticker.Size = .regular
    ) throws(DeviceError) {
        guard games[game] != nil else { throw .unknownGame(game) }
        guard chatStore[chat] != nil else { throw .unknownChat(chat) }
        let sticker = try games.sticker(name, of: game, size: size)
        try chatStore.insert(sticker, of: game, in: chat)
    }
}

// Taps on bubbles, including those of games that aren't installed.
extension SimulatedDevice {
    /// The result of a tap on a bubble.
    public enum TapOutcome: Hashable, Sendable {
        /// The game of the bubble is open.
        case opened
        /// The game isn't installed; the sentence explains how to get it.
        case missing(game: String, String)
        /// A desktop opens the url in a browser.
        case browser(url: String)
        /// A desktop can't open the bubble; the sentence explains why.
        case nothing(String)
    }

    /// Taps a bubble for the person. The bubble's game opens if it is installed.
    ///
    /// - Throws: ``DeviceError`` for an unknown chat or a missing bubble.
    @discardableResult
    public func tap(_ item: TranscriptItem.ID, in chat: Chat.ID) throws(DeviceError) -> TapOutcome {
        let bubble = try chatStore.bubble(item, in: chat)
        if games[bubble.game] != nil {
            try perform(.tapBubble(item), of: bubble.game, in: chat)
            return .opened
        }
        guard kind == .desktop else {
            return .missing(
                game: bubble.game,
                "\(title(of: bubble)) isn't on \(person)'s phone. Install the game \(bubble.game), then tap again.")
        }
        guard let url = bubble.message.url, ["http:", "https:"].contains(where: { url.lowercased().hasPrefix($0) })
        else { return .nothing("\(title(of: bubble)) is played on phones, and its message has no page to open.") }
        return .browser(url: url)
    }

    /// Returns a name for a bubble's game on a device without the game: the title on the bubble's
    /// picture, or the game's id.
    private func title(of bubble: TranscriptItem.Bubble) -> String {
        let title = bubble.message.layout?.template.imageTitle ?? ""
        return title.isEmpty ? bubble.game : title
    }
}
