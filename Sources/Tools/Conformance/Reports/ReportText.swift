import Scenes

/// Formats the texts of a report as lines for a terminal. The lines contain no control characters,
/// are wrapped, and use only characters that the terminal has.
struct ReportText: Sendable {
    enum Weight { case plain, strong, good, bad, quiet }

    var hasUnicode: Bool
    var hasColour: Bool
    var columns: Int

    /// The longest text, in characters. Longer texts are cut, so that a report stays readable.
    static let longestText = 2000

    /// Returns one line without anything that could control a terminal.
    func safe(_ text: String) -> String {
        let short = text.count > Self.longestText ? text.prefix(Self.longestText) + "…" : text[...]
        let safe = SafeText(String(short))
        return hasUnicode ? safe.string : safe.ascii
    }

    /// Returns a text in a colour. The text must already be safe.
    func coloured(_ text: String, _ weight: Weight) -> String {
        let style: TerminalStyle =
            switch weight {
            case .plain: .plain
            case .strong: .bold
            case .good: TerminalStyle(.green)
            case .bad: TerminalStyle(.red, isBold: true)
            case .quiet: .dim
            }
        return StyledLine(text, style).text(hasColour ? .ansi : .none)
    }

    /// Breaks a text of any length and content between words.
    ///
    /// - Parameters:
    ///   - indent: The number of spaces before every line.
    ///   - label: The text before the first line. If the label is short, such as a mark or an id,
    ///     the other lines are indented to the end of the label.
    func wrapped(_ text: String, indent: Int = 0, label: String = "", _ weight: Weight = .plain) -> [String] {
        let label = safe(label)
        let width = SafeText(label).columns
        let hang = indent + (label.isEmpty ? 0 : width <= Self.shortLabel ? width + 1 : 2)
        var lines: [String] = []
        var line = ""
        for word in (label + " " + safe(text)).split(separator: " ") {
            let room = columns - (lines.isEmpty ? indent : hang)
            if !line.isEmpty, SafeText(line).columns + 1 + SafeText(String(word)).columns > room {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        lines.append(line)
        return lines.enumerated().map { index, line in
            String(repeating: " ", count: index == 0 ? indent : hang) + coloured(line, weight)
        }
    }

    private static let shortLabel = 4

    /// Returns rows of safe texts below a head. The first column is aligned to the left, the other
    /// columns to the right.
    ///
    /// A table that is wider than the terminal gets smaller gaps, and a head of two lines.
    func table(_ head: [String], _ rows: [[String]], indent: Int = 0) -> [String] {
        let wide = table([head], rows, gap: 2, indent: indent)
        guard wide.contains(where: { SafeText($0).columns > columns }) else { return wide }
        let words = head.map { $0.split(separator: " ", maxSplits: 1).map(String.init) }
        let upper = words.map { $0.count > 1 ? $0[0] : "" }
        return table([upper, words.map { $0.last ?? "" }], rows, gap: 1, indent: indent)
    }

    private func table(_ head: [[String]], _ rows: [[String]], gap: Int, indent: Int) -> [String] {
        let all = head + rows
        let widths = all[0].indices.map { column in
            all.map { $0.count > column ? SafeText($0[column]).columns : 0 }.max() ?? 0
        }
        return all.enumerated().map { number, row in
            let cells = zip(row, widths).enumerated().map { column, cell in
                let space = String(repeating: " ", count: max(0, cell.1 - SafeText(cell.0).columns))
                return column == 0 ? cell.0 + space : space + cell.0
            }
            let line =
                String(repeating: " ", count: indent) + cells.joined(separator: String(repeating: " ", count: gap))
            return coloured(line, number < head.count ? .quiet : .plain)
        }
    }
}

extension ReportText {
    /// Returns a number with its digits in groups: `12,345`.
    static func grouped(_ number: some BinaryInteger) -> String {
        var digits = String(number)
        let sign = digits.hasPrefix("-") ? String(digits.removeFirst()) : ""
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return sign + ([digits] + groups).joined(separator: ",")
    }

    /// Returns a share such as `93 %`. It is rounded down, so that only a share of exactly 1
    /// becomes 100 %.
    static func percent(_ share: Double) -> String {
        share.isFinite ? "\(Int(saturating: (min(max(share, 0), 1) * 100).rounded(.down))) %" : "?"
    }

    /// Returns a number with one decimal.
    static func decimal(_ number: Double) -> String {
        guard number.isFinite, abs(number) < 1e12 else { return "?" }
        let tenths = Int(saturating: (number * 10).rounded())
        return "\(tenths / 10).\(abs(tenths % 10))"
    }
}

/// The figures of games, as tables.
struct FigureTable {
    let text: ReportText

    /// Returns a table with one row for each game.
    func summary(_ reports: [GameReport]) -> [String] {
        let head = [
            "game", "games", "plies", "longest", "branching", "memory KiB", "instructions", "message", "lines run",
        ]
        let rows = reports.map { report in
            let figures = report.figures
            return [
                text.safe(report.game), ReportText.grouped(figures.games), ReportText.grouped(figures.plies),
                ReportText.grouped(figures.longest), shown(figures.branching, ReportText.decimal),
                shown(figures.worstPeak, Self.kibibytes), shown(figures.worstInstructions) { ReportText.grouped($0) },
                shown(figures.longestURL) { ReportText.grouped($0) },
                shown(report.coverage.found?.share, ReportText.percent),
            ]
        }
        return text.table(head, rows)
    }

    /// Returns the worst call of each kind in one game; nothing if no call was measured.
    func worst(_ figures: PlayFigures) -> [String] {
        guard !figures.worst.isEmpty else { return [] }
        let rows = figures.worst.sorted { $0.key < $1.key }.map { hook, cost in
            [
                hook.rawValue, ReportText.grouped(cost.instructions), Self.kibibytes(cost.granted),
                Self.kibibytes(cost.peak), shortened(cost.step ?? ""),
            ]
        }
        return text.table(["worst call", "instructions", "granted KiB", "peak KiB", "most at"], rows, indent: 2)
    }

    /// Returns a figure, or a dash if there is none.
    private func shown<Figure>(_ figure: Figure?, _ words: (Figure) -> String) -> String {
        figure.map(words) ?? (text.hasUnicode ? "–" : "-")
    }

    private func shortened(_ step: String) -> String {
        let safe = text.safe(step)
        return safe.count > 30 ? safe.prefix(27) + "..." : safe
    }

    private static func kibibytes(_ bytes: Int) -> String { ReportText.grouped(((max(0, bytes) >> 9) + 1) >> 1) }
}

/// A text as one word of a shell's command line, in quotes if necessary.
///
/// ```swift
/// ShellWord("my game").text   // 'my game'
/// ```
package struct ShellWord: Sendable {
    /// The word as it is typed. Only ASCII letters, digits and `-_./+:,@` need no quotes.
    package let text: String

    /// Quotes the word if necessary. In single quotes only the closing quote has a special meaning
    /// (POSIX.1-2024, Shell 2.2.2).
    package init(_ word: String) {
        let isPlain = !word.isEmpty && word.utf8.allSatisfy(Self.isPlain)
        text = isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-_./+:,@".utf8.contains(byte)
        }
    }
}
