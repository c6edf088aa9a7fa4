import Crypto
import FileAccess
import Foundation
import LuaRuntime

/// The files of one game: `game.lua`, the other Lua files of its folder, and its README.
public struct GameFolder: Sendable {
    /// The most bytes of a Lua file.
    package static let largestFile = 256 << 10
    static let mostFiles = 64
    /// The most characters of an id.
    static let longestID = 40
    /// The most entries of the folder, including files other than Lua files.
    static let mostEntries = 4096

    /// The name of the folder: `[a-z][a-z0-9-]*`.
    public let id: String
    /// The folder with links resolved; nil for a game in memory.
    public let url: URL?
    /// The source text of each file by its name; `game.lua` always exists.
    public let files: [String: String]
    /// The text of `README.md`; nil without one, and for a game in memory.
    public let readme: String?

    /// Creates a game in memory, for tests and tools.
    public init(id: String, game: String, files: [String: String] = [:]) {
        self.id = id
        url = nil
        self.files = files.merging(["game.lua": game]) { $1 }
        readme = nil
    }

    /// Reads a folder, given by its own path or by that of its `game.lua`.
    ///
    /// - Throws: ``GameError/request(_:)`` for a folder without `game.lua`, and for a name that isn't an
    ///   id. Also for a file that is too large, isn't UTF-8, isn't a regular file, or is a symbolic link.
    public init(at url: URL) throws(GameError) {
        let url = url.lastPathComponent == "game.lua" ? url.deletingLastPathComponent() : url
        let reader = FolderReader(url)
        let folder = reader.folder
        id = folder.lastPathComponent
        try Self.check(id: id)
        let names: [String]
        do throws(FolderReader.Failure) {
            names = try reader.names(atMost: Self.mostEntries)
        } catch {
            throw error == .missing
                ? .request(.noScript(in: folder.path))
                : .request(.unreadable(folder.path, "\(error)"))
        }
        let sources = names.filter { $0.hasSuffix(".lua") }
        guard sources.contains("game.lua") else { throw .request(.noScript(in: folder.path)) }
        guard sources.count <= Self.mostFiles else {
            throw .request(.tooManyFiles(in: folder.path, sources.count, most: Self.mostFiles))
        }
        var files: [String: String] = [:]
        for name in sources { files[name] = try Self.read(name, reader) }
        self.url = folder
        self.files = files
        self.readme = names.contains("README.md") ? try Self.read("README.md", reader) : nil
    }

    /// Checks an id. All ids are checked here.
    ///
    /// - Throws: ``GameError/request(_:)`` that says what an id consists of.
    package static func check(id: String) throws(GameError) {
        guard !isID(id) else { return }
        throw .request(.badID(id, longest: longestID))
    }

    static func isID(_ text: String) -> Bool {
        guard let first = text.utf8.first, text.utf8.count <= longestID, (97...122).contains(first) else {
            return false
        }
        return text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
    }

    private static func read(_ name: String, _ reader: FolderReader) throws(GameError) -> String {
        do throws(FolderReader.Failure) {
            return try reader.text(of: name, atMost: largestFile)
        } catch {
            throw .request(.unreadable(reader.folder.appendingPathComponent(name).path, "\(error)"))
        }
    }
}

/// The Lua files of a game as its states load them, compiled once per process.
package struct GameChunks: Sendable {
    /// `game.lua`.
    let main: LuaChunk
    /// The other files, which `game.lua` may require: `pieces.lua` as `pieces`.
    let modules: LuaModules

    init(_ folder: GameFolder) {
        main = LuaChunk.cached(name: "game.lua", source: folder.files["game.lua"] ?? "")
        let others = folder.files.filter { $0.key != "game.lua" }.sorted { $0.key < $1.key }
        // the game's own chunks have the trust of a script: they see nothing of the host's
        modules = LuaModules(
            others.map { (String($0.key.dropLast(4)), LuaChunk.cached(name: $0.key, source: $0.value)) }, trust: .script
        )
    }
}

extension LuaChunk {
    /// Returns a chunk whose compiled form is cached in this process, under the SHA-256 of name and
    /// text.
    package static func cached(name: String, source: String) -> LuaChunk {
        LuaChunk(name: name, source: source) { Array(SHA256.hash(data: $0)) }
    }
}
