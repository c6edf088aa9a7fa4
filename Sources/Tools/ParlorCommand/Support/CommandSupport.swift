import ArgumentParser
import Foundation
import Parlor
import Values

/// The exit codes in addition to 0 (success) and 1 (failure).
extension ExitCode {
    /// The command line, or a file that it names, isn't valid.
    static let usage = ExitCode(2)
    /// A fault of Parlor itself (`EX_SOFTWARE` in sysexits).
    static let internalError = ExitCode(70)
}

extension CompletionKind {
    /// The ids of the bundled games.
    static var gameIDs: CompletionKind { .shellCommand("parlor list --ids 2>/dev/null") }
}

/// Loads the catalog, or complains and throws an exit code.
func openCatalog() throws -> GameCatalog {
    try orComplain { () throws(GameError) in try GameCatalog(home: ParlorHome.find()) }
}

/// Runs `body`. Prints a ``GameError`` to standard error and throws an exit code instead: 2 for an
/// invalid request, 1 for any other error.
func orComplain<R>(_ body: () throws(GameError) -> R) throws -> R {
    do {
        return try body()
    } catch {
        complain("parlor: \(error)")
        if case .request = error { throw ExitCode.usage }
        throw ExitCode.failure
    }
}

extension GameCatalog {
    /// Loads a game, or complains and throws an exit code. The complaint quotes the faulty lines of
    /// the script.
    func scriptOrComplaint(_ name: String) throws -> GameScript {
        let folder = try orComplain { () throws(GameError) -> GameFolder in try self.folder(name) }
        do throws(GameError) {
            return try GameScript(folder, library: library, limits: limits)
        } catch .invalid(let problems) {
            let lines = ProblemReport(problems: problems, files: folder.files).lines
            complain("parlor: " + lines.joined(separator: "\n"))
            throw ExitCode.failure
        } catch {
            return try orComplain { () throws(GameError) -> GameScript in throw error }
        }
    }
}

extension ProcessorBudget {
    /// The processor time for everything that a command plays when no person is there to stop it.
    /// It is as long as the time for a typed line, and the same for every game and file.
    static let command = ProcessorBudget(.seconds(40))
}

/// The layout of text on standard error: lines are wrapped between words.
enum ErrorText {
    /// - Parameter text: Lines. A line that starts with a space isn't wrapped, because it belongs
    ///   to an excerpt of a script.
    static func lines(_ text: String, columns: Int) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            line.hasPrefix(" ") || columns < fewestColumns
                ? [String(line)] : TextWrapper.lines(String(line), limit: columns)
        }
    }

    private static let fewestColumns = 20
}

/// The error for two flags that exclude each other. The parser's own error says only that a value
/// was already set.
enum FlagClash {
    /// Returns the error in Parlor's words, or nil if the parser's text is about something else.
    ///
    /// - Parameter text: The parser's text.
    static func sentence(for text: String) -> String? {
        let parts = text.components(separatedBy: "'")
        guard parts.count >= 5, parts[0].hasSuffix("Value to be set with flag "),
            parts[2].hasPrefix(" had already been set with flag ")
        else { return nil }
        let rest = parts[4...].joined(separator: "'")
        return "\(parts[3]) and \(parts[1]) exclude each other: leave one out.\(rest)"
    }
}

/// The command line as the system gave it. Swift replaces invalid UTF-8 by U+FFFD, so a file would
/// get another name than the typed one.
enum RawArguments {
    /// Returns the refusal of a command line that isn't UTF-8, or nil. Names, moves and paths must
    /// be UTF-8.
    static func refusal() -> Refusal? {
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let bytes = CommandLine.unsafeArgv[index] else { return nil }
            guard String(validatingCString: bytes) == nil else { continue }
            return Refusal(
                "'\(String(cString: bytes).excerpt)' isn't UTF-8. All arguments and names of files must be UTF-8. "
                    + "Write the argument in UTF-8, or rename the file.")
        }
        return nil
    }
}

/// Returns a typed or sent text for quoting in a sentence. The result is short and on one line. It
/// has no characters that are invisible, steer the terminal or reverse text.
func quoted(_ text: some StringProtocol) -> String { "'\(text.excerpt(atMost: 40))'" }

/// A line of a script with its neighbours, and a caret below it.
struct SourceExcerpt {
    /// The file's name as in errors.
    let file: String
    /// The line's number, from 1.
    let line: Int
    /// The file's text, or nil if unknown. If it is nil, the excerpt shows only the place.
    let source: String?

    /// The lines of the excerpt, indented by two to set them off from sentences.
    var lines: [String] {
        let place = "  \(file.onOneLine):\(line)"
        let source = source?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
        guard source.indices.contains(line - 1) else { return [place] }
        let shown = max(1, line - 1)...min(source.count, line + 1)
        let width = String(shown.upperBound).count
        return [place]
            + shown.flatMap { number in
                let label = String(repeating: " ", count: width - String(number).count) + String(number)
                let text = "  \(number == line ? ">" : " ") \(label) | \(source[number - 1])"
                return number == line ? [text, caret(below: source[number - 1], width)] : [text]
            }
    }

    /// Returns a caret below the first character that isn't a space, because Lua reports lines, but
    /// no columns.
    private func caret(below text: Substring, _ width: Int) -> String {
        let indent = text.prefix { $0 == " " || $0 == "\t" }
        return "    " + String(repeating: " ", count: width) + " | " + indent + "^"
    }
}
