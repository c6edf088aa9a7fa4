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
    /// Where the help's words begin: behind most commands, not behind the longest.
    private let column: Int

    init(column: Int, _ groups: [CommandGroup<Session>]) {
        self.groups = groups
        self.column = column
        all = groups.flatMap(\.commands)
    }

    var names: [String] { all.map(\.name) }

    /// The command of this word.
    func find(_ word: String, allowsAliases: Bool = true) -> Command<Session>? {
        all.first { $0.name == word || allowsAliases && $0.aliases.contains(word) }
    }

    // MARK: Help

    /// What `help` may be asked about.
    var topics: [String] { groups.map(\.name) + ["all"] + names }

    /// The page that `help` shows, a paragraph each: it fits a screen.
    func help(columns: Int) -> [String] {
        let width = (groups.map(\.name.count).max() ?? 0) + 2
        let each = groups.map { group in
            let title = group.name + String(repeating: " ", count: max(1, width - group.name.count))
            return Self.filled("  " + title, group.commands.map(\.name), columns: columns, indent: 2 + width)
        }
        return ["Type a move by its text; Tab completes. The commands, by what they are for:"] + each.flatMap { $0 }
            + [
                "`help \(groups.first?.name ?? "")` tells of a group, `help \(names.first ?? "")` of a command, `help all` of all.",
                "Where a move reads like a command, /help is the command. Ctrl-C clears the line.",
            ]
    }

    /// What `help` says of a group, of a command, or of everything; nil for a word that is none of these.
    func help(about topic: String, columns: Int) -> [String]? {
        let topic = topic.lowercased().trimmingPrefix("/")
        if topic == "all" { return groups.flatMap { ["\($0.name):"] + $0.commands.map { line($0, columns) } } }
        if let group = groups.first(where: { $0.name == topic }) { return group.commands.map { line($0, columns) } }
        guard let command = find(String(topic)) else { return nil }
        return [line(command, columns)] + (command.advice.isEmpty ? [] : [command.advice])
    }

    private func line(_ command: Command<Session>, _ columns: Int) -> String {
        let isNarrow = columns < 72
        let left = ([command.usage] + command.aliases).joined(separator: ", ")
        let gap = isNarrow ? ": " : String(repeating: " ", count: max(1, column - left.count))
        return (isNarrow ? "" : "  ") + left + gap + command.help
    }

    /// Words in lines of so many columns, all but the first one indented.
    private static func filled(_ head: String, _ words: [String], columns: Int, indent: Int) -> [String] {
        var lines = [head]
        for (index, word) in words.enumerated() {
            let isFirst = index == 0
            if !isFirst, lines[lines.count - 1].count + 1 + word.count > max(columns, indent + 12) {
                lines.append(String(repeating: " ", count: indent) + word)
            } else {
                lines[lines.count - 1] += (isFirst ? "" : " ") + word
            }
        }
        return lines
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
