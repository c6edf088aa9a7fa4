import Conversations
import GameApps
import GameRules
import LuaRuntime
import MatchSessions
import MessageProtocol

/// A game on a device: the app, and its life on the screen.
struct InstalledGame {
    let app: GameApp
    var lifecycle: Lifecycle
    /// How large the bubbles want to be, in points, by the instance that said so.
    var bubbleSizes: [InstanceID: (width: Int, height: Int)] = [:]
    /// Was the game told that its memory runs short, and does it still?
    var isShortOfMemory = false
    /// How often the game was installed.
    var install = 1
    /// Live bubbles that were ended for want of memory, with the bytes that each had.
    var putAway: [Place: Int] = [:]

    /// Where a live bubble runs.
    struct Place: Hashable {
        let chat: Chat.ID
        /// Nil for the draft field.
        let item: TranscriptItem.ID?
    }

    /// - Parameter before: The version before an update. Nothing of it runs any more; its instances' numbers are spent.
    init(_ app: GameApp, profile: HostProfile, replacing before: InstalledGame? = nil) {
        self.app = app
        lifecycle = before?.lifecycle ?? Lifecycle(game: app.script.id, profile: profile)
    }

    var script: GameScript { app.script }
    var table: MatchTable { app.table }

    /// The live bubble that wasn't used for longest.
    func leastRecentlyUsedBubble(but spared: InstanceID?) -> InstanceState? {
        lifecycle.bubbles.filter { $0.id != spared && app.lastUse(of: $0.id) != nil }
            .min { app.lastUse(of: $0.id) ?? 0 < app.lastUse(of: $1.id) ?? 0 }
    }

    /// Is there less left in the pool than one more state may take?
    func isShort(with more: Int = 0) -> Bool { app.isShortOfMemory(with: more) }
}
