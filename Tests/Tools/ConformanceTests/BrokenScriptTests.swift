import Effort
import Foundation
import GameRules
import Testing

@testable import Conformance

/// The check of each property finds a script that breaks the property. The words of the finding
/// name the mistake.
///
/// The head of a script names the property that it breaks and what the finding must say: `--
/// breaks: L3`, `-- says: fresh copy`.
struct BrokenScriptTests {
    struct Broken: CustomTestStringConvertible {
        let name: String
        let source: String
        var testDescription: String { name }

        func header(_ key: String) -> String {
            let line = source.split(separator: "\n").first { $0.hasPrefix("-- \(key): ") }
            return line.map { String($0.dropFirst(key.utf8.count + 5)) } ?? ""
        }
    }

    static let all: [Broken] = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Broken")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().compactMap { name in
            guard let source = try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8) else {
                return nil
            }
            return Broken(name: name, source: source)
        }
    }()

    @Test(arguments: all)
    func aBrokenScriptIsRejectedForItsMistake(broken: Broken) throws {
        let folder = GameFolder(id: "broken", game: broken.source)
        let report = conformance(
            of: folder, library: try ScriptSource(folder: home.sdk),
            options: CheckOptions(seed: 7, games: TestEffort.extent(quick: 4, full: 8)))
        let failed = report.findings.map(\.property.id)
        let unjudged = report.results.filter { if case .notJudged = $0.verdict { true } else { false } }
        #expect(failed == [broken.header("breaks")], "\(report.findings.map(\.description)); not judged: \(unjudged)")
        let words = report.findings.map(\.description).joined(separator: "\n")
        #expect(!broken.header("says").isEmpty && words.contains(broken.header("says")), "\(words)")
    }

    @Test func everyPropertyOfScriptsHasABrokenOne() {
        let broken = Set(Self.all.map { $0.header("breaks") })
        // the properties of folders and of whole games have tests of their own
        let elsewhere: Set = ["S6", "V3", "W5"]
        for property in Property.all where property.scope == .script && !elsewhere.contains(property.id) {
            #expect(broken.contains(property.id), "\(property.id) has no broken script")
        }
    }
}
