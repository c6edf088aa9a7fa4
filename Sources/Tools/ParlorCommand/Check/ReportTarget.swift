import Foundation
import Parlor

/// Where a report goes: to standard output as it grows, or to a file when it is complete.
final class ReportTarget {
    private let file: WritableFile?
    private var text = ""

    /// - Parameter path: nil for standard output.
    /// - Throws: ``GameError/request(_:)`` for a file that can't be written: before the work, not after it.
    init(_ path: String?) throws(GameError) {
        guard let path else {
            file = nil
            return
        }
        do throws(GameError) {
            let file = try WritableFile(typed: path)
            try file.check()
            self.file = file
        } catch {
            throw .request("--output: \(error)")
        }
    }

    func write(_ line: String) {
        if file == nil { StandardOutput.writeLine(line) } else { text += line + "\n" }
    }

    /// Writes the file.
    func finish() throws(GameError) {
        guard let file else { return }
        do throws(GameError) {
            try file.write(Array(text.utf8))
        } catch {
            throw .request("--output: \(error)")
        }
    }
}
