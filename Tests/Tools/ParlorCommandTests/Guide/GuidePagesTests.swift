import Conformance
import Effort
import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// Everything that a page of the guide shows is run. A new page in the folder is tested
/// automatically.
@Suite struct GuidePagesTests {
    static let folder = home.sdk.appendingPathComponent("guide")
    /// The entrance and every page of the folder, whether or not the entrance names it.
    static let pages = ["guide.md"] + names("").filter { $0.hasSuffix(".md") }.map { "guide/\($0)" }
    static let examples = names("examples")
    /// Other pages of the repository with links to the guide.
    static let others =
        ["README", "CONTRIBUTING", "SECURITY"].map { "../\($0).md" }
        + ["architecture", "check", "embedding", "protocol"].map { "../docs/\($0).md" }

    private static func names(_ part: String) -> [String] {
        let place = folder.appendingPathComponent(part).path
        return ((try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []).sorted()
    }

    private func page(_ path: String) throws -> GuidePage {
        let text = try String(contentsOf: home.sdk.appendingPathComponent(path), encoding: .utf8)
        let name = (path as NSString).lastPathComponent.replacing(".md", with: "")
        return GuidePage(name: name, text: text)
    }

    // MARK: Their code

    /// The lines of all files from which a page may show a part, without indentation: examples and
    /// bundled games.
    private static let sources: [[String]] = [folder, home.games].flatMap { place in
        let all = FileManager.default.enumerator(atPath: place.path)?.compactMap { $0 as? String } ?? []
        return all.filter { $0.contains("/") && [".lua", ".play", ".txt"].contains(where: $0.hasSuffix) }.sorted()
            .compactMap { try? String(contentsOf: place.appendingPathComponent($0), encoding: .utf8) }
            .map { bare($0.split(separator: "\n").map(String.init)) }
    }

    private static func bare(_ lines: [String]) -> [String] {
        lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    private static func shows(_ source: [String], _ lines: [String]) -> Bool {
        source.indices.contains { source[$0...].starts(with: lines) }
    }

    /// Code on a page is part of a game that is tested below. The tutorial and the reference have
    /// separate tests.
    @Test(arguments: pages) func whatIsShownIsThere(_ path: String) throws {
        let page = try page(path)
        let isTriedElsewhere = ["tutorial", "reference"].contains(page.name)
        for block in page.blocks {
            let lines = Self.bare(block.lines)
            switch block.language {
            case "sh":
                #expect(lines.allSatisfy { $0.hasPrefix("parlor ") }, "\(block)")
            case "json":
                _ = try JSONSerialization.jsonObject(with: Data(block.lines.joined(separator: "\n").utf8))
            case "lua" where isTriedElsewhere:
                break
            case "lua", "text":
                let isThere = Self.sources.contains { Self.shows($0, lines) } || GuideSnippets.known.contains(lines)
                #expect(!lines.isEmpty && isThere, "\(path) shows what no example holds: \(block.lines)")
            default:
                Issue.record("\(path): nobody tries what stands in a block of the language '\(block.language)'")
            }
        }
    }

    // MARK: Their commands

    /// Runs all commands once, in order, in a folder with `sdk` and a fresh `my-game`. No command
    /// may be rejected.
    @Test func commandsRun() throws {
        try withTemporaryFolder { place in
            try FileManager.default.createDirectory(
                at: place.appendingPathComponent("sdk"), withIntermediateDirectories: false)
            try FileManager.default.copyItem(at: Self.folder, to: place.appendingPathComponent("sdk/guide"))
            var seen: Set<[String]> = []
            for path in Self.pages {
                for command in try page(path).commands {
                    let words = Self.bounded(command.split(separator: " ").dropFirst().map(String.init))
                    guard seen.insert(words).inserted else { continue }
                    let run = try runProgram(words, input: Self.typed(for: words), directory: place)
                    #expect(run.status == 0, "\(path): \(command)\n\(run.output.suffix(800))\n\(run.errors)")
                }
            }
            #expect(seen.count > 40 && seen.contains(["new", "my-game"]), "\(seen.count)")
        }
    }

    /// Returns the arguments to run. A command that is only mentioned becomes its help, and a check
    /// plays only one game.
    private static func bounded(_ words: [String]) -> [String] {
        if words.count == 1 { return words + ["--help"] }
        let isLong = words[0] == "check" && words.contains { $0.contains("/") } && !words.contains("--games")
        // a budget has its own number of games
        return isLong ? words.filter { $0 != "--full" } + (words.contains("verify") ? [] : ["--games", "1"]) : words
    }

    /// Returns the input: for a game, the commands; for a recording, the game of the template.
    private static func typed(for words: [String]) -> String {
        switch words[0] {
        case "play": "help\n"
        case "record": "1 a1\n2 a2\n1 b1\n2 b2\n1 c1\n2 c2\n1 d1\n"
        default: ""
        }
    }

    // MARK: Their links

    @Test(arguments: pages + others) func linksLeadSomewhere(
        _ path: String
    ) throws {
        for link in try page(path).links {
            let place = home.sdk.appendingPathComponent(path)
            let target =
                link.path.isEmpty ? place : place.deletingLastPathComponent().appendingPathComponent(link.path)
            #expect(FileManager.default.fileExists(atPath: target.path), "\(path): \(link.path)")
            guard let heading = link.heading else { continue }
            let text = try String(contentsOf: target, encoding: .utf8)
            #expect(GuidePage(name: "", text: text).anchors.contains(heading), "\(path): \(link.path)#\(heading)")
        }
    }

    @Test func theEntranceLeadsToEveryPage() throws {
        let links = Set(try page("guide.md").links.map(\.path))
        for path in Self.pages.dropFirst() { #expect(links.contains(path), "\(path)") }
        let shown = try Guide(home: home).contents
        #expect(!shown.contains("Others"), "\(shown)")
    }

    // MARK: Their games

    @Test(arguments: examples) func anExampleHoldsAndIsShown(_ name: String) throws {
        let place = Self.folder.appendingPathComponent("examples/\(name)")
        let script = try GameCatalog(home: home).script(place.path)
        if TestEffort.sample(Self.examples, oneIn: 3).contains(name) {
            let report = conformance(of: script, options: CheckOptions(seed: 1, games: 1))
            #expect(report.findings.map(\.sentence) == [])
        }
        let run = try runProgram(["test", place.path])
        #expect(run.status == 0, "\(run)")
        let uses = try Self.pages.filter { try page($0).text.contains("sdk/guide/examples/\(name)`") }
        #expect(!uses.isEmpty, "no page tells of examples/\(name)")
    }

    @Test func thereAreExamples() { #expect(Self.examples.count > 8 && Self.pages.count > 15) }

    // MARK: The parsing of a page

    @Test func aPageIsReadAsItStands() {
        let page = GuidePage(
            name: "x",
            text: """
                # X: y

                See `parlor list` and `parlor play
                a --slow`, [z](z.md#one-two) and [web](https://a.b).

                    parlor rules a

                ```sh
                parlor new b   # a remark
                ```
                1. An item:
                   ```odd
                     in
                   ```

                ## One, two!
                """)
        #expect(page.commands == ["parlor new b", "parlor rules a", "parlor list", "parlor play a --slow"])
        #expect(page.blocks.map(\.language) == ["sh", "odd"] && page.blocks.last?.lines == ["  in"])
        #expect(page.links.map(\.path) == ["z.md"] && page.links.map(\.heading) == ["one-two"])
        #expect(page.anchors == ["x-y", "one-two"])
    }
}
