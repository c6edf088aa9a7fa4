import Effort
import Foundation
import Testing

/// `docs/architecture.md` and the pages of the rooms agree with the code: the things that they name exist, and a target imports
/// only targets below it.
@Suite struct ArchitecturePageTests {
    private static let root = checkout

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
    }

    /// Returns the files of a folder with an extension, as paths from the root.
    private func files(_ folder: String, _ kind: String) -> [String] {
        let place = Self.root.appendingPathComponent(folder)
        let all = FileManager.default.enumerator(atPath: place.path)?.compactMap { $0 as? String } ?? []
        return all.filter { $0.hasSuffix("." + kind) }.map { "\(folder)/\($0)" }
    }

    /// Returns the parts of a text that are between backticks.
    private func names(_ text: String) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
            .map { String($0.element) }
    }

    private static let pages =
        ["docs/architecture.md"] + ["Core", "Messages", "Server", "Tools"].map { "Sources/\($0)/README.md" }

    /// A page may name a file by the file name alone, or by its path from the root, from `Sources` or from the page's room.
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
        let terms = try glossary().terms
        #expect(terms.count > 30)
        for row in terms {
            #expect(row.count == 3, "\(row)")
            for name in names(row.last ?? "") where !name.contains("state.") {
                for part in name.split(separator: ".") { #expect(declared.contains(String(part)), "\(name)") }
            }
        }
    }

    /// The name of each public type ends with a noun of the glossary, or with the plural of one. Each
    /// noun of the second table is the end of such a name.
    @Test func theGlossaryHasTheNounOfEachPublicType() throws {
        let (terms, nouns) = try glossary()
        for row in nouns { #expect(row.count == 2, "\(row)") }
        let known = Set((terms + nouns).compactMap(\.first))
        let types = try publicTypes()
        #expect(types.count >= 100)
        var used: Set<String> = []
        for type in types {
            let word = noun(of: type.name)
            let listed = known.contains(word) || !word.hasSuffix("s") ? word : String(word.dropLast())
            used.insert(listed)
            #expect(known.contains(listed), "\(type.name) in \(type.file): the glossary lacks the noun \(word)")
        }
        for row in nouns {
            let word = row.first ?? ""
            #expect(used.contains(word), "no public type's name ends with the noun \(word)")
        }
    }

    /// The glossary's tables are in alphabetical order, and no word is in both tables.
    @Test func theGlossaryHasEachWordOnce() throws {
        let (terms, nouns) = try glossary()
        for table in [terms, nouns] {
            let words = table.compactMap(\.first)
            for (word, next) in zip(words, words.dropFirst()) { #expect(word < next, "\(word), \(next)") }
        }
        let both = Set(terms.compactMap(\.first)).intersection(nouns.compactMap(\.first))
        #expect(both.isEmpty, "\(both.sorted())")
    }

    @Test(arguments: [
        ("MatchSession", "session"), ("MessageURLCoder", "coder"), ("LuaLimits", "limits"), ("GameID", "id"),
        ("ID", "id"), ("SplitMix64", "mix64"),
    ])
    func theNounIsTheLastWord(_ name: String, _ word: String) { #expect(noun(of: name) == word) }

    /// Returns the cells of the glossary's two tables, row by row, without the headings.
    private func glossary() throws -> (terms: [[String]], nouns: [[String]]) {
        let parts = try text("docs/glossary.md").components(separatedBy: "\n## Nouns of type names\n")
        try #require(parts.count == 2)
        return (cells(parts[0]), cells(parts[1]))
    }

    /// Returns the cells of the tables in a text, without the first row.
    private func cells(_ text: String) -> [[String]] {
        text.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().map { row in
            row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    /// Returns the types that the sources declare as public, each with its file.
    private func publicTypes() throws -> [(name: String, file: String)] {
        let declaration = /\s*(?:@.*\s)?public (?:\w+ )?(?:struct|class|enum|actor|protocol|typealias) ([A-Z]\w*)/
        var types: [(name: String, file: String)] = []
        for file in files("Sources", "swift") {
            for line in try text(file).split(separator: "\n") where line.contains("public ") {
                guard let match = line.prefixMatch(of: declaration) else { continue }
                types.append((name: String(match.output.1), file: file))
            }
        }
        return types
    }

    /// Returns the last word of a type's name, in lower case.
    private func noun(of name: String) -> String {
        (name.firstMatch(of: /(?:[A-Z]+|[A-Z][a-z0-9]+)$/)?.output ?? name[...]).lowercased()
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

    /// The table "One part alone" has every target, and the tests that it names exist.
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

    /// A package whose manifest has unsafe flags can't be a dependency that is given by its version.
    @Test func theManifestHasNoUnsafeFlags() throws {
        #expect(try !text("Package.swift").contains("unsafeFlags"))
    }

    /// Returns the targets of the table "Rooms", beginning at the bottom.
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

    /// Each folder of a room is a target of the table, except for the modules of system libraries.
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
