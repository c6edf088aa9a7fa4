import ArgumentParser
import Foundation
import Parlor
import Values

/// Exit codes beyond 0 and 1 (something failed).
extension ExitCode {
    /// The command line, or a file that it names, doesn't fit.
    static let usage = ExitCode(2)
    /// A fault of our own (EX_SOFTWARE in sysexits).
    static let internalError = ExitCode(70)
}

extension CompletionKind {
    /// The ids of the bundled games.
    static var gameIDs: CompletionKind { .shellCommand("parlor list --ids 2>/dev/null") }
}

/// Loads the catalog, or complains and ends with the exit code for usage.
func openCatalog() throws -> Catalog {
    try orComplain { () throws(GameError) in try Catalog(home: ParlorHome.find()) }
}

/// Runs `body`; a ``GameError`` goes to standard error in its own words and becomes the exit code: 2 for a request that
/// doesn't fit, 1 for everything else.
func orComplain<R>(_ body: () throws(GameError) -> R) throws -> R {
    do {
        return try body()
    } catch {
        complain("parlor: \(error)")
        if case .request = error { throw ExitCode.usage }
        throw ExitCode.failure
    }
}

extension Catalog {
    /// Loads a game, or complains and ends: what is wrong with its script is told with the lines that it is about.
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
    /// What a command that ends by itself may use with all that it plays, however long its game or its file makes that: as
    /// much as a line that is typed has.
    static let command = ProcessorBudget(.seconds(40))
}

/// What goes to standard error, laid out for who reads it in a window: no word is torn at its edge.
enum ErrorText {
    /// - Parameter text: lines; one that begins with a space is laid out already, as an excerpt of a script is.
    static func lines(_ text: String, columns: Int) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            line.hasPrefix(" ") || columns < fewestColumns
                ? [String(line)] : TextWrapper.lines(String(line), limit: columns)
        }
    }

    private static let fewestColumns = 20
}

/// Two flags of which one may be given: the parser alone would speak of values that had been set.
enum FlagClash {
    /// - Parameter text: what the parser says.
    /// - Returns: nil where it says something else.
    static func sentence(for text: String) -> String? {
        let parts = text.components(separatedBy: "'")
        guard parts.count >= 5, parts[0].hasSuffix("Value to be set with flag "),
            parts[2].hasPrefix(" had already been set with flag ")
        else { return nil }
        let rest = parts[4...].joined(separator: "'")
        return "\(parts[3]) and \(parts[1]) exclude each other: leave one out.\(rest)"
    }
}

/// The command line as the system gave it. Swift puts U+FFFD where its bytes are no UTF-8, so that a file would be made under
/// another name than the one that was typed.
enum RawArguments {
    /// Why the command line can't be taken as it is: names, moves and paths are UTF-8. Nil if nothing is wrong with it.
    static func refusal() -> Refusal? {
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let bytes = CommandLine.unsafeArgv[index] else { return nil }
            guard String(validatingCString: bytes) == nil else { continue }
            return Refusal(
                "'\(String(cString: bytes).excerpt)' is no UTF-8, which names of files and all words are here: "
                    + "write it in UTF-8, or give the file another name.")
        }
        return nil
    }
}

/// What somebody typed or sent, as a sentence of the program quotes it: short, on one line, and with nothing in it that steers, turns
/// text around or hides.
func quoted(_ text: some StringProtocol) -> String { "'\(text.excerpt(atMost: 40))'" }

/// A line of a script with those around it, and a caret below it.
struct SourceExcerpt {
    /// As errors name it.
    let file: String
    /// From 1.
    let line: Int
    /// The file's text; nil if there is none, and then only the place is told.
    let source: String?

    /// Indented by two, so that they can be told from sentences.
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

    /// Below the first character that isn't a space. Lua tells lines, no columns.
    private func caret(below text: Substring, _ width: Int) -> String {
        let indent = text.prefix { $0 == " " || $0 == "\t" }
        return "    " + String(repeating: " ", count: width) + " | " + indent + "^"
    }
}
