/// Breaks text into lines that fit a number of columns.
enum TextWrapper {
    /// Lines no wider than `columns`: broken at spaces, and inside a word only where the word alone is too wide.
    ///
    /// Line breaks of the text stay. A line that fits is kept as it stands, with the spaces its author put into it;
    /// from one that doesn't, spaces at the breaks are dropped. A character wider than `columns` stays whole.
    static func lines(_ text: String, columns: Int) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph($0, columns: columns) }
    }

    private static func paragraph(_ text: Substring, columns: Int) -> [String] {
        if DisplayWidth.of(text) <= columns { return [String(text)] }
        var lines: [String] = []
        var line = ""
        var used = 0
        for word in text.split(separator: " ") {
            let width = DisplayWidth.of(word)
            if used > 0, used + 1 + width <= columns {
                line += " " + word
                used += 1 + width
                continue
            }
            if used > 0 {
                lines.append(line)
                (line, used) = ("", 0)
            }
            if width <= columns {
                (line, used) = (String(word), width)
                continue
            }
            for character in word {
                let width = DisplayWidth.of(character)
                if used > 0, used + width > columns {
                    lines.append(line)
                    (line, used) = ("", 0)
                }
                line.append(character)
                used += width
            }
        }
        if !line.isEmpty { lines.append(line) }
        return lines.isEmpty ? [""] : lines
    }
}
