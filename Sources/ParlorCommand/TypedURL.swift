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
        var lines = LineReader(longest: 1 << 16) { StandardStreams.read(STDIN_FILENO) }
        switch lines.next() {
        case .bytes(let bytes): return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
        case .tooLong:
            complain("parlor: url: expected at most \(WireLimits().url) characters, found more than 65536")
            throw ExitCode.usage
        case nil: return nil
        }
    }

    /// Without the spaces and line ends that copying brings along.
    static func trimmed(_ url: String) -> String { url.trimmingCharacters(in: .whitespacesAndNewlines) }
}
