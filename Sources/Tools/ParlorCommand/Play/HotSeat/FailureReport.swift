import Parlor

/// A failure of a script for its author: the line, its callers and the printed output.
struct FailureReport {
    let failure: ScriptFailure
    /// The script's files by name.
    let files: [String: String]

    var lines: [String] {
        var lines = ["The script failed\(hook): \(what)"]
        if let place = failure.place {
            lines += SourceExcerpt(file: place.source, line: place.line, source: files[place.source]).lines
            lines += callers(after: place).map { "    called from \($0)" }
        }
        return lines + Self.printed(failure.printed)
    }

    /// Returns the lines as a screen shows them.
    func drawn(on screen: Screen) -> [StyledLine] {
        lines.enumerated().flatMap { index, line in
            // lines of the source aren't wrapped
            line.hasPrefix("  ") ? screen.line(line) : screen.lines(line, index == 0 ? .title : .plain)
        }
    }

    private var hook: String { failure.hook.map { " in \($0)" } ?? "" }

    private var what: String { Self.words(for: failure.error) }

    /// Returns an error in words. For a limit, the words name the resource that ran out.
    static func words(for error: LuaError) -> String {
        switch error.limit {
        case .time: "it took too long"
        case .memory, .pool, .granted: "it took too much memory (\(error.message))"
        case .output: "it printed too much (\(error.message))"
        case .table, .text, .instructions, .depth, nil: error.message
        }
    }

    private func callers(after place: (source: String, line: Int)) -> [String] {
        failure.traceback.drop { $0.source == place.source && $0.line == place.line }.map(\.description)
    }

    /// Returns printed output with the word `print` before each line, and the hook that printed it
    /// if known.
    static func printed(_ text: String, hook: String? = nil) -> [String] {
        guard !text.isEmpty else { return [] }
        let mark = hook.map { "print (\($0)): " } ?? "print: "
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last == "" { lines.removeLast() }
        let shown = lines.prefix(mostPrinted).map { mark + $0 }
        return lines.count > mostPrinted
            ? shown + [mark + "… and \(counted(lines.count - mostPrinted, "line")) more"] : shown
    }

    private static let mostPrinted = 40
}

/// The problems of a script that can't be loaded, with the lines that they are about.
struct ProblemReport {
    /// The most problems whose lines are shown.
    private static let mostShown = 3

    let problems: ScriptProblems
    /// The script's files by name.
    let files: [String: String]

    var lines: [String] {
        var lines = problems.description.split(separator: "\n").map(String.init)
        for problem in problems.list.prefix(Self.mostShown) {
            guard let line = problem.line, files[problem.file] != nil else { continue }
            lines += SourceExcerpt(file: problem.file, line: line, source: files[problem.file]).lines
        }
        return lines
    }
}
