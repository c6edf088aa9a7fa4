import Foundation
import Parlor
import Values

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

/// Says whose turn it is and what there is to do: `Ann, hide a ship (2 left): a3, b3`.
struct Asking {
    /// Who is asked.
    let name: String
    let moves: [Move]
    /// What the script says of a move, by its name.
    var prompts: [String: String] = [:]
    /// How many moves are shown without being asked for.
    var most = 40
    /// The answer that Enter alone gives.
    var answer: Move?

    /// The names of the moves, each once, in their order.
    private var names: [String] {
        moves.reduce(into: []) { names, move in if !names.contains(move.name) { names.append(move.name) } }
    }

    /// What is to be done; nil where nothing is said of it, and the moves say enough.
    private var task: String? {
        let names = names
        let said = names.compactMap { prompts[$0].map(Self.withinSentence) }.filter { !$0.isEmpty }
        if said.count == names.count, !said.isEmpty {
            let each = said.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            return each.count > 3 ? nil : NameList.of(each, joinedBy: "or")
        }
        guard names.count == 1, let name = names.first, moves.first?.text != name else { return nil }
        return name.split(separator: "_").joined(separator: " ")
    }

    var line: String {
        let task = task
        let head = task.map { "\(name), \($0)" } ?? "\(name) to move"
        let line = "\(head): \(choices(isTaskSaid: task != nil))"
        return answer.map { "\(line). Enter: \($0.isOwed ? "\($0.text)" : "answer '\(SafeText($0.prompt))'")" } ?? line
    }

    /// The moves, each kind behind its name where there are several kinds.
    private func choices(isTaskSaid: Bool) -> String {
        var groups: [(name: String, texts: [String])] = []
        for move in moves.prefix(most) {
            let name = move.text == move.name || move.typed != nil ? "" : move.name
            if name.isEmpty || groups.last?.name != name { groups.append((name, [])) }
            groups[groups.count - 1].texts.append(SafeText(move.prompt).string)
        }
        let isOne = groups.count == 1 && isTaskSaid
        let listed = groups.map { ($0.name.isEmpty || isOne ? "" : "\($0.name) ") + $0.texts.joined(separator: ", ") }
        return listed.joined(separator: ", ") + (moves.count > most ? ", …" : "")
    }

    /// A sentence's beginning as a part of one: `Hide a ship.` becomes `hide a ship`; `X marks` stays.
    private static func withinSentence(_ text: String) -> String {
        let line = SafeText(text).string.trimmingCharacters(in: .whitespaces)
        let bare = line.hasSuffix(".") && !line.hasSuffix("..") ? String(line.dropLast()) : line
        guard let first = bare.first, bare.dropFirst().first?.isLowercase == true else { return bare }
        return first.lowercased() + bare.dropFirst()
    }
}
