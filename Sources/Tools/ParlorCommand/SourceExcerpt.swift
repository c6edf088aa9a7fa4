import Parlor

/// A line of a script with those around it, and a caret below it.
struct SourceExcerpt {
    /// As errors name it.
    let file: String
    /// From 1.
    let line: Int
    /// The file's text; nil if there is none, and then only the place is told.
    let source: String?

    /// Indented by two, so that they can be told from sentences.
    var lines: [String] {
        let place = "  \(file.onOneLine):\(line)"
        let source = source?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
        guard source.indices.contains(line - 1) else { return [place] }
        let shown = max(1, line - 1)...min(source.count, line + 1)
        let width = String(shown.upperBound).count
        return [place]
            + shown.flatMap { number in
                let label = String(repeating: " ", count: width - String(number).count) + String(number)
                let text = "  \(number == line ? ">" : " ") \(label) | \(source[number - 1])"
                return number == line ? [text, caret(below: source[number - 1], width)] : [text]
            }
    }

    /// Below the first character that isn't a space. Lua tells lines, no columns.
    private func caret(below text: Substring, _ width: Int) -> String {
        let indent = text.prefix { $0 == " " || $0 == "\t" }
        return "    " + String(repeating: " ", count: width) + " | " + indent + "^"
    }
}
