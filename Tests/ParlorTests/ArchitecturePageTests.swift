import Effort
import Foundation
import Testing

/// `docs/architecture.md` is true: what it names is there, and the floors are what the sources import.
@Suite struct ArchitecturePageTests {
    private static let root = checkout

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
    }

    /// The files of a folder with this extension, by their paths from the root.
    private func files(_ folder: String, _ kind: String) -> [String] {
        let place = Self.root.appendingPathComponent(folder)
        let all = FileManager.default.enumerator(atPath: place.path)?.compactMap { $0 as? String } ?? []
        return all.filter { $0.hasSuffix("." + kind) }.map { "\(folder)/\($0)" }
    }

    /// What stands between backticks.
    private func names(_ text: String) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
            .map { String($0.element) }
    }

    @Test func everyFileThatIsNamedIsThere() throws {
        let known = Set(
            (files("Sources", "swift") + files("Sources", "c") + files("Tests", "swift") + files("sdk", "lua")).map {
                ($0 as NSString).lastPathComponent
            })
        var count = 0
        for name in names(try text("docs/architecture.md")) {
            let isFile = [".swift", ".c", ".lua", ".md"].contains { name.hasSuffix($0) }
            guard isFile || name.hasSuffix("/") else { continue }
            count += 1
            let isThere = FileManager.default.fileExists(atPath: Self.root.appendingPathComponent(name).path)
            let isSubfolder = name.hasSuffix("/") && files("Sources", "swift").contains { $0.contains("/" + name) }
            #expect(isThere || known.contains(name) || isSubfolder, "\(name)")
        }
        #expect(count > 30)
    }

    @Test(arguments: ["CONTRIBUTING.md", "README.md"]) func everyTargetThatIsNamedIsInTheMakefile(_ page: String) throws
    {
        let makefile = try text("Makefile")
        let named = names(try text(page)).filter { $0.hasPrefix("make ") }.compactMap {
            $0.split(separator: " ").dropFirst().first
        }
        #expect(named.count > 1)
        for target in named { #expect(makefile.contains("\n\(target):"), "\(target)") }
    }

    /// The table "One part alone" has every floor, and names tests that are there.
    @Test func everyFloorHasItsTests() throws {
        let rows = try text("CONTRIBUTING.md").split(separator: "\n").filter { $0.contains("make test-") }
        let folders = rows.flatMap { names($0.split(separator: "|").first.map(String.init) ?? "") }
        for floor in try floors() { #expect(folders.contains("Sources/\(floor)"), "\(floor)") }
        let tests = rows.flatMap { $0.components(separatedBy: "ONLY=").dropFirst() }
            .map { $0.prefix(while: \.isLetter) }
        let manifest = try text("Package.swift")
        #expect(tests.count > 10)
        for name in tests { #expect(manifest.contains("name: \"\(name)\""), "\(name)") }
    }

    /// A package whose manifest has such flags can't be embedded by its version.
    @Test func theManifestHasNoUnsafeFlags() throws {
        #expect(try !text("Package.swift").contains("unsafeFlags"))
    }

    /// The targets of the table "The floors", from the top.
    private func floors() throws -> [String] {
        let rows = try text("docs/architecture.md").split(separator: "\n").filter { $0.hasPrefix("| `") }
        return rows.prefix { !$0.contains("sdk/") }.compactMap { names(String($0)).first }
    }

    @Test func theReadmeListsTheSameFloors() throws {
        let parts = try text("README.md").components(separatedBy: "\n## Finding your way\n")
        let section = try #require(parts.count == 2 ? parts.last : nil)
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
        let listed = rows.flatMap { row in row.split(separator: "|").first.map { names(String($0)) } ?? [] }
        #expect(try listed == floors() + ["CLua", "CEditLine", "CPNG"])
    }

    @Test func importsRunDownwards() throws {
        let floors = try floors()
        let targets = try FileManager.default.contentsOfDirectory(
            atPath: Self.root.appendingPathComponent("Sources").path)
        #expect(Set(targets) == Set(floors + ["CLua", "CEditLine", "CPNG"]))
        var imports = 0
        for (place, floor) in floors.enumerated() {
            for file in files("Sources/\(floor)", "swift") {
                for line in try text(file).split(separator: "\n") {
                    guard let word = line.range(of: "import ").map({ String(line[$0.upperBound...]) }),
                        let other = floors.firstIndex(of: word), line.contains("import \(word)"), !line.hasPrefix("//")
                    else { continue }
                    imports += 1
                    #expect(other > place, "\(file) imports \(word)")
                }
            }
        }
        #expect(imports > 100)
    }
}
