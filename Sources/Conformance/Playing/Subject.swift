import Foundation
import GameRules

/// A game that is checked: its script, and what lies beside it.
package struct Subject: Sendable {
    /// The game as it was loaded.
    package let script: GameScript
    let runtime: Runtime

    /// - Parameter script: A game whose definition was found valid.
    package init(_ script: GameScript) { self.init(script, runtime: Runtime()) }

    init(_ script: GameScript, runtime: Runtime) {
        self.script = script
        self.runtime = runtime
    }

    /// Does a file lie in the game's `assets` folder? A game that lives in memory has all it names.
    func hasAsset(_ path: String) -> Bool {
        guard let folder = script.folder.url else { return true }
        return FileManager.default.fileExists(atPath: folder.appendingPathComponent("assets/\(path)").path)
    }
}
