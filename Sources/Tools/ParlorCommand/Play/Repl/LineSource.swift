@preconcurrency import CEditLine
import FileAccess
import Foundation
import Parlor

/// The result of asking for a line.
enum InputLine: Equatable {
    case text(String)
    /// A click on a move that can't be played now. The typed text stays.
    case refused(String)
    /// A line of more than ``LineSource/longestLine`` bytes, which is discarded.
    case tooLong
    /// Ctrl-C: the line was discarded.
    case interrupted
    /// The end of the input, or Ctrl-D at an empty prompt.
    case end
    /// The window was resized and must be redrawn. The typed text stays.
    case resized
    /// Something happened outside, for example a script was saved. The typed text stays.
    case news

    /// Whether the result is no answer to a question, so that the question must be asked again.
    fileprivate var isAside: Bool {
        switch self {
        case .resized, .news, .refused: true
        case .text, .tooLong, .interrupted, .end: false
        }
    }
}

/// The source of the REPL's lines: a person at a terminal, a pipe, a test.
protocol LineSource: AnyObject {
    /// Whether a person sees prompts, boards in colour and a cleared screen.
    var isInteractive: Bool { get }

    /// Waits for a line.
    ///
    /// - Parameter completing: Returns the possible completions of the typed text; called on Tab.
    func next(prompt: String, completing: @escaping (String) -> [String]) -> InputLine

    /// Stores a line for the arrow keys.
    func remember(_ line: String)

    /// The surface of the session, if lines come from a screen that is drawn in place.
    var surface: (any Surface)? { get }
}

extension LineSource {
    /// The most bytes of a line.
    static var longestLine: Int { 8192 }

    var surface: (any Surface)? { nil }

    /// Asks for a line until there is an answer. Skips other events, because nothing can be redrawn
    /// now.
    func next(prompt: String) -> InputLine {
        var input = InputLine.resized
        while input.isAside { input = next(prompt: prompt, completing: { _ in [] }) }
        return input
    }
}

/// The lines of a pipe or a file, without prompts and completions.
final class PipedLines: LineSource {
    let isInteractive = false
    private var reader: LineReader

    /// - Parameter source: Returns the next bytes; none at the end.
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

/// The lines that a person types: edited with libedit, completed with Tab, and stored between
/// sessions.
///
/// libedit uses global variables, so a process has only one instance, on the main thread.
final class EditLine: LineSource {
    let isInteractive = true
    private let history: InputHistory

    init(history: InputHistory) {
        self.history = history
        rl_readline_name = UnsafePointer(strdup("parlor"))
        UTF8Locale.during {
            using_history()
            stifle_history(Int32(InputHistory.mostLines))
            for line in history.lines { add_history(line) }
        }
        // complete a whole line at once, because moves can contain spaces
        rl_basic_word_break_characters = UnsafePointer(strdup(""))
        rl_completer_word_break_characters = strdup("")
        rl_completion_append_character = 0
        rl_attempted_completion_function = { text, _, _ in
            rl_attempted_completion_over = 1
            guard let text else { return nil }
            let begun = String(cString: text)
            Completion.matches = Completion.provider(begun).filter { $0.hasPrefix(begun) && $0 != begun }
            return Completion.matches.isEmpty ? nil : rl_completion_matches(text, Completion.next)
        }
        Interrupts.catchThem()
    }

    func next(prompt: String, completing: @escaping (String) -> [String]) -> InputLine {
        Completion.provider = completing
        _ = Interrupts.take()
        let typed = UTF8Locale.during { readline(prompt) }
        if Interrupts.take() {
            free(typed)
            StandardOutput.writeLine("")
            return .interrupted
        }
        guard let typed else {
            StandardOutput.writeLine("")  // the cursor is after the prompt
            return .end
        }
        defer { free(typed) }
        guard strlen(typed) <= Self.longestLine else { return .tooLong }
        return .text(String(cString: typed))
    }

    func remember(_ line: String) {
        guard history.add(line) else { return }
        UTF8Locale.during { _ = add_history(line) }
    }
}

/// The state for libedit's callbacks, which are C functions without a context. Used only on the
/// main thread.
private enum Completion {
    nonisolated(unsafe) static var provider: (String) -> [String] = { _ in [] }
    nonisolated(unsafe) static var matches: [String] = []

    /// Returns one match per call; state 0 starts over. libedit frees the text.
    static let next: @convention(c) (UnsafePointer<CChar>?, Int32) -> UnsafeMutablePointer<CChar>? = { _, state in
        if state == 0 { index = 0 }
        guard index < matches.count else { return nil }
        defer { index += 1 }
        return strdup(matches[index])
    }
    nonisolated(unsafe) private static var index = 0
}

/// The locale by which libedit reads characters. It is set only for this thread and this call,
/// because scripts must not see a locale.
private enum UTF8Locale {
    static func during<R>(_ body: () -> R) -> R {
        guard let locale else { return body() }
        let before = uselocale(locale)
        defer { uselocale(before) }
        return body()
    }

    nonisolated(unsafe) private static let locale: locale_t? = {
        for name in ["C.UTF-8", "en_US.UTF-8", "UTF-8"] {
            if let locale = newlocale(LC_CTYPE_MASK, name, nil) { return locale }
        }
        return nil
    }()
}

/// The lines for the arrow keys, stored in a file between sessions. If the file can't be read or
/// written, old lines are lost, but nothing else fails.
final class InputHistory {
    static let mostLines = 500
    /// The most bytes of the file. This program doesn't write a larger one.
    private static let mostBytes = mostLines * (9 << 10)

    private(set) var lines: [String]
    private let file: URL?

    /// - Parameter file: The file, or nil to store nothing.
    init(file: URL?) {
        self.file = file
        // the reader refuses a pipe, which would block, and a file that is larger than this program
        // writes
        let bytes = file.flatMap {
            try? FolderReader($0.deletingLastPathComponent()).bytes(of: $0.lastPathComponent, atMost: Self.mostBytes)
        }
        lines = String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n").suffix(Self.mostLines).map(
            String.init)
    }

    /// Returns `$XDG_STATE_HOME/parlor/history`, or `~/.local/state/parlor/history`.
    static func standardFile(environment: [String: String] = ProcessInfo.processInfo.environment) -> URL? {
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
            return URL(fileURLWithPath: state).appendingPathComponent("parlor/history")
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return URL(fileURLWithPath: home).appendingPathComponent(".local/state/parlor/history")
    }

    /// Stores a line; returns false if it is empty, a repetition, or has line breaks.
    func add(_ line: String) -> Bool {
        guard !line.isEmpty, line != lines.last, !line.contains(where: \.isNewline) else { return false }
        lines.append(line)
        if lines.count > Self.mostLines { lines.removeFirst(lines.count - Self.mostLines) }
        return true
    }

    /// Writes the file, readable only by its owner.
    func save() {
        guard let file, !lines.isEmpty else { return }
        let text = lines.joined(separator: "\n") + "\n"
        try? WritableFile(typed: file.path).write(Array(text.utf8), makingFolders: true, permissions: 0o600)
    }
}
