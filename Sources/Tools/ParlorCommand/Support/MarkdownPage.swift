import Foundation
import Parlor

/// A page of Markdown for a terminal: headings and emphasis in bold, paragraphs and lists wrapped,
/// code unchanged, tables in columns.
struct MarkdownPage {
    private enum Block {
        case heading(String)
        /// A paragraph, or an item of a list after its sign.
        case text(sign: String, words: String)
        case code(String)
        case table([[String]])
        case gap
    }

    private let blocks: [Block]

    init(_ text: String) {
        var blocks: [Block] = []
        var isCode = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("```") {
                isCode.toggle()
            } else if isCode {
                blocks.append(.code(line))
            } else {
                Self.append(line, to: &blocks)
            }
        }
        if case .gap = blocks.last { blocks.removeLast() }
        self.blocks = blocks
    }

    private static func append(_ line: String, to blocks: inout [Block]) {
        let bare = line.drop { $0 == " " }
        if bare.isEmpty { return blocks.append(.gap) }
        // inside a list, a line that is indented by four spaces continues the item
        if line.hasPrefix("    "), !isText(blocks.last) { return blocks.append(.code(String(line.dropFirst(4)))) }
        let level = bare.prefix { $0 == "#" }.count
        if (1...6).contains(level), bare.dropFirst(level).first == " " {
            return blocks.append(.heading(String(bare.dropFirst(level + 1))))
        }
        if bare.hasPrefix("|") { return appendRow(bare, to: &blocks) }
        let indent = String(repeating: " ", count: min(line.count - bare.count, 12))
        if let sign = Self.sign(of: bare) {
            return blocks.append(.text(sign: indent + sign, words: String(bare.dropFirst(sign.count))))
        }
        if case .text(let sign, let words) = blocks.last {
            blocks[blocks.count - 1] = .text(sign: sign, words: words + " " + bare)
        } else {
            blocks.append(.text(sign: indent, words: String(bare)))
        }
    }

    private static func isText(_ block: Block?) -> Bool { if case .text = block { true } else { false } }

    private static func appendRow(_ line: Substring, to blocks: inout [Block]) {
        let inner = line.dropFirst().reversed().drop { $0 == " " || $0 == "|" }.reversed()
        let cells = String(inner).split(separator: "|", omittingEmptySubsequences: false).map {
            plain($0.trimmingCharacters(in: .whitespaces))
        }
        let isRule = cells.allSatisfy { $0.contains("-") && $0.allSatisfy { "-: ".contains($0) } }
        if case .table(let rows) = blocks.last {
            blocks[blocks.count - 1] = .table(isRule ? rows : rows + [cells])
        } else {
            blocks.append(.table([cells]))
        }
    }

    /// Returns the sign of a list's item: `- `, `* `, `12. `.
    private static func sign(of line: Substring) -> String? {
        if line.hasPrefix("- ") || line.hasPrefix("* ") { return "- " }
        let digits = line.prefix { $0.isASCII && $0.isNumber }
        return (1...3).contains(digits.count) && line.dropFirst(digits.count).hasPrefix(". ") ? digits + ". " : nil
    }

    /// Returns the page in lines of at most `columns` columns; only code may be wider.
    func lines(columns: Int) -> [StyledLine] {
        blocks.flatMap { block -> [StyledLine] in
            switch block {
            case .gap: [StyledLine()]
            case .code(let line): [StyledLine("    " + line)]
            case .table(let rows): ListCommand.aligned(rows, within: columns).map { StyledLine($0) }
            case .heading(let words):
                TextWrapper.lines(Self.plain(words), limit: columns).map { StyledLine($0, .bold) }
            case .text(let sign, let words): Self.wrapped(words, behind: sign, columns: columns)
            }
        }
    }

    private static func wrapped(_ words: String, behind sign: String, columns: Int) -> [StyledLine] {
        let room = columns - sign.count
        guard room > 10 else { return TextWrapper.lines(sign + plain(words), limit: columns).map { StyledLine($0) } }
        // bold words are marked by characters without width until the lines are broken
        return styled(TextWrapper.lines(marked(words), limit: room) { $0 == mark ? 0 : DisplayWidth.of($0) })
            .enumerated().map { index, line in
                var whole = StyledLine(index == 0 ? sign : String(repeating: " ", count: sign.count))
                whole.append(line)
                return whole
            }
    }

    // MARK: Words

    /// The mark around bold text. Text for a terminal has no control characters.
    private static let mark: Character = "\u{2}"

    private static func plain(_ words: String) -> String { marked(words).filter { $0 != mark } }

    /// Returns the words without the signs of links, and with marks instead of stars and ticks.
    private static func marked(_ words: String) -> String {
        var out = ""
        var rest = words[...]
        while let first = rest.first {
            if let (sign, inner, after) = span(rest) {
                out += sign == "[" ? String(inner) : "\(mark)\(inner)\(mark)"
                rest = after
            } else {
                out.append(first)
                rest.removeFirst()
            }
        }
        return out
    }

    /// Returns the inside of a leading `**words**`, `` `code` `` or `[words](target)`, and the text
    /// after it.
    private static func span(_ text: Substring) -> (sign: String, inner: Substring, after: Substring)? {
        func between(_ open: String, _ close: String) -> (String, Substring, Substring)? {
            guard text.hasPrefix(open), let end = text.dropFirst(open.count).firstRange(of: close) else { return nil }
            let inner = text.dropFirst(open.count)[..<end.lowerBound]
            return inner.isEmpty ? nil : (open, inner, text[end.upperBound...])
        }
        if let found = between("**", "**") ?? between("`", "`") { return found }
        guard let (_, inner, after) = between("[", "]("), let end = after.firstIndex(of: ")") else { return nil }
        return ("[", inner, after[after.index(after: end)...])
    }

    /// Returns lines with styles instead of marks; bold text continues in the next line.
    private static func styled(_ lines: [String]) -> [StyledLine] {
        var isBold = false
        return lines.map { text in
            var line = StyledLine()
            for (index, part) in text.split(separator: mark, omittingEmptySubsequences: false).enumerated() {
                if index > 0 { isBold.toggle() }
                line.append(String(part), isBold ? .bold : .plain)
            }
            return line
        }
    }
}

extension MarkdownPage {
    /// Prints a text: laid out if a person reads it in a window, unchanged for a file or a program.
    static func show(_ text: String) {
        let safe = SafeText(text, lineBreaks: .kept)
        let terminal = Terminal.current()
        let shown = terminal.hasUnicode ? safe.string : safe.ascii
        guard let columns = terminal.outputColumns else {
            return print(shown, terminator: text.hasSuffix("\n") ? "" : "\n")
        }
        for line in MarkdownPage(shown).lines(columns: columns) {
            StandardOutput.writeLine(line.text(terminal.hasColour ? .ansi : .none))
        }
    }
}
