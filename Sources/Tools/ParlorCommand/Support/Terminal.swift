import Foundation
import Parlor

/// The program's output, and what it can show.
struct Terminal: Sendable {
    /// Whether standard output and standard input are a terminal.
    var isInteractive: Bool
    /// Whether escape sequences for colour may be written.
    var hasColour: Bool
    /// Whether the terminal knows no escape sequences.
    var isDumb = false
    /// Whether characters beyond ASCII may be written.
    var hasUnicode: Bool
    var columns: Int
    /// Whether standard output is a terminal.
    var showsOutput = false

    /// The columns for a line of text in a window; nil for output to a file or a program.
    var outputColumns: Int? { showsOutput ? columns : nil }

    /// Returns the terminal of the process, from its streams, `NO_COLOR`, `TERM`, the locale and
    /// the window's width.
    static func current(environment: [String: String] = ProcessInfo.processInfo.environment) -> Terminal {
        let output = isatty(STDOUT_FILENO) == 1
        let dumb = environment["TERM"] == "dumb" || environment["TERM"] == nil
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let utf8 = locale.uppercased().contains("UTF-8") || locale.uppercased().contains("UTF8")
        return Terminal(
            isInteractive: output && isatty(STDIN_FILENO) == 1,
            hasColour: output && !dumb && (environment["NO_COLOR"] ?? "").isEmpty,
            isDumb: dumb,
            hasUnicode: utf8 && environment["TERM"] != "linux",
            columns: min(max(windowColumns() ?? environment["COLUMNS"].flatMap(Int.init) ?? 80, 1), mostColumns),
            showsOutput: output)
    }

    /// Whether the terminal can be drawn on in place and a person types.
    var takesFullScreen: Bool { isInteractive && !isDumb }

    /// Limits above the size of any window, because the environment can claim anything.
    static let mostColumns = 1000
    static let mostRows = 500

    private static func windowColumns() -> Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}

/// Writes a sentence to standard error. Text that the sentence quotes can't steer the terminal. A
/// failed write is ignored, because there is nowhere to report it.
func complain(_ text: String) {
    let safe = SafeText(text, lineBreaks: .kept).string
    let shown = isatty(STDERR_FILENO) == 1 ? ErrorText.lines(safe, columns: Terminal.current().columns) : [safe]
    complain(drawn: shown.joined(separator: "\n") + "\n")
}

/// Writes text with its escape sequences to standard error. A ``Screen`` or this program has drawn
/// the text.
func complain(drawn text: String) { StandardStreams.write(text, to: STDERR_FILENO) }

/// The only way to standard output. If a write fails, the program reports it on standard error and
/// exits with 1.
enum StandardOutput {
    /// Makes a write to a closed pipe an error to report, instead of a signal that ends the program
    /// silently.
    static func prepare() { signal(SIGPIPE, SIG_IGN) }

    static func write(_ text: String) {
        guard let error = StandardStreams.failure(writing: text, to: STDOUT_FILENO) else { return }
        complain("parlor: standard output can't be written: \(String(cString: strerror(error)))")
        exit(1)
    }

    static func writeLine(_ text: String) { write(text + "\n") }
}

/// Replaces Swift's own `print`, which ignores failed writes and passes on characters that steer
/// the terminal. Output with escape sequences of this program goes to ``StandardOutput``.
func print(_ text: String, terminator: String = "\n") {
    StandardOutput.write(SafeText(text, lineBreaks: .kept).string + terminator)
}

/// Unbuffered reads and writes of the process's streams.
enum StandardStreams {
    /// Returns the available bytes, at most 64 KiB; none at the end of the file.
    static func read(_ descriptor: Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
            var got = 0
            repeat {
                got = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
            } while got < 0 && errno == EINTR
            count = max(0, got)
        }
    }

    /// Writes all of a text at once; returns false if that fails.
    @discardableResult
    static func write(_ text: String, to descriptor: Int32) -> Bool { failure(writing: text, to: descriptor) == nil }

    /// Writes all of a text at once; returns the error number if that fails.
    static func failure(writing text: String, to descriptor: Int32) -> Int32? {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count < 0 ? errno : EIO }
            rest = rest.dropFirst(count)
        }
        return nil
    }
}
