import Effort
import Foundation
import GameRules

/// The checkout from which the tests were built. Tests read the sdk and the games in it.
package let home = ParlorHome(folder: checkout)

/// The folder of a small game for tests: one seat hides ships of one cell each, and the other seat
/// shoots at them.
package let hideout = home.folder.appendingPathComponent("Tests/Games/hideout").path

package func script(_ game: String) throws -> GameScript { try GameCatalog(home: home).script(game) }

/// Returns rock paper scissors with open instead of sealed moves, for tests of rounds that don't
/// depend on sealing. The reader of a message can see the other seat's move.
package func openRounds(live: Bool = false) throws -> GameScript {
    let catalog = try GameCatalog(home: home)
    let folder = try catalog.folder("rock-paper-scissors")
    let source = (folder.files["game.lua"] ?? "").replacing("secret = \"round\"", with: "secret = nil")
    return try GameScript(
        GameFolder(id: folder.id, game: live ? running(source) : source), library: catalog.library)
}

/// Returns the source of a game that runs in its bubbles, made from another game.
private func running(_ game: String) -> String {
    """
    local game = (function() \(game)
    end)()
    game.scene = { expanded = game.scene, transcript = game.scene }
    return game
    """
}

/// Returns a bundled game that runs in its bubbles, because it draws for the transcript, too.
package func liveScript(_ game: String) throws -> GameScript {
    let catalog = try GameCatalog(home: home)
    let folder = try catalog.folder(game)
    return try GameScript(
        GameFolder(
            id: game, game: running(folder.files["game.lua"] ?? ""), files: folder.files.filter { $0.key != "game.lua" }
        ),
        library: catalog.library)
}
