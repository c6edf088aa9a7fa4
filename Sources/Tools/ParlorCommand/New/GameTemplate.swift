import FileAccess
import Foundation
import Parlor

/// A whole game to begin with, as it lies in `sdk/templates/<kind>`: `{{id}}`, `{{title}}` and `{{sdk}}` stand in its files for
/// what the new game is called, and where Parlor's own Lua lies.
struct GameTemplate {
    private static let largestFile = 64 << 10
    private static let mostEntries = 64
    private static let folders = ["", "playthroughs", "tests"]

    /// Path in the game's folder → text.
    let files: [String: String]

    /// - Throws: ``GameError/request(_:)`` if the template isn't there, as in an sdk folder of another version.
    init(_ kind: GameKind, home: ParlorHome) throws(GameError) {
        let reader = FolderReader(home.sdk.appendingPathComponent("templates/\(kind.rawValue)"))
        var files: [String: String] = [:]
        do throws(FolderReader.Failure) {
            for folder in Self.folders {
                for name in try reader.names(in: folder, atMost: Self.mostEntries) where !Self.folders.contains(name) {
                    let path = folder.isEmpty ? name : "\(folder)/\(name)"
                    files[path] = try reader.text(of: path, atMost: Self.largestFile)
                }
            }
        } catch {
            throw .request("The template \(reader.folder.path.onOneLine) \(error).")
        }
        self.files = files
    }

    /// The files of a game of this name.
    func files(id: String, home: ParlorHome) -> [String: [UInt8]] {
        // as the inside of a JSON text, which the editor's settings are
        let quoted = (try? Value.string(home.sdk.path).json()) ?? ""
        let sdk = String(quoted.dropFirst().dropLast())
        return files.mapValues { text in
            Array(
                text.replacing("{{id}}", with: id).replacing("{{title}}", with: Self.title(id))
                    .replacing("{{sdk}}", with: sdk).utf8)
        }
    }

    /// `nine-men` is called Nine Men until its author says otherwise.
    static func title(_ id: String) -> String {
        id.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    }
}
