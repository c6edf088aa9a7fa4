import Parlor

// The commands that every mode has.
extension Command where Session: ReplSession {
    static func help(_ aliases: String...) -> Command {
        Command("help", aliases, help: "this page") { session in
            for line in Session.commands.help(columns: session.screen.columns()) { session.say(line) }
        }
    }

    static func moves(_ aliases: String...) -> Command {
        Command("moves", aliases, help: "what can be played") { try $0.showMoves() }
    }

    static func rules() -> Command {
        Command("rules", help: "how the game is played") { $0.say($0.script.folder.readme ?? $0.script.summary) }
    }

    static func quit(_ aliases: String...) -> Command {
        Command("quit", aliases, help: "leave, as Ctrl-D does") { $0.leave() }
    }
}

extension ReplSession {
    /// Moves in columns, with what else may be typed for them.
    func showTable(of moves: [Move]) {
        show(screen.table(moves.map { $0.prompt + ($0.alternative.map { " (\($0))" } ?? "") }))
    }
}
