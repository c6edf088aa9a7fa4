import GameRules
import MatchSessions
import MessageHost
import Scenes

/// A game that is checked: its script, and what lies beside it.
package struct Subject: Sendable {
    /// The game as it was loaded.
    package let script: GameScript
    let runtime: Runtime
    private let images: MatchImages

    /// - Parameter script: A game whose definition was found valid.
    package init(_ script: GameScript) { self.init(script, runtime: Runtime()) }

    init(_ script: GameScript, runtime: Runtime) {
        self.script = script
        self.runtime = runtime
        images = AssetStore().images(of: script.folder.url)
    }

    /// Why a picture of the game's `assets` folder can't be shown, as the end of a sentence. A game that lives in memory has all
    /// it names.
    func fault(ofAsset path: String) -> ImageProblem? {
        guard script.folder.url != nil else { return nil }
        do throws(ImageProblem) {
            _ = try images.image(path)
            return nil
        } catch {
            return error
        }
    }
}
