@preconcurrency import CEditLine
import Foundation
import Parlor

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
