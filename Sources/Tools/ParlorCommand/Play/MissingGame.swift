import Parlor

/// What `parlor play` says where no game is named: which there are, and how one is played.
enum MissingGame {
    /// - Parameters:
    ///   - arguments: the command line without the program's name.
    ///   - parsed: what the parser says of it.
    /// - Returns: nil where something else is wrong with the command line, or the games can't be found.
    static func refusal(of arguments: [String], parsed: String, on terminal: Terminal) -> String? {
        guard arguments.first == "play", parsed.contains("Missing expected argument '<game>'"),
            let home = try? ParlorHome.find(), let catalog = try? Catalog(home: home)
        else { return nil }
        let scripts = catalog.ids.compactMap { try? catalog.script($0) }
        guard let first = scripts.last else { return nil }
        let games = ListCommand.lines(of: scripts, on: terminal, within: terminal.columns - 2).map { "  " + $0 }
        return
            (["parlor: Which game? These are at hand:"] + games + [
                "Name one: `parlor play \(first.id)`, or a game's folder: `parlor play ./mine`.",
                "`parlor play --help` has the options.",
            ]).joined(separator: "\n")
    }
}
