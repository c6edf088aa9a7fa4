import Foundation
import Testing

@testable import ParlorCommand

@Suite struct InputHistoryTests {
    @Test func isThereInTheNextSession() throws {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("deep/er/history")
            let first = InputHistory(file: file)
            #expect(first.add("b2") && first.add("undo") && !first.add("undo") && !first.add(""))
            #expect(!first.add("two\nlines"))
            first.save()
            #expect(InputHistory(file: file).lines == ["b2", "undo"])
            let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test func keepsTheLastLines() throws {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("history")
            let history = InputHistory(file: file)
            for number in 0..<(InputHistory.mostLines + 7) { _ = history.add("line \(number)") }
            history.save()
            let again = InputHistory(file: file).lines
            #expect(again.count == InputHistory.mostLines && again.first == "line 7")
        }
    }

    @Test func livesWithAFileThatCannotBeThere() {
        for file in [URL(fileURLWithPath: "/dev/null/history"), URL(fileURLWithPath: "/"), nil] {
            let history = InputHistory(file: file)
            #expect(history.lines.isEmpty)
            #expect(history.add("b2"))
            history.save()
        }
    }

    /// Reading a pipe would block, and a huge file would fill the memory.
    @Test func waitsForNoPipeAndReadsNoGiant() throws {
        try withTemporaryFolder { folder in
            let pipe = folder.appendingPathComponent("pipe")
            #expect(mkfifo(pipe.path, 0o600) == 0)
            #expect(InputHistory(file: pipe).lines.isEmpty)
            let giant = folder.appendingPathComponent("giant")
            try Data("b2\n".utf8).write(to: giant)
            let handle = try FileHandle(forWritingTo: giant)
            try handle.truncate(atOffset: 1 << 32)
            #expect(InputHistory(file: giant).lines.isEmpty)
        }
    }

    @Test func readsAnyBytes() throws {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("history")
            try Data([0xff, 0x0a, 0x00, 0x0a, 0x61]).write(to: file)
            #expect(InputHistory(file: file).lines.last == "a")
        }
    }

    @Test func liesWhereStateBelongs() {
        #expect(
            InputHistory.standardFile(environment: ["XDG_STATE_HOME": "/s", "HOME": "/h"])?.path == "/s/parlor/history")
        #expect(
            InputHistory.standardFile(environment: ["XDG_STATE_HOME": "no", "HOME": "/h"])?.path
                == "/h/.local/state/parlor/history")
        #expect(InputHistory.standardFile(environment: [:]) == nil)
    }
}
