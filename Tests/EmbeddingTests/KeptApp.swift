import Foundation
import Parlor
import Storage

func app(of script: GameScript, in folder: URL) throws -> GameApp {
    let app = try GameApp(script, playing: DisplayToken(shortening: "Ann"))
    try app.keep(in: SQLiteMatchStore(path: folder.appendingPathComponent("matches.parlor").path))
    return app
}
