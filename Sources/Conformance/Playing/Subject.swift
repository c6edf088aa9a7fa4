import Foundation
import GameRules

/// A game that is checked: its script, and what lies beside it.
public struct Subject: Sendable {
    public let script: GameScript
    /// The golden games of its folder.
    public let playthroughs: [RecordedGame]
    let runtime: Runtime

    /// - Parameter script: A game whose definition was found valid.
    public init(_ script: GameScript) { self.init(script, runtime: Runtime()) }

    init(_ script: GameScript, runtime: Runtime) {
        self.script = script
        self.runtime = runtime
        playthroughs = RecordedGame.all(of: script.folder)
    }

    /// Does a file lie in the game's `assets` folder? A game that lives in memory has all it names.
    func hasAsset(_ path: String) -> Bool {
        guard let folder = script.folder.url else { return true }
        return FileManager.default.fileExists(atPath: folder.appendingPathComponent("assets/\(path)").path)
    }
}

/// A file of recorded moves in a game's folder.
public struct RecordedGame: Sendable {
    /// `three-misses.play`
    public let name: String
    /// nil if it can't be read as text.
    public let text: String?

    /// Larger ones aren't read, and neither are more.
    private static let largest = 1 << 20, most = 1024

    static func all(of folder: GameFolder) -> [RecordedGame] {
        guard let reader = folder.url.map(FolderReader.init) else { return [] }
        let names = (try? reader.names(in: "playthroughs", atMost: most)) ?? []
        return names.filter { $0.hasSuffix(".play") }.map { name in
            RecordedGame(name: name, text: try? reader.text(of: "playthroughs/\(name)", atMost: largest))
        }
    }
}
