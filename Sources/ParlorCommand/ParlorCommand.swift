import ArgumentParser

/// The command line. Each subcommand has a file of its own.
@main
struct ParlorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parlor",
        abstract: "Turn-based games for a conversation, written as Lua scripts.",
        discussion: """
            Examples:
              parlor play battleship            play against a friend at one keyboard
              parlor play tic-tac-toe --bot 2=random
              parlor play ./my-game             play a game you are writing
              parlor list                       which games there are
              parlor rules battleship           how a game is played

            A game is a folder with a game.lua. The author's guide is sdk/guide.md.
            """,
        subcommands: [
            PlayCommand.self, ReplayCommand.self, ListCommand.self, RulesCommand.self, DriveCommand.self,
            BenchCommand.self,
        ])
}
