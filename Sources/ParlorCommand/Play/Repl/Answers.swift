import Parlor

/// What a session prints. What answers a typed line is held back until the screen was drawn anew and the next line is asked
/// for: it stands below what is drawn, beside the prompt, where the smallest terminal shows it.
///
/// Everything is an answer but what is printed within ``draw(_:)``. Here styled lines become characters for the terminal.
final class Answers {
    private let colour: TerminalRenderer.Colour
    private let out: (String) -> Void
    private let errors: (String) -> Void
    private var held: [(line: StyledLine, isComplaint: Bool)] = []
    private var isDrawing = false

    init(
        colour: TerminalRenderer.Colour, write: @escaping (String) -> Void, complain: @escaping (String) -> Void
    ) {
        (self.colour, out, errors) = (colour, write, complain)
    }

    func write(_ line: StyledLine) { take(line, isComplaint: false) }

    func complain(_ line: StyledLine) { take(line, isComplaint: true) }

    private func take(_ line: StyledLine, isComplaint: Bool) {
        if isDrawing { print(line, isComplaint) } else { held.append((line, isComplaint)) }
    }

    private func print(_ line: StyledLine, _ isComplaint: Bool) {
        isComplaint ? errors(line.text(colour)) : out(line.text(colour))
    }

    /// Sends at once what clears the screen; what is held back stands on the cleared one.
    func clear(with wipe: String) { out(wipe) }

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
        for (line, isComplaint) in lines { print(line, isComplaint) }
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
