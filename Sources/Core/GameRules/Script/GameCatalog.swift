import Foundation
import LuaRuntime
import Values

/// The available games: those that come with Parlor, and any folder given by its path.
public struct GameCatalog: Sendable {
    /// The place of the bundled games.
    public let home: ParlorHome
    /// The Lua of the home's sdk folder, with which every game is loaded.
    public let library: ScriptSource
    /// The limits of a Lua state of any game; a script's own limits may be tighter.
    public let limits: LuaLimits

    /// Creates the catalog of a home.
    ///
    /// - Throws: ``GameError/request(_:)`` if the home has no sdk folder.
    public init(home: ParlorHome, limits: LuaLimits = LuaLimits()) throws(GameError) {
        self.home = home
        library = try ScriptSource(folder: home.sdk)
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
        guard !name.isEmpty else { throw .request(.emptyGameName) }
        if ids.contains(name) { return try GameFolder(at: home.games.appendingPathComponent(name)) }
        let url = URL(typed: name)
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) {
            guard isFolder.boolValue || url.lastPathComponent == "game.lua" else {
                throw .request(.noGameFolder(name))
            }
            return try GameFolder(at: url)
        }
        throw .request(.noGame(name, nearest: NearestName.of(name, in: ids), bundled: ids))
    }

    /// Loads a game: a bundled one by its id, any other by the path of its folder.
    ///
    /// - Throws: ``GameError``, for an unknown game or with everything that is wrong with its
    ///   script.
    public func script(_ name: String) throws(GameError) -> GameScript {
        try GameScript(folder(name), library: library, limits: limits)
    }
}

/// The location of Parlor's own files: the folders `sdk` and `games`.
public struct ParlorHome: Sendable {
    /// The folder that holds both.
    public let folder: URL

    /// The Lua that comes with Parlor: see ``ScriptSource/init(folder:)``.
    public var sdk: URL { folder.appendingPathComponent("sdk") }
    /// The bundled games, each in a folder.
    public var games: URL { folder.appendingPathComponent("games") }

    /// Creates a home at a known place, without checking that it exists.
    public init(folder: URL) { self.folder = folder }

    /// Finds the home. The places are, in this order:
    /// - `PARLOR_HOME`
    /// - `../share/parlor` of an installed program
    /// - the folder of the program, and those above it: a build folder is inside the checkout
    /// - the working folder, and those above it
    ///
    /// - Throws: ``GameError/request(_:)`` if no place is a home, or if `PARLOR_HOME` isn't one.
    public static func find(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        executable: URL? = Bundle.main.executableURL
    ) throws(GameError) -> ParlorHome {
        if let named = environment["PARLOR_HOME"], !named.isEmpty {
            let home = ParlorHome(folder: URL(typed: named))
            guard home.isComplete else {
                throw .request(.noSDK(inHome: named))
            }
            return home
        }
        var starts: [URL] = []
        if let executable {
            let bin = executable.resolvingSymlinksInPath().deletingLastPathComponent()
            let shared = ParlorHome(folder: bin.deletingLastPathComponent().appendingPathComponent("share/parlor"))
            if shared.isComplete { return shared }
            starts.append(bin)
        }
        starts.append(URL(fileURLWithPath: FileManager.default.currentDirectoryPath))
        for start in starts {
            var folder = start.standardizedFileURL
            while true {
                let home = ParlorHome(folder: folder)
                if home.isComplete { return home }
                let parent = folder.deletingLastPathComponent()
                if parent.path == folder.path { break }
                folder = parent
            }
        }
        throw .request(.noSDKFound)
    }

    private var isComplete: Bool {
        FileManager.default.fileExists(atPath: sdk.appendingPathComponent("host/referee.lua").path)
    }
}

extension URL {
    /// Creates the URL of a path without expanding it: `~` is a character like others. A shell has
    /// already replaced a `~` that means a home folder. Foundation would replace it again, and by
    /// another folder than `$HOME`.
    ///
    /// Every path from a command line or the environment becomes a URL here.
    package init(typed path: String) { self.init(fileURLWithPath: path.hasPrefix("~") ? "./" + path : path) }
}
