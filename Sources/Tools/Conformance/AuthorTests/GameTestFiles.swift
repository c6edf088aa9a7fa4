import FileAccess
import Foundation
import GameRules

/// The tests that an author keeps beside a game: `tests/*.lua`.
package struct GameTestFiles: Sendable {
    private static let folder = "tests"
    private static let mostEntries = 1024, mostFiles = 64

    /// `tests/rules.lua` → its text, in the order of the names.
    package let files: [(name: String, source: String)]

    /// - Throws: ``GameError/request(_:)`` if there are none, or they can't be read.
    package init(of folder: GameFolder) throws(GameError) {
        guard let url = folder.url else { throw .request("\(folder.id) lies in no folder, and so has no tests.") }
        let reader = FolderReader(url)
        var files: [(name: String, source: String)] = []
        var path = Self.folder
        do throws(FolderReader.Failure) {
            let names = try reader.names(in: path, atMost: Self.mostEntries).filter { $0.hasSuffix(".lua") }
            guard names.count <= Self.mostFiles else { throw .tooMany(limit: Self.mostFiles) }
            for name in names {
                path = "\(Self.folder)/\(name)"
                files.append((path, try reader.text(of: path, atMost: GameFolder.largestFile)))
            }
        } catch .missing where path == Self.folder {
            // there is none, which is said below
        } catch {
            throw .request("\(url.appendingPathComponent(path).path.onOneLine) \(error).")
        }
        guard !files.isEmpty else {
            throw .request(
                "There are no tests in \(url.appendingPathComponent(Self.folder).path.onOneLine): "
                    + "a test is a Lua file there, such as rules.lua.")
        }
        self.files = files
    }
}
