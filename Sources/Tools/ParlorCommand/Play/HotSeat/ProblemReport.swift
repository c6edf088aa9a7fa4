import Parlor

/// What is wrong with a script that can't be loaded, with the lines that it is about.
struct ProblemReport {
    /// Of so many problems the lines are shown.
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
