import Effort
import Foundation
import Testing

/// `docs/architecture.md` and the pages of the rooms are true: what they name is there, and targets import only what is below them.
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

    private static let pages =
        ["docs/architecture.md"] + ["Core", "Messages", "Server", "Tools"].map { "Sources/\($0)/README.md" }

    /// A file may be named alone, or by its path from the root, from `Sources` or from the page's room.
    @Test(arguments: pages) func everyFileThatIsNamedIsThere(_ page: String) throws {
        let all = files("Sources", "swift") + files("Sources", "c") + files("Tests", "swift") + files("sdk", "lua")
        let known = Set(all.map { ($0 as NSString).lastPathComponent })
        let room = (page as NSString).deletingLastPathComponent
        var count = 0
        for name in names(try text(page)) {
            let isFile = [".swift", ".c", ".lua", ".md"].contains { name.hasSuffix($0) }
            guard isFile || name.hasSuffix("/") else { continue }
            count += 1
            let places = [name, "Sources/" + name, room + "/" + name]
            let isThere = places.contains {
                FileManager.default.fileExists(atPath: Self.root.appendingPathComponent($0).path)
            }
            let isSubfolder = name.hasSuffix("/") && all.contains { $0.contains("/" + name) }
            #expect(isThere || known.contains(name) || isSubfolder, "\(name)")
        }
        #expect(count > 3)
    }

    /// Each type that the glossary names is declared in the sources.
    @Test func theGlossaryNamesTypesThatAreThere() throws {
        var declared: Set<String> = ["Int"]
        for file in files("Sources", "swift") {
            for line in try text(file).split(separator: "\n") {
                let words = line.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }).map(String.init)
                for (kind, name) in zip(words, words.dropFirst())
                where ["struct", "class", "enum", "protocol", "actor", "typealias", "case"].contains(kind) {
                    declared.insert(name)
                }
            }
        }
        let rows = try text("docs/glossary.md").split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
        #expect(rows.count > 30)
        for row in rows {
            let cells = row.split(separator: "|")
            #expect(cells.count == 3, "\(row)")
            for name in names(String(cells.last ?? "")) where !name.contains("state.") {
                for part in name.split(separator: ".") { #expect(declared.contains(String(part)), "\(name)") }
            }
        }
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

    /// The table "One part alone" has every target, and names tests that are there.
    @Test func everyTargetHasItsTests() throws {
        let rows = try text("CONTRIBUTING.md").split(separator: "\n").filter { $0.contains("make test-") }
        let folders = rows.flatMap { names($0.split(separator: "|").first.map(String.init) ?? "") }
        for target in try targets() { #expect(folders.contains(target.folder), "\(target)") }
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

    /// The targets of the table "Rooms", from the bottom.
    private func targets(_ page: String = "docs/architecture.md") throws -> [(name: String, folder: String)] {
        let rows = try text(page).split(separator: "\n").filter { $0.hasPrefix("| `") && $0.contains("/` |") }
        return rows.flatMap { row -> [(String, String)] in
            let cells = row.split(separator: "|")
            guard cells.count > 1, let room = names(String(cells[0])).first?.dropLast() else { return [] }
            return names(String(cells[1])).map { ($0, room == $0 ? "Sources/\($0)" : "Sources/\(room)/\($0)") }
        }
    }

    @Test func theReadmeHasTheSameRooms() throws {
        #expect(try targets("README.md").map(\.folder) == targets().map(\.folder))
    }

    /// Beside the systems' libraries, each folder of a room is a target of the table.
    @Test func importsRunDownwards() throws {
        let targets = try targets()
        let libraries = ["CLua", "CEditLine", "CPNG", "CNats"]
        for room in ["Core", "Messages", "Server", "Tools"] {
            let folders = try FileManager.default.contentsOfDirectory(
                atPath: Self.root.appendingPathComponent("Sources/\(room)").path)
            let listed = targets.filter { $0.folder.hasPrefix("Sources/\(room)/") }.map(\.name)
            #expect(Set(folders).subtracting(libraries + ["README.md"]) == Set(listed), "\(room)")
        }
        var imports = 0
        for (place, target) in targets.enumerated() {
            for file in files(target.folder, "swift") {
                for line in try text(file).split(separator: "\n") {
                    guard let word = line.range(of: "import ").map({ String(line[$0.upperBound...]) }),
                        let other = targets.firstIndex(where: { $0.name == word }), line.contains("import \(word)"),
                        !line.hasPrefix("//")
                    else { continue }
                    imports += 1
                    #expect(other < place, "\(file) imports \(word)")
                }
            }
        }
        #expect(imports > 100)
    }
}
