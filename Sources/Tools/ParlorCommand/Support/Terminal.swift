import Foundation
import Parlor

/// What the program writes to, and what that can show.
struct Terminal: Sendable {
    /// Is standard output a terminal, and standard input too?
    var isInteractive: Bool
    /// May escape sequences for colour be written?
    var hasColour: Bool
    /// Does it know no escape sequences at all?
    var isDumb = false
    /// May characters beyond ASCII be written?
    var hasUnicode: Bool
    var columns: Int
    /// Is standard output a terminal, whatever standard input is?
    var showsOutput = false

    /// What a line of text may take where somebody looks at it in a window; nil where it goes to a file or a program.
    var outputColumns: Int? { showsOutput ? columns : nil }

    /// Looks at the process: whether standard output is a terminal, `NO_COLOR`, `TERM`, the locale, the window's width.
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

    /// Can it be drawn on in place, and is there somebody to type?
    var takesFullScreen: Bool { isInteractive && !isDumb }

    /// Wider and higher than any window: what the environment says may be anything.
    static let mostColumns = 1000
    static let mostRows = 500

    private static func windowColumns() -> Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}

/// Writes a sentence to standard error, whatever it quotes: nothing in it can steer the terminal. Where that can't be
/// done, there is nobody to tell.
func complain(_ text: String) {
    let safe = SafeText(text, lineBreaks: .kept).string
    let shown = isatty(STDERR_FILENO) == 1 ? ErrorText.lines(safe, columns: Terminal.current().columns) : [safe]
    complain(drawn: shown.joined(separator: "\n") + "\n")
}

/// Writes to standard error what a ``Screen`` or this program has drawn, with its own escape sequences.
func complain(drawn text: String) { StandardStreams.write(text, to: STDERR_FILENO) }

/// Everything that goes to standard output goes through here, and what can't be written is never passed over: the program says
/// so on standard error and ends with exit code 1, whichever command it is.
enum StandardOutput {
    /// A reader that has gone is an error to be told, not a signal that ends the program without a word.
    static func prepare() { signal(SIGPIPE, SIG_IGN) }

    static func write(_ text: String) {
        guard let error = StandardStreams.failure(writing: text, to: STDOUT_FILENO) else { return }
        complain("parlor: standard output can't be written: \(String(cString: strerror(error)))")
        exit(1)
    }

    static func writeLine(_ text: String) { write(text + "\n") }
}

/// Stands before Swift's own `print`, which drops what it can't write, and lets through what steers the terminal. What is
/// drawn, with escape sequences of this program's own, goes to ``StandardOutput``.
func print(_ text: String, terminator: String = "\n") {
    StandardOutput.write(SafeText(text, lineBreaks: .kept).string + terminator)
}

/// Reading and writing the process's streams without buffers in between.
enum StandardStreams {
    /// What is there to read, at most 64 KiB; nothing at the end of the file.
    static func read(_ descriptor: Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
            var got = 0
            repeat {
                got = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
            } while got < 0 && errno == EINTR
            count = max(0, got)
        }
    }

    /// Writes all of a text at once; false if that can't be done.
    @discardableResult
    static func write(_ text: String, to descriptor: Int32) -> Bool { failure(writing: text, to: descriptor) == nil }

    /// Writes all of a text at once; the error number if that can't be done.
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
