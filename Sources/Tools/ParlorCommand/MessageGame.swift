import ArgumentParser
import Parlor

/// The rules for a message that was given to a command.
enum MessageGame {
    /// - Parameters:
    ///   - id: The game that the message names.
    ///   - game: What `--game` names, an id or a folder; nil for the bundled game.
    /// - Returns: nil if the rules aren't here.
    /// - Throws: an exit code after a line on standard error, if `game` is another one or can't be loaded.
    static func shelf(for id: String, named game: String?, in catalog: Catalog) throws -> ScriptShelf? {
        guard game != nil || catalog.ids.contains(id) else { return nil }
        let script = try orComplain { () throws(GameError) in try catalog.script(game ?? id) }
        guard script.id == id else {
            complain("parlor: --game: The message is of \(id), and this folder holds \(script.id).")
            throw ExitCode.usage
        }
        return ScriptShelf(script)
    }
}
