import ArgumentParser
import Foundation
import Parlor

/// The argument of a command for the url of a message: the url itself, or `-` for the first line of
/// standard input.
enum TypedURL {
    /// Returns the url.
    ///
    /// - Throws: `ExitCode.usage` after a line on standard error, if there is no url or the line is
    ///   too long.
    static func read(_ argument: String?) throws -> String {
        guard let url = argument == nil || argument == "-" ? try lineOfInput() : argument else {
            complain("parlor: url: expected a message on standard input, found nothing")
            throw ExitCode.usage
        }
        return trimmed(url)
    }

    /// Returns the first line of standard input, or nil if there is none.
    private static func lineOfInput() throws -> String? {
        // stop reading a longer line, because its end may never come
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

    /// Returns the url without the spaces and line ends that copying adds.
    static func trimmed(_ url: String) -> String { url.trimmingCharacters(in: .whitespacesAndNewlines) }
}

/// The rules for a message that a command was given.
enum MessageGame {
    /// Returns the versions of the message's game, or nil if the game isn't bundled and `game` is
    /// nil.
    ///
    /// - Parameters:
    ///   - id: The game that the message names.
    ///   - game: The id or folder of `--game`; nil for the bundled game.
    /// - Throws: An exit code after a line on standard error, if `game` isn't the message's game or
    ///   can't be loaded.
    static func shelf(for id: String, named game: String?, in catalog: GameCatalog) throws -> ScriptVersions? {
        guard game != nil || catalog.ids.contains(id) else { return nil }
        let script = try orComplain { () throws(GameError) in try catalog.script(game ?? id) }
        guard script.id == id else {
            complain("parlor: --game: The message belongs to \(id), but this folder has \(script.id).")
            throw ExitCode.usage
        }
        return ScriptVersions(script)
    }
}
