import Parlor
import Values

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

// What `help` shows of a table.
extension CommandTable {
    /// What `help` may be asked about.
    var topics: [String] { groups.map(\.name) + ["all"] + names }

    /// The most rows of the page of all: with its head they fit a screen of 24, with a status line and a prompt.
    static var mostRows: Int { 21 }

    /// The page that `help` shows: every command with a few words, in columns, each group below its name. Where there is no room
    /// for the words, the names alone.
    func help(columns: Int) -> [String] {
        ["A move is typed by its text; Tab completes. `help WORD` tells more of each word."]
            + (cheatSheet(columns: columns) ?? names(columns: columns))
    }

    /// The same for a screen reader, to which columns are a muddle: a group at a time, each command before its meaning.
    func spokenHelp() -> [String] {
        ["A move is typed by its text. `help WORD` tells more of each word."]
            + groups.map { group in
                let each = group.commands.map { "\($0.name), \(pages[$0.name]?.gist ?? $0.help)" }
                return "\(group.name): \(each.joined(separator: "; "))."
            }
    }

    /// The groups below each other, in as few columns as have room for all.
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

    /// Blocks in so many columns of so many rows; nil where they don't fit. None is broken.
    private static func filled(_ blocks: [[String]], rows: Int, count: Int) -> [[String]]? {
        var sheet: [[String]] = [[]]
        for block in blocks {
            if sheet[sheet.count - 1].count + block.count > rows { sheet.append([]) }
            guard sheet.count <= count, block.count <= rows else { return nil }
            sheet[sheet.count - 1] += block
        }
        return sheet
    }

    /// A group: its name, and below it its commands with what they are for.
    private func block(_ group: CommandGroup<Session>) -> [String] {
        let width = group.commands.map(\.name.count).max() ?? 0
        let lines = group.commands.map { command in
            let name = command.name + String(repeating: " ", count: width - command.name.count)
            return " \(name) \(pages[command.name]?.gist ?? "")"
        }
        return [group.name] + lines
    }

    /// Each group as a paragraph of its names.
    private func names(columns: Int) -> [String] {
        let width = (groups.map(\.name.count).max() ?? 0) + 2
        return groups.flatMap { group in
            let title = group.name + String(repeating: " ", count: max(1, width - group.name.count))
            return Self.filled("  " + title, group.commands.map(\.name), columns: columns, indent: 2 + width)
        }
    }

    /// What `help` says of a group, of a command, or of everything; nil for a word that is none of these.
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
}

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
