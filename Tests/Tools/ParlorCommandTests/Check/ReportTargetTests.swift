import Foundation
import Parlor
import Testing

@testable import ParlorCommand

@Suite struct ReportTargetTests {
    @Test func writesAFileWhenItIsComplete() throws {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("report.xml")
            let target = try ReportTarget(file.path)
            target.write("one")
            target.write("two")
            #expect(!FileManager.default.fileExists(atPath: file.path))
            try target.finish()
            #expect(try String(contentsOf: file, encoding: .utf8) == "one\ntwo\n")
        }
    }

    @Test func aPlaceThatCantBeWrittenIsRefusedAtOnce() throws {
        try withTemporaryFolder { folder in
            #expect(throws: GameError.self) { try ReportTarget(folder.path) }
            #expect(throws: GameError.self) { try ReportTarget(folder.appendingPathComponent("no/where.xml").path) }
        }
    }
}
