import Conversations
import GameRules
import LuaRuntime
import MessageWire

/// A game on a device: its rules and matches, its life on the screen, its instances, its store. Everything that runs Lua
/// for it shares one budget of memory.
struct InstalledGame {
    let script: GameScript
    let pool: MemoryPool
    let table: MatchTable
    var lifecycle: Lifecycle
    var instances: [InstanceID: AppInstance] = [:]
    /// The match that a chat is about: the last one that was read or begun there.
    var current: [Chat.ID: MatchID] = [:]
    var store: GameStore
    let stickers: StickerPack
    /// How large the bubbles want to be, in points, by the instance that said so.
    var bubbleSizes: [InstanceID: (width: Int, height: Int)] = [:]
    /// Was the game told that its memory runs short, and does it still?
    var isShortOfMemory = false
    /// How often the game was installed.
    var install = 1
    /// Live bubbles that were ended for want of memory, with the bytes that each had.
    var putAway: [Place: Int] = [:]
    private var uses = 0

    /// Where a live bubble runs.
    struct Place: Hashable {
        let chat: Chat.ID
        /// Nil for the draft field.
        let item: TranscriptItem.ID?
    }

    init(_ script: GameScript, carrier: Carrier, profile: HostProfile, surroundings: Surroundings) throws(WireError) {
        self.script = script
        pool = MemoryPool.current ?? MemoryPool()
        table = MatchTable(game: try GameID(script.id), shelf: ScriptShelf(script), carrier: carrier, pool: pool)
        lifecycle = Lifecycle(game: script.id, profile: profile, surroundings: surroundings)
        store = GameStore()
        stickers = StickerPack(folder: script.folder.url?.appendingPathComponent("stickers"))
    }

    /// What an update leaves as it was. Nothing of the earlier version runs any more; its instances' numbers are spent.
    mutating func takeOver(_ before: InstalledGame) {
        table.takeOver(before.table)
        (store, current, lifecycle) = (before.store, before.current, before.lifecycle)
    }

    /// Notes which instance was used last.
    mutating func wasUsed(_ instance: AppInstance) {
        uses &+= 1
        instance.lastUse = uses
    }

    /// The live bubble that wasn't used for longest.
    func leastRecentlyUsedBubble(but spared: InstanceID?) -> InstanceState? {
        func lastUse(_ bubble: InstanceState) -> Int { instances[bubble.id]?.lastUse ?? 0 }
        return lifecycle.bubbles.filter { $0.id != spared && instances[$0.id] != nil }
            .min { lastUse($0) < lastUse($1) }
    }

    /// Above so many bytes the pool is short: one more state at its own limit, and there is nothing left.
    private var mostLeased: Int { max(pool.limit / 2, pool.limit - script.limits.memory) }

    /// Is there less left than one more state may take?
    func isShort(with more: Int = 0) -> Bool { pool.leased + min(max(0, more), pool.limit) > mostLeased }
}
