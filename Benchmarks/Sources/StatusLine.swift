import Foundation
import Measuring
import Parlor

/// A line on standard error that says what is being measured, if standard error is a terminal.
enum StatusLine {
    private static let isShown = isatty(STDERR_FILENO) == 1

    /// Returns the time box of one measurement. Whenever the measurement asks whether the time is over, the line shows how much
    /// time has passed.
    static func box(_ seconds: Double, doing name: String) -> TimeBox {
        guard isShown else { return TimeBox(seconds: seconds) }
        let begun = TimeBox.monotonic()
        var shown = -1
        return TimeBox(seconds: seconds) {
            let now = TimeBox.monotonic()
            let second = Int(now - begun)
            if second != shown { write("\r\(name.onOneLine): \(second) of \(decimal(seconds, 0)) s\u{1b}[K") }
            shown = second
            return now
        }
    }

    static func clear() { if isShown { write("\r\u{1b}[K") } }

    private static func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
