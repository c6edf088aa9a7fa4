import Parlor

/// Commands that belong together, under a word that `help` takes.
struct CommandGroup<Session>: Sendable {
    let name: String
    let commands: [Command<Session>]

    init(_ name: String, _ commands: [Command<Session>]) { (self.name, self.commands) = (name, commands) }
}

/// The commands of one mode of the REPL. What helps who types is made from it: the help, the nearest name, what Tab completes.
struct CommandTable<Session>: Sendable {
    let groups: [CommandGroup<Session>]
    let all: [Command<Session>]
    /// What the help says beyond a line, by the names of commands.
    let pages: [String: HelpPage]
    /// Where the help's words begin: behind most commands, not behind the longest.
    let column: Int

    init(column: Int, pages: [HelpPage], _ groups: [CommandGroup<Session>]) {
        self.groups = groups
        self.column = column
        self.pages = Dictionary(pages.map { ($0.name, $0) }) { first, _ in first }
        all = groups.flatMap(\.commands)
    }

    var names: [String] { all.map(\.name) }

    /// The command of this word.
    func find(_ word: String, allowsAliases: Bool = true) -> Command<Session>? {
        all.first { $0.name == word || allowsAliases && $0.aliases.contains(word) }
    }

    // MARK: What was typed

    /// A question for whoever typed what is no move, and what isn't a command either.
    func suggestion(for text: String, moves: [Move]) -> String? {
        let known = moves.map(\.text) + names
        guard !known.contains(text) else { return nil }
        return NearestName.of(text, in: known).map { "Did you mean '\(SafeText($0))'?" }
    }

    /// What to say of a word that was marked as a command and isn't.
    func unknown(_ word: String) -> String {
        let nearest = NearestName.of(word, in: names).map { " Did you mean '/\($0)'?" } ?? ""
        return "There is no command \(quoted(word)).\(nearest)"
    }

    /// The lines that what was typed so far may become.
    func completions(of begun: String, moves: [Move], session: Session) -> [String] {
        var lines = moves.map { $0.typed?.isDrawn ?? true ? $0.text : $0.text + " " }
        lines += all.map { $0.name + ($0.takes.isEmpty ? "" : " ") }
        lines += all.flatMap { $0.completions(session, begun) }
        if !begun.isEmpty { lines += names.map { "/" + $0 } }
        return lines.filter { $0.hasPrefix(begun) }
    }
}
