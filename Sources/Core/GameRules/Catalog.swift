import Foundation
import LuaRuntime
import Values

/// The games that are at hand: those that Parlor brings along, and any folder that is named by its path.
public struct Catalog: Sendable {
    /// Where the bundled games lie.
    public let home: ParlorHome
    /// The Lua of the home's sdk folder, which every game is loaded with.
    public let library: ScriptLibrary
    /// What a Lua state of any game may use; a script's own limits may be tighter.
    public let limits: LuaLimits

    /// - Throws: ``GameError/request(_:)`` if the home has no sdk folder.
    public init(home: ParlorHome, limits: LuaLimits = LuaLimits()) throws(GameError) {
        self.home = home
        library = try ScriptLibrary(folder: home.sdk)
        self.limits = limits
    }

    /// The ids of the bundled games, in order.
    public var ids: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: home.games.path)) ?? []
        return names.sorted().filter { name in
            GameFolder.isID(name)
                && FileManager.default.fileExists(atPath: home.games.appendingPathComponent("\(name)/game.lua").path)
        }
    }

    /// Reads the files of a game: a bundled one by its id, any other by the path of its folder.
    ///
    /// - Throws: ``GameError/request(_:)`` with the nearest id if there is no such game.
    public func folder(_ name: String) throws(GameError) -> GameFolder {
        guard !name.isEmpty else { throw .request("An empty name names no game.") }
        if ids.contains(name) { return try GameFolder(at: home.games.appendingPathComponent(name)) }
        let url = URL(typed: name)
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) {
            guard isFolder.boolValue || url.lastPathComponent == "game.lua" else {
                throw .request("\(name.excerpt) is no folder: a game is one, with a game.lua.")
            }
            return try GameFolder(at: url)
        }
        let nearest = NearestName.of(name, in: ids).map { " Did you mean '\($0)'?" } ?? ""
        throw .request(
            "There is no game '\(name.excerpt)'.\(nearest) Bundled games: \(ids.joined(separator: ", ")); or name a folder."
        )
    }

    /// Loads a game: a bundled one by its id, any other by the path of its folder.
    ///
    /// - Throws: ``GameError``: no such game, or everything that is wrong with its script.
    public func script(_ name: String) throws(GameError) -> GameScript {
        try GameScript(folder(name), library: library, limits: limits)
    }
}
