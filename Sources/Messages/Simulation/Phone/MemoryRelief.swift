import Conversations
import GameApps

/// The actions that free memory of a game that is short of it. They happen before the pool would do
/// the same in the middle of a call.
struct MemoryRelief {
    let games: InstalledGames
    let loop: EventLoop

    /// Warns a game that is short of memory, collects its states, and then ends background
    /// instances if necessary.
    ///
    /// - Parameter stimulus: The next stimulus. Its instance isn't ended.
    func relieve(_ game: String, in chat: Chat.ID, for stimulus: Stimulus) {
        // hold no copy of the game: it would keep the instances alive that should free their memory
        guard let isShort = games[game]?.isShort(), isShort != games[game]?.isShortOfMemory else { return }
        games[game]?.isShortOfMemory = isShort
        guard isShort else { return }
        warn(game, in: chat)
        endInBackground(of: game, but: stimulus.instance)
        let isStillShort = games[game]?.isShort() ?? false
        games[game]?.isShortOfMemory = isStillShort
    }

    /// Warns every instance of a game of low memory, then frees unused memory.
    private func warn(_ game: String, in chat: Chat.ID) {
        try? loop.carryOut(.memoryWarning, of: game, in: chat)
        games[game]?.app.giveBackMemory()
    }

    /// Ends live bubbles, the least recently used first, until there is room. Never ends the open
    /// game.
    private func endInBackground(of game: String, but spared: InstanceID?) {
        while games[game]?.isShort() == true, let oldest = games[game]?.leastRecentlyUsedBubble(but: spared) {
            let place = InstalledGame.Place(chat: oldest.chat, item: oldest.item)
            let used = games[game]?.app.instances.memoryUsed(by: oldest.id)
            games[game]?.putAway[place] = used
            loop.endQuietly(oldest.id, in: oldest.chat)
        }
    }
}
