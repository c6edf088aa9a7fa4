import FileAccess
import Foundation
import Parlor

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
