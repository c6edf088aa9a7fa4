import Parlor
import Values

/// Commands that belong together, under a word for `help`.
struct CommandGroup<Session>: Sendable {
    let name: String
    let commands: [Command<Session>]

    init(_ name: String, _ commands: [Command<Session>]) { (self.name, self.commands) = (name, commands) }
}

/// The commands of a mode of the REPL. The help, the suggestions and the completions are made from
/// this table.
struct CommandTable<Session>: Sendable {
    let groups: [CommandGroup<Session>]
    let all: [Command<Session>]
    /// The help pages, by the names of commands.
    let pages: [String: HelpPage]
    /// The column at which help texts start. Most usages are shorter; after a longer usage, the
    /// text follows after a space.
    let column: Int

    init(column: Int, pages: [HelpPage], _ groups: [CommandGroup<Session>]) {
        self.groups = groups
        self.column = column
        self.pages = Dictionary(pages.map { ($0.name, $0) }) { first, _ in first }
        all = groups.flatMap(\.commands)
    }

    var names: [String] { all.map(\.name) }

    /// Returns the command with this name or alias.
    func find(_ word: String, allowsAliases: Bool = true) -> Command<Session>? {
        all.first { $0.name == word || allowsAliases && $0.aliases.contains(word) }
    }

    // MARK: Typed text

    /// Returns a question with the nearest move or command, for a text that is neither.
    func suggestion(for text: String, moves: [Move]) -> String? {
        let known = moves.map(\.text) + names
        guard !known.contains(text) else { return nil }
        return NearestName.of(text, in: known).map { "Did you mean '\(SafeText($0))'?" }
    }

    /// Returns the answer to a word that was marked as a command by a slash or colon, but isn't a
    /// command.
    func unknown(_ word: String) -> String {
        let nearest = NearestName.of(word, in: names).map { " Did you mean '/\($0)'?" } ?? ""
        return "There is no command \(quoted(word)).\(nearest)"
    }

    /// Returns the lines that the typed text can be completed to.
    func completions(of begun: String, moves: [Move], session: Session) -> [String] {
        var lines = moves.map { $0.typed?.isDrawn ?? true ? $0.text : $0.text + " " }
        lines += all.map { $0.name + ($0.takes.isEmpty ? "" : " ") }
        lines += all.flatMap { $0.completions(session, begun) }
        if !begun.isEmpty { lines += names.map { "/" + $0 } }
        return lines.filter { $0.hasPrefix(begun) }
    }
}

// The help for a table.
extension CommandTable {
    /// The words that `help` takes.
    var topics: [String] { groups.map(\.name) + ["all"] + names }

    /// The most rows of the page of all commands. With a heading, a status line and a prompt, the
    /// page fits a screen of 24 rows.
    static var mostRows: Int { 21 }

    /// Returns the page of `help`: every command with a few words, in columns, each group below its
    /// name. If there is no room for the words, the page has only names.
    func help(columns: Int) -> [String] {
        ["Type a move as its text; Tab completes it. `help WORD` explains a word."]
            + (cheatSheet(columns: columns) ?? names(columns: columns))
    }

    /// Returns the same for a screen reader, without columns: one group at a time, each command
    /// before its meaning.
    func spokenHelp() -> [String] {
        ["Type a move as its text. `help WORD` explains a word."]
            + groups.map { group in
                let each = group.commands.map { "\($0.name), \(pages[$0.name]?.gist ?? $0.help)" }
                return "\(group.name): \(each.joined(separator: "; "))."
            }
    }

    /// Returns the groups in the fewest columns that have room for all of them, or nil if there is
    /// no room in three columns.
    private func cheatSheet(columns: Int) -> [String]? {
        let blocks = groups.map(block)
        for count in 1...3 {
            let width = columns / count
            guard blocks.joined().allSatisfy({ $0.count < width }) else { return nil }
            for rows in 1...Self.mostRows {
                guard let sheet = Self.filled(blocks, rows: rows, count: count) else { continue }
                return (0..<(sheet.map(\.count).max() ?? 0)).map { row in
                    var line = ""
                    for (index, part) in sheet.enumerated() where row < part.count {
                        line += String(repeating: " ", count: max(0, index * width - line.count)) + part[row]
                    }
                    return line
                }
            }
        }
        return nil
    }

