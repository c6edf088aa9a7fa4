import Foundation
import Parlor

/// What came in when a line was asked for.
enum InputLine: Equatable {
    case text(String)
    /// A click on what shows this move, which can't be played now. What was typed so far stays.
    case refused(String)
    /// A line of more than ``LineSource/longestLine`` bytes; nothing of it is kept.
    case tooLong
    /// Ctrl-C: the line was thrown away.
    case interrupted
    /// The end of the input, Ctrl-D at an empty prompt.
    case end
    /// The window has another size: what is drawn is to be drawn for that. What was typed so far stays.
    case resized
    /// Something happened meanwhile that is to be shown, such as a script that was saved. What was typed so far stays.
    case news

    /// Does it leave a question open that was asked?
    fileprivate var isAside: Bool {
        switch self {
        case .resized, .news, .refused: true
        case .text, .tooLong, .interrupted, .end: false
        }
    }
}

/// Where the REPL gets its lines: a person at a terminal, a pipe, a test.
protocol LineSource: AnyObject {
    /// Is this a person who sees prompts, boards in colour and a cleared screen?
    var isInteractive: Bool { get }

    /// Waits for a line.
    ///
    /// - Parameter completing: gives the lines that what was typed so far may become; asked on Tab.
    func next(prompt: String, completing: @escaping (String) -> [String]) -> InputLine

    /// Keeps a line for the arrow keys.
    func remember(_ line: String)

    /// What a session is shown on, where lines come from a screen that is drawn in place.
    var surface: (any Surface)? { get }
}

extension LineSource {
    /// The most bytes of a line.
    static var longestLine: Int { 8192 }

    var surface: (any Surface)? { nil }

    /// Asks for a line where nothing can be drawn anew meanwhile.
    func next(prompt: String) -> InputLine {
        var input = InputLine.resized
        while input.isAside { input = next(prompt: prompt, completing: { _ in [] }) }
        return input
    }
}

/// Lines of a pipe or a file: no prompts, nothing to complete.
final class PipedLines: LineSource {
    let isInteractive = false
    private var reader: LineReader

    /// - Parameter source: gives the next bytes; none at the end.
    init(source: @escaping () -> [UInt8]) { reader = LineReader(longest: Self.longestLine, source: source) }

    func next(prompt: String, completing: @escaping (String) -> [String]) -> InputLine {
        switch reader.next() {
        case nil: .end
        case .tooLong: .tooLong
        case .bytes(let bytes): .text(String(decoding: bytes, as: UTF8.self))
        }
    }

    func remember(_ line: String) {}
}
