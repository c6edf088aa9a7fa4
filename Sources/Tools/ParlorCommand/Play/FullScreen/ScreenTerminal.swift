import CTerminal
import Foundation

/// The terminal that a ``FullScreen`` draws on: the process's own, or a test's.
protocol ScreenTerminal: AnyObject {
    var size: (columns: Int, rows: Int) { get }
    /// Takes the terminal, if it isn't taken yet.
    func enter()
    /// Gives it back as it was.
    func leave()
    func write(_ text: String)
    /// Waits a moment for input.
    func read() -> TerminalInput
}

enum TerminalInput: Equatable {
    case bytes([UInt8])
    /// Nothing came for a moment.
    case silence
    /// Everything must be drawn anew: the window has another size, or the process was stopped.
    case changed
    case interrupted
    case end
}

/// The process's terminal, in the care of the guard in `CTerminal`.
final class OwnTerminal: ScreenTerminal, Sendable {
    /// xterm's alternate screen, no wrapping at the edge, the mouse's buttons as SGR reports, pastes in brackets.
    static let entering = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?2004h\u{1B}[0m\u{1B}[2J\u{1B}[H"
    static let leaving = "\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?7h\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

    /// In milliseconds: what a lone escape waits for its sequence, and the longest that a signal isn't seen which came between
    /// two looks.
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
