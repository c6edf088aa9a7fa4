import Foundation
import Parlor
import Values

/// The output of a session. Answers to a typed line are held back until the screen is redrawn and
/// the next line is asked for. They are then printed below the picture, next to the prompt, so that
/// even the smallest terminal shows them.
///
/// All output is an answer, except inside ``draw(_:)``.
final class DeferredOutput {
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

    /// Shows a requested text among the answers, with more room.
    func showPage(_ lines: [StyledLine]) { held += lines.map { ($0, .page) } }

    /// Clears the screen immediately. The held answers are printed later, on the cleared screen.
    func clear(with wipe: String) { surface.clear(with: wipe) }

    /// Prints the output of `body` as part of the screen, above all held answers.
    func draw<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        let before = isDrawing
        if !before { surface.beginPicture() }
        isDrawing = true
        defer { isDrawing = before }
        return try body()
    }

    /// Shows lines of the screen that belong to another place than the picture.
    func place(_ lines: [StyledLine], in place: SurfacePlace) {
        for line in lines { surface.show(line, in: place) }
    }

    /// Shows a sign of progress immediately; nil removes it.
    func showProgress(_ line: StyledLine?) { surface.showProgress(line) }

    /// Prints the held answers.
    func release() {
        let lines = held
        held = []
        for (line, place) in lines { surface.show(line, in: place) }
    }

    /// Prints the held answers, and ends the session.
    func close(saying lines: [StyledLine]) {
        release()
        surface.close(saying: lines)
    }

    /// Returns a source that prints the held answers before it asks for a line.
    func first(_ lines: any LineSource) -> any LineSource { AnsweredLines(lines, self) }
}

/// A source of lines that prints the held answers before it asks for a line.
private final class AnsweredLines: LineSource {
    private let lines: any LineSource
    private let answers: DeferredOutput

    init(_ lines: any LineSource, _ answers: DeferredOutput) { (self.lines, self.answers) = (lines, answers) }

    var isInteractive: Bool { lines.isInteractive }

    var surface: (any Surface)? { lines.surface }

    func next(prompt: String, completing: @escaping (String) -> [String]) -> InputLine {
        answers.release()
        return lines.next(prompt: prompt, completing: completing)
    }

    func remember(_ line: String) { lines.remember(line) }
}

/// The request to a player: whose turn it is and what there is to do, such as `Ann, hide a ship (2
/// left): a3, b3`.
struct TurnPrompt {
    /// The name of the player.
    let name: String
    let moves: [Move]
    /// The script's prompts, by the names of moves.
    var prompts: [String: String] = [:]
    /// The most moves to show.
    var most = 40
    /// The answer that Enter alone gives.
    var answer: Move?

    /// The names of the moves, each once, in their order.
    private var names: [String] {
        moves.reduce(into: []) { names, move in if !names.contains(move.name) { names.append(move.name) } }
    }

    /// The task in words: the script's prompts, or the name of the only kind of move. Nil if
    /// neither gives a short text, so that the line names only the moves.
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

    /// Returns the moves, each kind after its name if there are several kinds.
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

    /// Returns a sentence for use inside another: `Hide a ship.` becomes `hide a ship`; `X marks`
    /// stays.
    private static func withinSentence(_ text: String) -> String {
        let line = SafeText(text).string.trimmingCharacters(in: .whitespaces)
        let bare = line.hasSuffix(".") && !line.hasSuffix("..") ? String(line.dropLast()) : line
        guard let first = bare.first, bare.dropFirst().first?.isLowercase == true else { return bare }
        return first.lowercased() + bare.dropFirst()
    }
}
