import ArgumentParser
import Foundation
import Parlor

/// The command line. Each subcommand has a file of its own.
@main
struct ParlorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parlor",
        abstract: "Turn-based games for a conversation, written as Lua scripts.",
        discussion: """
            Examples:
              parlor play battleship            play on two simulated phones
              parlor play tic-tac-toe --bot 2=random
              parlor play ./my-game             play a game you are writing
              parlor list                       list the games
              parlor rules battleship           show how a game is played
              parlor show <url>                 draw the board of a message
              parlor new my-game                start a game of your own
              parlor test ./my-game             run the tests in its folder
              parlor check ./my-game            look for mistakes in it
              parlor record ./my-game           play a game and record it
              parlor drive                      play matches from a program
              parlor decode URL                 show the contents of a message

            Completion for zsh, bash or fish, with the ids of games:
              parlor --generate-completion-script zsh > ~/.zfunc/_parlor

            Exit codes:
              0   success
              1   something failed
              2   the command line or a file isn't valid
              70  Parlor itself has a fault

            A game is a folder with a game.lua. `parlor guide` prints the author's guide.
            """,
        version: Version.text,
        subcommands: [
            PlayCommand.self, ReplayCommand.self, ListCommand.self, RulesCommand.self, ShowCommand.self,
            NewCommand.self,
            TestCommand.self, CheckCommand.self, RecordCommand.self, DecodeCommand.self, AuditCommand.self,
            DriveCommand.self,
            BenchCommand.self, GuideCommand.self,
        ])

    /// Prints a short overview for newcomers if no subcommand is given. `--help` lists everything.
    func run() throws { StandardOutput.writeLine(Overview.text) }

    /// Runs the program. A usage error exits with 2 instead of Argument-parser's 64. An error
    /// without a text for users exits with 70.
    static func main() {
        StandardOutput.prepare()
        var isParsed = false
        signal(SIGXFSZ, SIG_IGN)  // a write beyond the file size limit fails instead of ending the program
        Interrupts.letQuitEnd()
        do {
            if let refusal = RawArguments.refusal() { throw refusal }
            if let refusal = CommandNames.refusal(of: Array(CommandLine.arguments.dropFirst())) { throw refusal }
            if let refusal = OptionValues.refusal(of: Array(CommandLine.arguments.dropFirst())) { throw refusal }
            var command = try parseAsRoot()
            isParsed = true
            try command.run()
        } catch {
            let (text, code) = ending(with: error, isParsed: isParsed)
            if !text.isEmpty { if code == .success { StandardOutput.writeLine(text) } else { complain(text) } }
            exit(withError: code)
        }
    }

    /// Returns the parser's message as a refusal, with the program's name instead of `Error:`. Each
    /// quoted argument stays on one line.
    private static func refusal(_ text: String) -> String {
        let label = "Error: "
        var text = FlagClash.sentence(for: text).map { label + $0 } ?? text
        for argument in CommandLine.arguments.dropFirst() where argument.onOneLine != argument {
            text = text.replacing(argument, with: argument.onOneLine)
        }
        return text.hasPrefix(label) ? "parlor: " + text.dropFirst(label.count) : text
    }

    /// Returns the text to print for an error, and the exit code.
    static func ending(with error: any Error, isParsed: Bool) -> (text: String, code: ExitCode) {
        switch error {
        case let code as ExitCode: return ("", code)
        case let error as GameError:
            if case .request = error { return ("parlor: \(error)", .usage) }
            return ("parlor: \(error)", .failure)
        case let refusal as Refusal: return ("parlor: \(refusal)", .usage)
        default: break
        }
        let code = exitCode(for: error)
        if code == .success { return (fullMessage(for: error), .success) }
        if !isParsed {
            let said = fullMessage(for: error)
            let arguments = Array(CommandLine.arguments.dropFirst())
            return (MissingGame.refusal(of: arguments, parsed: said, on: .current()) ?? refusal(said), .usage)
        }
        if code == .validationFailure { return ("parlor: \(message(for: error))", .usage) }
        return ("parlor: internal error: \(error)", .internalError)
    }
}

/// The texts that `parlor --version` prints.
enum Version {
    /// The program's version, as in CHANGELOG.md.
    static let number = "0.1.0"

    /// The program's version, with the versions of the message format and of Lua.
    static let text = "parlor \(number) (messages of version \(MessageURLCoder.version), Lua 5.4)"
}

/// The page that `parlor` alone prints: the first commands to try. It has fewer lines than the
/// smallest terminal.
enum Overview {
    static let text = """
        Parlor plays turn-based games for a conversation. A game
        is a folder with a Lua script.

        To play:
          parlor list                              the games
          parlor play tic-tac-toe                  on two phones
          parlor play tic-tac-toe --bot 2=random   with a bot
          parlor play tic-tac-toe --hot-seat       without phones
          parlor rules battleship                  how to play

        To write one:
          parlor guide tutorial                    in ten steps
          parlor new my-game                       a first folder
          parlor play ./my-game                    as you write it
          parlor test ./my-game                    its own tests
          parlor check ./my-game                   its mistakes

        `parlor --help` lists all commands. `parlor help play`
        lists the options of `play`.
        """
}

/// The names of the commands, and the refusal of a command line that names none of them. Without
/// this check, the parser would report unexpected arguments, or print the help of all commands
/// instead of the help of one.
enum CommandNames {
    /// All names that may come first, including `help`.
    static var all: [String] {
        ParlorCommand.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    }

    /// Returns the reason why the arguments name no command; nil if they name a command, or
    /// nothing.
    ///
    /// - Parameter arguments: The command line without the program's name.
    static func refusal(of arguments: [String]) -> Refusal? {
        let named = arguments.first == "help" ? Array(arguments.dropFirst()) : arguments
        guard let name = named.first, !name.hasPrefix("-"), !all.contains(name) else { return nil }
        let advice =
            NearestName.of(name, in: all).map { "Did you mean '\($0)'?" }
            ?? "`parlor play GAME` plays a game, `parlor --help` lists the commands."
        return Refusal("There is no command \(quoted(name)). \(advice)")
    }
}
