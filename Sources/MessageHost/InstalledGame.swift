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

    init(_ script: GameScript, carrier: Carrier, profile: HostProfile, surroundings: Surroundings) throws(WireError) {
        self.script = script
        pool = MemoryPool.current ?? MemoryPool()
        table = MatchTable(game: try GameID(script.id), shelf: ScriptShelf(script), carrier: carrier, pool: pool)
        lifecycle = Lifecycle(game: script.id, profile: profile, surroundings: surroundings)
        store = GameStore()
        stickers = StickerPack(folder: script.folder.url?.appendingPathComponent("stickers"))
    }
}
