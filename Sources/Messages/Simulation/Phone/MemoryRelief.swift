import Conversations
import GameApps

/// The actions that free memory for a game that is short of memory. They are taken between calls,
/// so that the memory pool doesn't run out in the middle of a call.
struct MemoryRelief {
    let games: InstalledGames
    let loop: EventLoop

    /// If a game has become short of memory, warns the game, frees unused memory, and then ends
    /// instances in bubbles if necessary.
    ///
    /// - Parameter stimulus: The next stimulus. The instance of this stimulus isn't ended.
    func relieve(_ game: String, in chat: Chat.ID, for stimulus: Stimulus) {
        // hold no copy of the game: a copy would keep alive the instances that should be ended
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

    /// Ends live bubbles, the least recently used first, until there is enough memory. Never ends
    /// the open game.
    private func endInBackground(of game: String, but spared: InstanceID?) {
        while games[game]?.isShort() == true, let oldest = games[game]?.leastRecentlyUsedBubble(but: spared) {
            let place = InstalledGame.Place(chat: oldest.chat, item: oldest.item)
            let used = games[game]?.app.instances.memoryUsed(by: oldest.id)
            games[game]?.putAway[place] = used
            loop.endQuietly(oldest.id, in: oldest.chat)
        }
    }
}
