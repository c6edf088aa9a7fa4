import LuaRuntime

/// The Lua files of a game as its states load them: compiled once in a process.
package struct GameChunks: Sendable {
    /// `game.lua`.
    let main: LuaChunk
    /// The other files, which `game.lua` may require: `pieces.lua` as `pieces`.
    let modules: LuaModules

    init(_ folder: GameFolder) {
        main = LuaChunk.cached(name: "game.lua", source: folder.files["game.lua"] ?? "")
        let others = folder.files.filter { $0.key != "game.lua" }.sorted { $0.key < $1.key }
        // the game's own chunks are compiled as a script's: they see nothing of the host's
        modules = LuaModules(
            others.map { (String($0.key.dropLast(4)), LuaChunk.cached(name: $0.key, source: $0.value)) }, trust: .script
        )
    }
}
