import Parlor

/// Brings a drawn frame to the terminal: only the rows that differ from what stands there.
///
/// No background is ever set, and what is chosen is shown in reverse (SGR 7), which every terminal has. Behind a character that
/// isn't one column wide the cursor is set anew, since terminals disagree about such widths.
final class ScreenPainter {
    private let terminal: any ScreenTerminal
    private let colour: TerminalRenderer.Colour
    private var rows: [String] = []

    init(_ terminal: any ScreenTerminal, colour: TerminalRenderer.Colour) {
        (self.terminal, self.colour) = (terminal, colour)
    }

    /// What stands on the terminal is unknown.
    func forget() { rows = [] }

    /// Clears the terminal at once.
    func wipe() {
        forget()
        terminal.enter()
        terminal.write("\u{1B}[0m\u{1B}[H\u{1B}[2J")
    }

    func paint(_ frame: ScreenFrame.Drawn, chosen: LiveSpots.Spot?) {
        var text = "\u{1B}[?25l"
        if rows.count != frame.lines.count {
            text += "\u{1B}[0m\u{1B}[2J"
            rows = Array(repeating: "", count: frame.lines.count)
        }
        for (index, line) in frame.lines.enumerated() {
            let marked = chosen.flatMap { $0.rows.contains(index) ? $0.columns : nil }
            let row = Self.text(of: line, marked: marked, colour)
            guard row != rows[index] else { continue }
            rows[index] = row
            // behind the last column nothing is left to erase, and the cursor doesn't leave it
            let isFull = line.width > 0 && line.trimmed.width == line.width
            text += "\u{1B}[\(index + 1);1H\(row)\(isFull ? "" : "\u{1B}[K")"
        }
        text += "\u{1B}[\(frame.cursor.row + 1);\(frame.cursor.column + 1)H\u{1B}[?25h"
        terminal.write(text)
    }

    /// A line after the terminal was given back.
    func writeLine(_ line: StyledLine) { terminal.write(line.text(colour) + "\n") }

    /// A row without the spaces at its end.
    private static func text(
        of line: StyledLine, marked: Range<Int>?, _ colour: TerminalRenderer.Colour
    ) -> String {
        var text = ""
        var column = 0
        for run in (marked == nil ? line.trimmed : line).runs {
            let codes = colour == .ansi ? run.style.parameters : nil
            var isMarked: Bool?
            for character in run.text {
                let mark = marked?.contains(column) == true
                if mark != isMarked {
                    let parameters = [codes, mark ? "7" : nil].compactMap(\.self)
                    if isMarked != nil { text += "\u{1B}[0m" }
                    if !parameters.isEmpty { text += "\u{1B}[\(parameters.joined(separator: ";"))m" }
                    isMarked = mark
                }
                let width = SafeText(String(character)).columns
                text.append(character)
                column += width
                if width != 1 || character.unicodeScalars.count > 1 { text += "\u{1B}[\(column + 1)G" }
            }
            if codes != nil || isMarked == true { text += "\u{1B}[0m" }
        }
        return text
    }
}
