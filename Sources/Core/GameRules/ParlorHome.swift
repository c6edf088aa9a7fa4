import Foundation

/// Where Parlor's own files are: the folders `sdk` and `games`.
public struct ParlorHome: Sendable {
    /// The folder that holds both.
    public let folder: URL

    /// The Lua that Parlor brings along: see ``ScriptLibrary/init(folder:)``.
    public var sdk: URL { folder.appendingPathComponent("sdk") }
    /// The bundled games, a folder for each.
    public var games: URL { folder.appendingPathComponent("games") }

    /// A home at a known place; nothing is looked up there.
    public init(folder: URL) { self.folder = folder }

    /// Looks in `PARLOR_HOME`, beside the program, in `../share/parlor` of an installed one, and upwards from the program
    /// (a build folder lies inside the checkout) and from the working folder.
    ///
    /// - Throws: ``GameError/request(_:)`` that names what was tried.
    public static func find(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        executable: URL? = Bundle.main.executableURL
    ) throws(GameError) -> ParlorHome {
        if let named = environment["PARLOR_HOME"], !named.isEmpty {
            let home = ParlorHome(folder: URL(typed: named))
            guard home.isComplete else {
                throw .request("PARLOR_HOME is \(named.onOneLine), but there is no sdk folder in it.")
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
        throw .request(
            "Parlor's sdk folder wasn't found. Set PARLOR_HOME to the folder that holds sdk and games, or name it in "
                + "Swift: ParlorHome(folder:).")
    }

    private var isComplete: Bool {
        FileManager.default.fileExists(atPath: sdk.appendingPathComponent("host/referee.lua").path)
    }
}
