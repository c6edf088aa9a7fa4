/// What a session prints. What answers a typed line is held back until the screen was drawn anew and the next line is asked
/// for: it stands below what is drawn, beside the prompt, where the smallest terminal shows it.
///
/// Everything is an answer but what is printed within ``draw(_:)``.
final class Answers {
    private let out: (String) -> Void
    private let errors: (String) -> Void
    private var held: [(line: String, isComplaint: Bool)] = []
    private var isDrawing = false

    init(write: @escaping (String) -> Void, complain: @escaping (String) -> Void) {
        (out, errors) = (write, complain)
    }

    func write(_ line: String) {
        if isDrawing { out(line) } else { held.append((line, false)) }
    }

    func complain(_ line: String) {
        if isDrawing { errors(line) } else { held.append((line, true)) }
    }

    /// What is printed meanwhile is the screen itself, and stands above all that is held back.
    func draw<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        let before = isDrawing
        isDrawing = true
        defer { isDrawing = before }
        return try body()
    }

    /// Prints what was held back.
    func release() {
        let lines = held
        held = []
        for (line, isComplaint) in lines { isComplaint ? errors(line) : out(line) }
    }

    /// Nobody is asked for a line before the answers to the last one were printed.
    func first(_ lines: any LineSource) -> any LineSource { AnsweredLines(lines, self) }
}

/// Lines of a source that prints the answers first.
private final class AnsweredLines: LineSource {
    private let lines: any LineSource
    private let answers: Answers

    init(_ lines: any LineSource, _ answers: Answers) { (self.lines, self.answers) = (lines, answers) }

    var isInteractive: Bool { lines.isInteractive }

    func next(prompt: String, completing: @escaping (String) -> [String]) -> InputLine {
        answers.release()
        return lines.next(prompt: prompt, completing: completing)
    }

    func remember(_ line: String) { lines.remember(line) }
}
