@preconcurrency import CEditLine
import FileAccess
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

/// Lines that a person types: edited with libedit, completed with Tab, remembered from one session to the next.
///
/// libedit is a library of globals, so there is one of these in a process, used from the main thread.
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
        // a whole line is completed at once, since moves may hold spaces
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
            StandardOutput.writeLine("")  // the cursor stands behind the prompt
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

/// What libedit's callbacks look at: C functions that can't carry a context. Only the main thread comes here.
private enum Completion {
    nonisolated(unsafe) static var provider: (String) -> [String] = { _ in [] }
    nonisolated(unsafe) static var matches: [String] = []

    /// Called again and again for the matches, with state 0 at first; libedit frees what it gets.
    static let next: @convention(c) (UnsafePointer<CChar>?, Int32) -> UnsafeMutablePointer<CChar>? = { _, state in
        if state == 0 { index = 0 }
        guard index < matches.count else { return nil }
        defer { index += 1 }
        return strdup(matches[index])
    }
    nonisolated(unsafe) private static var index = 0
}

/// libedit reads characters as the locale says. Only this thread's, and only meanwhile: scripts must not see any locale.
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

/// The lines that the arrow keys bring back, kept in a file between sessions. A file that can't be read or written costs
/// the memory of old lines and nothing else.
final class InputHistory {
    static let mostLines = 500
    /// A larger file isn't one that this program wrote.
    private static let mostBytes = mostLines * (9 << 10)

    private(set) var lines: [String]
    private let file: URL?

    /// - Parameter file: nil keeps nothing.
    init(file: URL?) {
        self.file = file
        // a pipe would be waited for, and who wrote a gigabyte there isn't this program
        let bytes = file.flatMap {
            try? FolderReader($0.deletingLastPathComponent()).bytes(of: $0.lastPathComponent, atMost: Self.mostBytes)
        }
        lines = String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n").suffix(Self.mostLines).map(
            String.init)
    }

    /// `$XDG_STATE_HOME/parlor/history`, or `~/.local/state/parlor/history`.
    static func standardFile(environment: [String: String] = ProcessInfo.processInfo.environment) -> URL? {
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
            return URL(fileURLWithPath: state).appendingPathComponent("parlor/history")
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return URL(fileURLWithPath: home).appendingPathComponent(".local/state/parlor/history")
    }

    /// Keeps a line; false if it says nothing new.
    func add(_ line: String) -> Bool {
        guard !line.isEmpty, line != lines.last, !line.contains(where: \.isNewline) else { return false }
        lines.append(line)
        if lines.count > Self.mostLines { lines.removeFirst(lines.count - Self.mostLines) }
        return true
    }

    /// Writes the file, for its owner's eyes only.
    func save() {
        guard let file, !lines.isEmpty else { return }
        let text = lines.joined(separator: "\n") + "\n"
        try? WritableFile(typed: file.path).write(Array(text.utf8), makingFolders: true, permissions: 0o600)
    }
}
