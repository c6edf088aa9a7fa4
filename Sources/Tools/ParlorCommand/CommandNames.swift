import Parlor

/// The names of commands, for a command line that names none of them. The parser alone would tell of unexpected arguments, and
/// print the help of all where it is asked for the help of one.
enum CommandNames {
    /// All that may stand first, `help` too.
    static var all: [String] {
        ParlorCommand.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    }

    /// Why no command is meant by these arguments, without the program's name; nil if one is, or none was named.
    static func refusal(of arguments: [String]) -> Refusal? {
        let named = arguments.first == "help" ? Array(arguments.dropFirst()) : arguments
        guard let name = named.first, !name.hasPrefix("-"), !all.contains(name) else { return nil }
        let advice =
            NearestName.of(name, in: all).map { "Did you mean '\($0)'?" }
            ?? "`parlor play GAME` plays a game, `parlor --help` lists the commands."
        return Refusal("There is no command \(quoted(name)). \(advice)")
    }
}
