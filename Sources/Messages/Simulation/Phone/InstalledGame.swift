import Conversations
import GameApps
import GameRules
import LuaRuntime
import MatchSessions
import MessageProtocol

/// A game on a device: the app, and the lifecycle of its instances.
struct InstalledGame {
    let app: GameApp
    var lifecycle: Lifecycle
    /// The sizes in points that bubbles requested, by instance.
    var bubbleSizes: [InstanceID: (width: Int, height: Int)] = [:]
    /// Whether the game was warned of low memory and is still short of it.
    var isShortOfMemory = false
    /// Live bubbles that were ended for lack of memory, with the bytes that the instance of each
    /// bubble used.
    var putAway: [Place: Int] = [:]

    /// The place of a live bubble.
    struct Place: Hashable {
        let chat: Chat.ID
        /// The transcript item, or nil for the draft field.
        let item: TranscriptItem.ID?
    }

    /// - Parameter before: The version of the game before an update. All instances of that version
    ///   must have ended. Their numbers aren't used again.
    init(_ app: GameApp, profile: HostProfile, replacing before: InstalledGame? = nil) {
        self.app = app
        lifecycle = before?.lifecycle ?? Lifecycle(game: app.script.id, profile: profile)
    }

    var script: GameScript { app.script }
    var table: MatchTable { app.table }

    /// The running instances: the open game, then the live bubbles.
    var runningInstances: [InstanceID] { ([lifecycle.main].compactMap(\.self) + lifecycle.bubbles).map(\.id) }

    /// Returns the instance that runs in a bubble, or nil.
    ///
    /// - Parameter item: The transcript item, or nil for the draft field.
    func bubble(_ item: TranscriptItem.ID?, in chat: Chat.ID) -> InstanceState? {
        lifecycle.bubbles.first { $0.chat == chat && $0.item == item }
    }

    /// Returns the least recently used live bubble except `spared`.
    func leastRecentlyUsedBubble(but spared: InstanceID?) -> InstanceState? {
        lifecycle.bubbles.filter { $0.id != spared && app.instances.lastUse(of: $0.id) != nil }
            .min { app.instances.lastUse(of: $0.id) ?? 0 < app.instances.lastUse(of: $1.id) ?? 0 }
    }

    /// Returns whether the memory pool of the game, with `more` bytes more in use, could lack room
    /// for another Lua state.
    func isShort(with more: Int = 0) -> Bool { app.instances.isShortOfMemory(with: more) }
}
