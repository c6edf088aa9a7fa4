import Parlor

/// What an author wants to read when a script fails: the line it happened in, how it came there, what was printed.
struct FailureReport {
    let failure: ScriptFailure
    /// The script's files by name.
    let files: [String: String]

    var lines: [String] {
        var lines = ["The script failed\(hook): \(what)"]
        if let place = failure.place {
            lines += excerpt(place.source, place.line)
            lines += callers(after: place).map { "    called from \($0)" }
        }
        return lines + Self.printed(failure.printed)
    }

    /// The lines as a screen shows them.
    func drawn(on screen: Screen) -> [StyledLine] {
        lines.enumerated().flatMap { index, line in
            // lines of the source stay lines
            line.hasPrefix("  ") ? screen.line(line) : screen.lines(line, index == 0 ? .title : .plain)
        }
    }

    private var hook: String { failure.hook.map { " in \($0)" } ?? "" }

    private var what: String {
        switch failure.error.limit {
        case .time: "it took too long"
        case .memory, .pool, .granted: "it took too much memory (\(failure.error.message))"
        case .output: "it printed too much (\(failure.error.message))"
        case .table, .instructions, .depth, nil: failure.error.message
        }
    }

    /// The line with those around it, and a mark in front.
    private func excerpt(_ file: String, _ number: Int) -> [String] {
        let source = files[file]?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
        guard source.indices.contains(number - 1) else { return ["  \(file.onOneLine):\(number)"] }
        let shown = max(1, number - 1)...min(source.count, number + 1)
        let width = String(shown.upperBound).count
        return ["  \(file.onOneLine):\(number)"]
            + shown.map { line in
                let label = String(repeating: " ", count: width - String(line).count) + String(line)
                return "  \(line == number ? ">" : " ") \(label) | \(source[line - 1])"
            }
    }

    private func callers(after place: (source: String, line: Int)) -> [String] {
        failure.traceback.drop { $0.source == place.source && $0.line == place.line }.map(\.description)
    }

    /// Printed output, each line marked as the script's.
    static func printed(_ text: String) -> [String] {
        guard !text.isEmpty else { return [] }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last == "" { lines.removeLast() }
        let shown = lines.prefix(mostPrinted).map { "print: \($0)" }
        return lines.count > mostPrinted ? shown + ["print: … and \(lines.count - mostPrinted) lines more"] : shown
    }

    private static let mostPrinted = 40
}
