import Conversations
import GameApps

/// The live bubbles of the chat that the person looks at. This type starts and ends their
/// instances.
final class LiveBubbles {
    /// The chat that the person looks at, or nil. Its live bubbles run.
    private(set) var visibleChat: Chat.ID?
    private let games: InstalledGames
    private let chats: ChatStore
    private let loop: EventLoop

    init(games: InstalledGames, chats: ChatStore, loop: EventLoop) {
        self.games = games
        self.chats = chats
        self.loop = loop
    }

    /// Shows a chat to the person, or no chat if `chat` is nil.
    func look(at chat: Chat.ID?) {
        for game in games.ids {
            if let visibleChat, visibleChat != chat {
                try? loop.carryOut(.leaveChat, of: game, in: visibleChat)
                games[game]?.putAway = [:]
            }
        }
        visibleChat = chat
        guard let chat else { return }
        for game in games.ids { start(of: game, in: chat) }
    }

    /// Starts the live bubbles of a visible chat that have no instance.
    func start(of game: String, in chat: Chat.ID) {
        guard visibleChat == chat, let items = chats[chat]?.transcript.items else { return }
        for item in items where item.bubble?.game == game && item.bubble?.message.layout?.isLive == true {
            guard bringsBack(item.id, of: game, in: chat) else { continue }
            try? loop.carryOut(.bubbleAppears(item.id), of: game, in: chat)
        }
        if chats[chat]?.draft.staged?.game == game, bringsBack(nil, of: game, in: chat) {
            try? loop.carryOut(.draftAppears, of: game, in: chat)
        }
    }

    /// Returns whether a visible live bubble should be started. False if its instance runs already.
    /// If the instance was ended for lack of memory, false until there is room for the memory that
    /// the instance used.
    private func bringsBack(_ item: TranscriptItem.ID?, of game: String, in chat: Chat.ID) -> Bool {
        let place = InstalledGame.Place(chat: chat, item: item)
        guard let installed = games[game] else { return false }
        if installed.bubble(item, in: chat) != nil { return false }
        guard let used = installed.putAway[place] else { return true }
        guard !installed.isShort(with: used) else { return false }
        games[game]?.putAway[place] = nil
        return true
    }

    /// Restarts a live bubble that was ended for lack of memory, because the person touches the
    /// bubble. Other instances may have to end, so that there is enough memory.
    ///
    /// - Parameter item: The transcript item, or nil for the draft field.
    func wake(_ item: TranscriptItem.ID?, of game: String, in chat: Chat.ID) {
        let place = InstalledGame.Place(chat: chat, item: item)
        guard games[game]?.putAway.removeValue(forKey: place) != nil else { return }
        try? loop.carryOut(item.map { .bubbleAppears($0) } ?? .draftAppears, of: game, in: chat)
    }
}
