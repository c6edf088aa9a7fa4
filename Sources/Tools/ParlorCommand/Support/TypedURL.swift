import ArgumentParser
import Foundation
import Parlor

/// The url of a message as it was given to a command: itself, or `-` for the first line of standard input.
enum TypedURL {
    /// - Throws: `ExitCode.usage` after a line on standard error, if there is none, or a line is too long.
    static func read(_ argument: String?) throws -> String {
        guard let url = argument == nil || argument == "-" ? try lineOfInput() : argument else {
            complain("parlor: url: expected a message on standard input, found nothing")
            throw ExitCode.usage
        }
        return trimmed(url)
    }

    /// The first line of standard input; nil if there is none.
    private static func lineOfInput() throws -> String? {
        // what is no line of that length needn't be read to its end, which may never come
        let longest = 1 << 16
        if isatty(STDIN_FILENO) == 1 { complain("Paste the url of a message, and press Enter.") }
        var line: [UInt8] = []
        while !line.contains(UInt8(ascii: "\n")) {
            guard line.count <= longest else {
                complain("parlor: url: expected at most \(WireLimits().url) characters, found more than \(longest)")
                throw ExitCode.usage
            }
            let bytes = StandardStreams.read(STDIN_FILENO)
            if bytes.isEmpty { break }
            line += bytes
        }
        let first = line.prefix { $0 != UInt8(ascii: "\n") }
        return first.isEmpty ? nil : String(decoding: first, as: UTF8.self)
    }

    /// Without the spaces and line ends that copying brings along.
    static func trimmed(_ url: String) -> String { url.trimmingCharacters(in: .whitespacesAndNewlines) }
}

/// The rules for a message that was given to a command.
enum MessageGame {
    /// - Parameters:
    ///   - id: The game that the message names.
    ///   - game: What `--game` names, an id or a folder; nil for the bundled game.
    /// - Returns: nil if the rules aren't here.
    /// - Throws: an exit code after a line on standard error, if `game` is another one or can't be loaded.
    static func shelf(for id: String, named game: String?, in catalog: Catalog) throws -> ScriptVersions? {
        guard game != nil || catalog.ids.contains(id) else { return nil }
        let script = try orComplain { () throws(GameError) in try catalog.script(game ?? id) }
        guard script.id == id else {
            complain("parlor: --game: The message is of \(id), and this folder holds \(script.id).")
            throw ExitCode.usage
        }
        return ScriptVersions(script)
    }
}
