import Effort
import Foundation
import Testing

/// Every test that the page on fair play names for an attack exists.
@Suite struct FairPlayPageTests {
    private static let home = checkout

    /// Returns the rows of the table, each with the tests that the row names.
    private static func rows() throws -> [(attack: String, tests: [String])] {
        let page = try String(contentsOf: home.appendingPathComponent("docs/fair-play.md"), encoding: .utf8)
        let section = page.components(separatedBy: "\n## What was tried\n").dropFirst().first ?? ""
        let table = section.components(separatedBy: "\n## ")[0].split(separator: "\n")
        return table.filter { $0.hasPrefix("| ") }.dropFirst().map { row in
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            return (
                cells.first ?? "", (cells.last ?? "").split(separator: "`").map(String.init).filter { $0.contains(".") }
            )
        }
    }

    /// Returns all test files, by their names without the extension.
    private static func sources() throws -> [String: String] {
        let folder = home.appendingPathComponent("Tests")
        var sources: [String: String] = [:]
        for case let file as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            ?? .init()
        where file.pathExtension == "swift" {
            sources[file.deletingPathExtension().lastPathComponent] = try String(contentsOf: file, encoding: .utf8)
        }
        return sources
    }

    @Test func eachAttackIsCarriedOut() throws {
        let (rows, sources) = (try Self.rows(), try Self.sources())
        #expect(rows.count >= 28)
        for row in rows {
            #expect(!row.tests.isEmpty, "\(row.attack)")
            for test in row.tests {
                let parts = test.split(separator: ".").map(String.init)
                let source = try #require(sources[parts[0]], "\(test) of: \(row.attack)")
                let body = source.components(separatedBy: "func \(parts[1])(")
                #expect(body.count == 2 && body[0].contains("@Test"), "\(test) of: \(row.attack)")
            }
        }
    }
}
