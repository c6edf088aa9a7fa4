import Foundation
import Parlor
import Storage

func app(of script: GameScript, in folder: URL) throws -> GameApp {
    let app = try GameApp(script, playing: DisplayName(shortening: "Ann"))
    try app.keep(in: SQLiteMatchStore(path: folder.appendingPathComponent("matches.parlor").path))
    return app
}

/// After the game was loaded again, puts a draft back into the draft field, or discards the draft.
func resumeDraft(of app: GameApp, in main: InstanceID, at moment: HostContext, insert: ((Message) -> Void)?) throws {
    guard let draft = try app.draft(at: moment) else { return }
    if let insert { insert(draft) } else { try app.act(.takeBack, in: main, at: moment) }
}
