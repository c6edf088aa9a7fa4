import Parlor

/// The commands of one mode of the REPL. What helps who types is made from it: the help, the nearest name, what Tab completes.
struct CommandTable<Session>: Sendable {
    let all: [Command<Session>]
    /// Where the help's words begin: behind most commands, not behind the longest.
    private let column: Int

    init(column: Int, _ all: [Command<Session>]) {
        self.all = all
        self.column = column
    }

    var names: [String] { all.map(\.name) }

    /// The command of this word.
    func find(_ word: String, allowsAliases: Bool = true) -> Command<Session>? {
        all.first { $0.name == word || allowsAliases && $0.aliases.contains(word) }
    }

    /// The page that `help` shows, a paragraph each.
    func help(columns: Int) -> [String] {
        let hasAliases = all.contains { !$0.aliases.isEmpty }
        let isNarrow = columns < 72
        let head = "Type a move by its text; Tab completes. Commands\(hasAliases ? ", some with a short form" : ""):"
        let lines = all.map { command in
            let left = ([command.usage] + command.aliases).joined(separator: ", ")
            let gap = isNarrow ? ": " : String(repeating: " ", count: max(1, column - left.count))
            return (isNarrow ? "" : "  ") + left + gap + command.help
        }
        return [head] + lines + ["Where a move reads like a command, /help is the command. Ctrl-C clears the line."]
    }

    /// A question for whoever typed what is no move, and what isn't a command either.
    func suggestion(for text: String, moves: [Move]) -> String? {
        let known = moves.map(\.text) + names
        guard !known.contains(text) else { return nil }
        return NearestName.of(text, in: known).map { "Did you mean '\(SafeText($0))'?" }
    }

    /// What to say of a word that was marked as a command and isn't.
    func unknown(_ word: String) -> String {
        let nearest = NearestName.of(word, in: names).map { " Did you mean '/\($0)'?" } ?? ""
        return "There is no command '\(SafeText(word))'.\(nearest)"
    }

    /// The lines that what was typed so far may become.
    func completions(of begun: String, moves: [Move], session: Session) -> [String] {
        var lines = moves.map { $0.typed == nil ? $0.text : $0.text + " " }
        lines += all.map { $0.name + ($0.takes.isEmpty ? "" : " ") }
        lines += all.flatMap { $0.completions(session, begun) }
        if !begun.isEmpty { lines += names.map { "/" + $0 } }
        return lines.filter { $0.hasPrefix(begun) }
    }
}
