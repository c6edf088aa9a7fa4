import Values

/// What `help` says of one command beyond its line in the table: a few words for the page of all, and a paragraph with examples.
struct HelpPage: Sendable {
    /// The command that it is about.
    let name: String
    /// A few words, without a full stop: a column of three has room for them.
    let gist: String
    let text: String
    /// Lines as they are typed; each can be read by the command.
    let examples: [String]
    /// Other words under which somebody may look for it.
    let also: [String]

    init(_ name: String, _ gist: String, _ text: String, _ examples: [String], also: [String] = []) {
        (self.name, self.gist, self.text, self.examples, self.also) = (name, gist, text, examples, also)
    }

    /// The paragraphs below the command's own line.
    var paragraphs: [String] {
        let typed = examples.map { "`\($0)`" }
        return [text, "\(typed.count == 1 ? "Example" : "Examples"): \(NameList.of(typed))."]
    }

    /// Of the commands that every mode has.
    static let ofEveryMode = [
        HelpPage(
            "help", "more of WORD",
            "Without a word: every command with its meaning. With one: a group of commands, or all about one. Where a move has the word of a command, `/help` and the like are the command.",
            ["help", "help undo", "help all"]),
        HelpPage(
            "moves", "what you can play",
            "Lists every move that you can play now, each as it is typed. Another way to write it stands in brackets.",
            ["moves"]),
        HelpPage(
            "rules", "how it is played",
            "Shows the rules of the game that is played. In the shell, `parlor rules GAME` does so.", ["rules"]),
        HelpPage(
            "quit", "leave",
            "Ends the program. Where the match is kept nowhere, it is lost. Ctrl-D does the same, and asks first.",
            ["quit"], also: ["exit", "leave"]),
        HelpPage(
            "state", "the match as data",
            "For authors: shows the state table that the script keeps, as data. It may hold what players hide.",
            ["state"]),
        HelpPage(
            "lua", "evaluate",
            "For authors: evaluates a Lua expression, which may use `state`, `view`, `match` and `seat`. It changes nothing.",
            ["lua state", "lua 6 * 7"]),
    ]
}