    /// Returns blocks, each in one piece, in `count` columns of `rows` rows; nil if they don't fit.
    private static func filled(_ blocks: [[String]], rows: Int, count: Int) -> [[String]]? {
        var sheet: [[String]] = [[]]
        for block in blocks {
            if sheet[sheet.count - 1].count + block.count > rows { sheet.append([]) }
            guard sheet.count <= count, block.count <= rows else { return nil }
            sheet[sheet.count - 1] += block
        }
        return sheet
    }

    /// Returns a group: its name, then its commands with their meanings.
    private func block(_ group: CommandGroup<Session>) -> [String] {
        let width = group.commands.map(\.name.count).max() ?? 0
        let lines = group.commands.map { command in
            let name = command.name + String(repeating: " ", count: width - command.name.count)
            return " \(name) \(pages[command.name]?.gist ?? "")"
        }
        return [group.name] + lines
    }

    /// Returns a paragraph of names for each group.
    private func names(columns: Int) -> [String] {
        let width = (groups.map(\.name.count).max() ?? 0) + 2
        return groups.flatMap { group in
            let title = group.name + String(repeating: " ", count: max(1, width - group.name.count))
            return Self.filled("  " + title, group.commands.map(\.name), columns: columns, indent: 2 + width)
        }
    }

    /// Returns the help on a group, a command, or everything; nil for an unknown word.
    func help(about topic: String, columns: Int) -> [String]? {
        let topic = String(topic.lowercased().trimmingPrefix("/"))
        if topic == "all" { return groups.flatMap { ["\($0.name):"] + $0.commands.map { line($0, columns) } } }
        let command = find(topic) ?? all.first { pages[$0.name]?.also.contains(topic) == true }
        if let group = groups.first(where: { $0.name == topic }) { return group.commands.map { line($0, columns) } }
        guard let command else { return nil }
        return [line(command, columns)] + (pages[command.name]?.paragraphs ?? [])
    }

    private func line(_ command: Command<Session>, _ columns: Int) -> String {
        let isNarrow = columns < 72
        let left = ([command.usage] + command.aliases).joined(separator: ", ")
        let gap = isNarrow ? ": " : String(repeating: " ", count: max(1, column - left.count))
        return (isNarrow ? "" : "  ") + left + gap + command.help
    }

    /// Returns words in lines of `columns` columns, all but the first indented.
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
}

/// The help page of a command: a few words for the list of all commands, and a paragraph with
/// examples.
struct HelpPage: Sendable {
    /// The name of the command.
    let name: String
    /// A few words without a full stop, short enough for one of three columns.
    let gist: String
    let text: String
    /// Example lines as they are typed; the command can read each of them.
    let examples: [String]
    /// Other words that a person may look for.
    let also: [String]

    init(_ name: String, _ gist: String, _ text: String, _ examples: [String], also: [String] = []) {
        (self.name, self.gist, self.text, self.examples, self.also) = (name, gist, text, examples, also)
    }

    /// The paragraphs below the command's line.
    var paragraphs: [String] {
        let typed = examples.map { "`\($0)`" }
        return [text, "\(typed.count == 1 ? "Example" : "Examples"): \(NameList.of(typed))."]
    }

    /// The pages of the commands of every mode.
    static let ofEveryMode = [
        HelpPage(
            "help", "more of WORD",
            "Without a word, lists all commands. With a word, explains a command or a group of commands. "
                + "If a move is the same word as a command, type the command with a slash, such as `/help`.",
            ["help", "help undo", "help all"]),
        HelpPage(
            "moves", "what you can play",
            "Lists every move that you can play now, as you type it. Brackets show another way to write a move.",
            ["moves"]),
        HelpPage(
            "rules", "how it is played",
            "Shows the rules of this game. In the shell, use `parlor rules GAME`.", ["rules"]),
        HelpPage(
            "quit", "leave",
            "Ends the program. A match that isn't stored or saved is lost. Ctrl-D does the same, and asks first.",
            ["quit"], also: ["exit", "leave"]),
        HelpPage(
            "state", "the match as data",
            "For authors: shows the state table of the script as data. It may contain secrets of players.",
            ["state"]),
        HelpPage(
            "lua", "evaluate",
            "For authors: evaluates a Lua expression of `state`, `view`, `match` and `seat`. The match stays the same.",
            ["lua state", "lua 6 * 7"]),
    ]
}
