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
