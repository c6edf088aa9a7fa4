import Conversations
import GameRules
import LuaRuntime
import MessageHost
import MessageWire

/// A game on a device: the app, and its life on the screen.
struct InstalledGame {
    let app: GameApp
    var lifecycle: Lifecycle
    /// How large the bubbles want to be, in points, by the instance that said so.
    var bubbleSizes: [InstanceID: (width: Int, height: Int)] = [:]
    /// How often the game was installed.
    var install = 1

    init(_ app: GameApp, profile: HostProfile) {
        self.app = app
        lifecycle = Lifecycle(game: app.script.id, profile: profile)
    }

    var script: GameScript { app.script }
    var table: MatchTable { app.table }
}
