import Conformance
import Effort
import Foundation
import Parlor
import Testing

/// The code in the articles of `Parlor.docc` is compiled here, and does what the articles say.
@Suite struct ArticleTests {
    private static let root = checkout
    private static let catalogue = "Sources/Parlor/Parlor.docc"
    /// The files with code that other pages show, too. The tests of those pages compile these files.
    private static let shared = ["Tests/EmbeddingTests/KeptApp.swift", "Tests/ParlorTests/EmbeddingExample.swift"]

    private func files(in folder: String, _ kind: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: Self.root.appendingPathComponent(folder).path)
            .filter { $0.hasSuffix(".\(kind)") }.map { "\(folder)/\($0)" }
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
    }

    /// Returns the blocks of code of a page, each with the language that the page states for it.
    private func blocks(_ page: String) -> [(language: String, code: String)] {
        page.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }.map { part in
            let lines = part.element.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(lines[0]), lines.count > 1 ? String(lines[1]) : "")
        }
    }

    private func script(_ game: String = "tic-tac-toe") throws -> GameScript {
        try GameCatalog(home: ParlorHome(folder: Self.root)).script(game)
    }

    @Test func everySnippetIsAFileThatIsCompiled() throws {
        let sources = try files(in: "Tests/EmbeddingTests/Articles", "swift") + Self.shared
        var unused = Dictionary(uniqueKeysWithValues: try sources.map { (try text($0), $0) })
        let known = Set(unused.keys)
        for page in try files(in: Self.catalogue, "md") {
            for block in blocks(try text(page)) {
                #expect(block.language == "swift", "\(page) has code that nothing tries: \(block.code)")
                #expect(known.contains(block.code), "\(page) shows what isn't compiled: \(block.code)")
                unused[block.code] = nil
            }
        }
        #expect(known.count > 8)
        #expect(unused.values.sorted() == [], "shown nowhere")
    }

    @Test func theSmallHostHasADraft() throws {
        let host = try DraftHost(script())
        try host.touch("start")
        try host.touch("b2")
        let url = try #require(host.draft?.url)
        #expect(try summary(of: url) == "tic-tac-toe, 1 plies, sent by seat 1")
    }

    @Test func aServerDeals() async throws {
        let view = try await refereedMatch(of: "tic-tac-toe")
        #expect(view.you == 2 && view.turn == [2] && view.ply == 1)
    }

    @Test func matchesArePlayedAtOnce() async throws {
        let outcomes = try await playAtOnce(40, of: script())
        #expect(outcomes.count == 40 && outcomes.allSatisfy { $0 != nil })
    }

    @Test func manyGamesArePlayed() throws {
        let moves = try playMany(50, of: script())
        #expect((50 * 5...50 * 9).contains(moves))
    }

    @Test func aSavedMatchGoesOn() throws {
        let match = try goOn(with: script())
        #expect(match.log.count == 2)
        #expect(match.redoable == 1)
    }

    @Test func aMatchIsKeptAsBytesAlone() throws {
        let (script, ann) = (try script(), try DisplayName("Ann"))
        var (mine, url) = try KeptMatch.invite(script, as: ann)
        var theirs = try #require(try KeptMatch.open(url, script, as: DisplayName("Bob")))
        for (number, move) in ["b2", "a1", "a2", "c2", "b1", "b3", "c1", "a3", "c3"].enumerated() {
            url = number % 2 == 0 ? try mine.play(move, script) : try theirs.play(move, script)
            let verdict = number % 2 == 0 ? try theirs.receive(url, script) : try mine.receive(url, script)
            guard case .adopt = verdict else { return #expect(Bool(false), "\(move): \(verdict.line)") }
        }
        let session = try MatchSession(bytes: mine.bytes)
        #expect(try session.reader(using: SessionRules(ScriptVersions(script))).status().outcome == .draw)
    }

    @Test func botsAdoptEachOthersMessages() throws {
        let verdicts = try playByURL(script("connect-four"))
        #expect(verdicts.count > 8)
        #expect(verdicts.allSatisfy { $0.code == "adopt" })
    }

    @Test(arguments: [
        ("local s = 0; for _, n in ipairs(...) do s = s + n end; return s", Int64?.some(6)),
        ("while true do end", nil),
        ("local t = {}; while true do t[#t + 1] = ('x'):rep(1e5) end", nil),
    ])
    func aStrangersSumIsBounded(_ source: String, _ expected: Int64?) throws {
        #expect(try sum(of: [1, 2, 3], by: source) == expected)
    }

    @Test func aStrangersErrorIsThrown() throws {
        #expect(throws: LuaError.self) { try sum(of: [1], by: "error 'no'") }
    }

    @Test func aFolderIsComplainedAbout() throws {
        let catalog = try GameCatalog(home: ParlorHome(folder: Self.root))
        #expect(complaints(about: try catalog.folder("tic-tac-toe"), with: catalog.library) == [])
        let empty = complaints(about: GameFolder(id: "empty", game: "return 1"), with: catalog.library)
        #expect(empty.joined(separator: "\n").contains("L1"))
    }

    @Test func theMockSendsAMessage() throws {
        let sent = try firstMessages(of: script())
        #expect(sent.count == 1)
        #expect(try summary(of: #require(sent.last?.post.message?.url)) == "tic-tac-toe, 1 plies, sent by seat 1")
    }

    @Test func bobSeesTheBoardAfterAnHour() throws {
        let scene = try #require(try arrival(of: script()))
        #expect(scene.accessibilityLabel.contains("b2: X"))
    }

    @Test func aMatchIsDrawnInThreeWays() throws {
        let match = try Match(of: script())
        try match.play("b2", seat: 1)
        let drawings = try #require(try drawings(of: match, for: 2))
        #expect(drawings.text.joined().contains("X"))
        #expect(drawings.picture.hasPrefix("<?xml") || drawings.picture.hasPrefix("<svg"))
        #expect(drawings.words.contains("b2: X"))
    }

    @Test func aValueKeepsItsKeysInOrder() throws {
        #expect(try jsonByBytes() == #"{"turn":2,"board":["x","","o"]}"#)
    }
}
