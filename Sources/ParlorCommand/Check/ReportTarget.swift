import Foundation
import Parlor

/// Where a report goes: to standard output as it grows, or to a file when it is complete.
final class ReportTarget {
    private let file: URL?
    private var text = ""

    /// - Parameter path: nil for standard output.
    /// - Throws: ``GameError/request(_:)`` for a file that can't be written: before the work, not after it.
    init(_ path: String?) throws(GameError) {
        guard let path else {
            file = nil
            return
        }
        let url = URL(fileURLWithPath: path)
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
        if isThere, isFolder.boolValue { throw .request("--output: \(path) is a folder; name a file.") }
        let folder = url.deletingLastPathComponent().path
        guard FileManager.default.isWritableFile(atPath: isThere ? url.path : folder) else {
            throw .request("--output: \(path) can't be written: there is no folder \(folder), or it is closed to you.")
        }
        file = url
    }

    func write(_ line: String) {
        if file == nil { StandardOutput.writeLine(line) } else { text += line + "\n" }
    }

    /// Writes the file.
    func finish() throws(GameError) {
        guard let file else { return }
        do {
            try Data(text.utf8).write(to: file)
        } catch {
            throw .request("--output: \(file.path) can't be written: \(error.localizedDescription)")
        }
    }
}
