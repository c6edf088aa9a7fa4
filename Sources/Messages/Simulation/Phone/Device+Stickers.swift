import Conversations
import MatchSessions
import MessageHost

// Stickers of games: what a person puts on a conversation without the game's doing.
extension Device {
    /// The stickers of a game, by name. No picture is read for it.
    public func stickers(of game: String) -> [StickerPack.Entry] { games[game]?.app.stickers.entries ?? [] }

    /// A game's sticker, to be drawn. Its bytes stay loaded while the game is open.
    ///
    /// - Throws: ``DeviceError/message(_:)`` for a file that is no sticker.
    public func sticker(
        _ name: String, of game: String, size: Sticker.Size = .regular
    ) throws(DeviceError) -> Sticker {
        guard let pack = games[game]?.app.stickers else { throw .unknownGame(game) }
        defer { releaseStickers(of: game) }
        do {
            return try pack.sticker(name, size: size)
        } catch {
            throw .message(error)
        }
    }

    /// The person puts a sticker of a game into the draft field. No script hears of it; Send sends it.
    ///
    /// - Throws: ``DeviceError`` if there is no such game, chat or sticker. The draft field is as it was then.
    public func insertSticker(
        _ name: String, of game: String, in chat: Chat.ID, size: Sticker.Size = .regular
    ) throws(DeviceError) {
        guard games[game] != nil else { throw .unknownGame(game) }
        guard var known = chats[chat] else { throw .unknownChat(chat) }
        let sticker = try sticker(name, of: game, size: size)
        do {
            try known.draft.insert(
                .sticker(sticker), game: game, sender: participant(person, in: game), profile: profile)
        } catch {
            throw .message(error)
        }
        chats[chat] = known
    }

    /// How many bytes of a game's files are loaded.
    package func assetsLoaded(by game: String) -> Int { games[game]?.app.stickers.loadedBytes ?? 0 }

    /// The game isn't open: nothing of its files stays loaded.
    func releaseStickers(of game: String) {
        if games[game]?.lifecycle.main == nil { games[game]?.app.stickers.release() }
    }
}
