import Foundation
import Parlor

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
