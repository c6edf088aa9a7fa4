import Foundation

/// The files of one game: `game.lua`, the other Lua files of its folder, and its README.
public struct GameFolder: Sendable {
    static let largestFile = 256 << 10
    static let mostFiles = 64

    /// `[a-z][a-z0-9-]*`: the folder's name.
    public let id: String
    public let url: URL?
    /// File name → source text; `game.lua` is always there.
    public let files: [String: String]
    public let readme: String?

    /// A game that lives in memory: for tests and tools.
    public init(id: String, game: String, files: [String: String] = [:]) {
        self.id = id
        url = nil
        self.files = files.merging(["game.lua": game]) { $1 }
        readme = nil
    }

    /// Reads a folder, or the folder of a `game.lua` that is named itself.
    ///
    /// - Throws: ``GameError/request(_:)`` for a folder without `game.lua`, a name that is no id, a file that is too large
    ///   or no UTF-8.
    public init(at url: URL) throws(GameError) {
        let url = url.lastPathComponent == "game.lua" ? url.deletingLastPathComponent() : url
        let folder = url.standardizedFileURL.resolvingSymlinksInPath()
        id = folder.lastPathComponent
        guard Self.isID(id) else {
            throw .request("'\(id)' can't be a game's folder: small letters, digits and - are allowed, a letter first.")
        }
        var files: [String: String] = [:]
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
        for name in names where name.hasSuffix(".lua") {
            files[name] = try Self.read(folder.appendingPathComponent(name))
        }
        guard files["game.lua"] != nil else { throw .request("There is no game.lua in \(folder.path).") }
        guard files.count <= Self.mostFiles else {
            throw .request("\(folder.path) holds \(files.count) Lua files; \(Self.mostFiles) are allowed.")
        }
        self.url = folder
        self.files = files
        let readme = folder.appendingPathComponent("README.md")
        self.readme = FileManager.default.fileExists(atPath: readme.path) ? try Self.read(readme) : nil
    }

    static func isID(_ text: String) -> Bool {
        guard let first = text.utf8.first, text.utf8.count <= 40, (97...122).contains(first) else { return false }
        return text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
    }

    private static func read(_ url: URL) throws(GameError) -> String {
        guard let data = try? Data(contentsOf: url) else { throw .request("\(url.path) can't be read.") }
        guard data.count <= largestFile else {
            throw .request("\(url.path) has \(data.count) bytes; at most \(largestFile) are allowed.")
        }
        guard let text = String(data: data, encoding: .utf8) else { throw .request("\(url.path) is not UTF-8 text.") }
        return text
    }
}
