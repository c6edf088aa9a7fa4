import CTerminal
import Foundation
import Parlor

/// The terminal that a ``FullScreen`` draws on: that of the process, or a test's.
protocol ScreenTerminal: AnyObject {
    var size: (columns: Int, rows: Int) { get }
    /// Takes the terminal, if it isn't taken yet.
    func enter()
    /// Restores the terminal.
    func leave()
    func write(_ text: String)
    /// Waits a moment for input.
    func read() -> TerminalInput
}

enum TerminalInput: Equatable {
    case bytes([UInt8])
    /// No input came for a moment.
    case silence
    /// Everything must be redrawn: the window was resized, or the process was stopped.
    case changed
    case interrupted
    case end
}

/// The terminal of the process, guarded by `CTerminal`.
final class OwnTerminal: ScreenTerminal, Sendable {
    /// Starts xterm's alternate screen, without wrapping at the edge, with SGR reports of the
    /// mouse's buttons and bracketed pastes.
    static let entering = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?2004h\u{1B}[0m\u{1B}[2J\u{1B}[H"
    static let leaving = "\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?7h\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

    /// The longest wait for input, in milliseconds. It is the time that a lone escape waits for the
    /// rest of its sequence, and the longest delay of a signal between two checks.
    private static let moment: Int32 = 50

    var size: (columns: Int, rows: Int) {
        var (columns, rows): (Int32, Int32) = (0, 0)
        guard terminal_size(STDOUT_FILENO, &columns, &rows) else { return (80, 24) }
        return (min(Int(columns), Terminal.mostColumns), min(Int(rows), Terminal.mostRows))
    }

    func enter() { _ = terminal_enter(STDIN_FILENO, STDOUT_FILENO, Self.entering, Self.leaving) }

    func leave() { terminal_leave() }

    func write(_ text: String) { StandardOutput.write(text) }

    func read() -> TerminalInput {
        if Interrupts.take() { return .interrupted }
        if terminal_take_change() { return .changed }
        var wanted = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&wanted, 1, Self.moment) > 0 else {
            if Interrupts.take() { return .interrupted }
            return terminal_take_change() ? .changed : .silence
        }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Foundation.read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return .silence }
        return count > 0 ? .bytes(Array(bytes.prefix(count))) : .end
    }
}

/// Draws a frame on the terminal, but only the rows that have changed.
///
/// No background is ever set. The chosen spot is shown in reverse (SGR 7), which every terminal
/// has. After a character that isn't one column wide the cursor is set again, because terminals
/// disagree about such widths.
final class ScreenPainter {
    private let terminal: any ScreenTerminal
    private let colour: TerminalRenderer.Colour
    private var rows: [String] = []

    init(_ terminal: any ScreenTerminal, colour: TerminalRenderer.Colour) {
        (self.terminal, self.colour) = (terminal, colour)
    }

    /// Forgets what the terminal shows, so that all of it is redrawn.
    func forget() { rows = [] }

    /// Clears the terminal immediately.
    func wipe() {
        forget()
        terminal.enter()
        terminal.write("\u{1B}[0m\u{1B}[H\u{1B}[2J")
    }

    func paint(_ frame: ScreenFrame.Drawn, chosen: TouchTargets.Spot?) {
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
            // after a full row nothing is left to erase, and the cursor stays in its last column
            let isFull = line.width > 0 && line.trimmed.width == line.width
            text += "\u{1B}[\(index + 1);1H\(row)\(isFull ? "" : "\u{1B}[K")"
        }
        text += "\u{1B}[\(frame.cursor.row + 1);\(frame.cursor.column + 1)H\u{1B}[?25h"
        terminal.write(text)
    }

    /// Writes a line after the terminal was restored.
    func writeLine(_ line: StyledLine) { terminal.write(line.text(colour) + "\n") }

    /// Returns a row without the spaces at its end.
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
