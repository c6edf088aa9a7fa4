import Parlor

/// What a session prints. What answers a typed line is held back until the screen was drawn anew and the next line is asked
/// for: it stands below what is drawn, beside the prompt, where the smallest terminal shows it.
///
/// Everything is an answer but what is printed within ``draw(_:)``.
final class Answers {
    private let surface: any Surface
    private var held: [(line: StyledLine, place: SurfacePlace)] = []
    private var isDrawing = false

    init(on surface: any Surface) { self.surface = surface }

    func write(_ line: StyledLine) {
        if isDrawing { surface.show(line, in: .picture) } else { held.append((line, .answer)) }
    }

    func complain(_ line: StyledLine) {
        if isDrawing { surface.show(line, in: .complaint) } else { held.append((line, .complaint)) }
    }

    /// Something to read that was asked for; it stands where answers do, and has more room.
    func showPage(_ lines: [StyledLine]) { held += lines.map { ($0, .page) } }

    /// Sends at once what clears the screen; what is held back stands on the cleared one.
    func clear(with wipe: String) { surface.clear(with: wipe) }

    /// What is printed meanwhile is the screen itself, and stands above all that is held back.
    func draw<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        let before = isDrawing
        if !before { surface.beginPicture() }
        isDrawing = true
        defer { isDrawing = before }
        return try body()
    }

    /// Lines of what is drawn that don't stand in the picture itself.
    func place(_ lines: [StyledLine], in place: SurfacePlace) {
        for line in lines { surface.show(line, in: place) }
    }

    /// A sign of life, at once; nil once there is nothing to wait for.
    func showProgress(_ line: StyledLine?) { surface.showProgress(line) }

    /// Prints what was held back.
    func release() {
        let lines = held
        held = []
        for (line, place) in lines { surface.show(line, in: place) }
    }

    /// Prints what was held back, and ends.
    func close(saying lines: [StyledLine]) {
        release()
        surface.close(saying: lines)
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

    var surface: (any Surface)? { lines.surface }

    func next(prompt: String, completing: @escaping (String) -> [String]) -> InputLine {
        answers.release()
        return lines.next(prompt: prompt, completing: completing)
    }

    func remember(_ line: String) { lines.remember(line) }
}
