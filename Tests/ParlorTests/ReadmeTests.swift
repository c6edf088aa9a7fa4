import Effort
import Foundation
import Parlor
import Testing

/// The code and commands in the README work as they are printed.
@Suite struct ReadmeTests {
    private static let root = checkout
    private static let readme =
        (try? String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)) ?? ""

    /// Returns the README's first block of code in a language.
    private func block(_ language: String) throws -> String {
        let start = try #require(Self.readme.range(of: "```\(language)\n"))
        let end = try #require(Self.readme[start.upperBound...].range(of: "```"))
        return String(Self.readme[start.upperBound..<end.lowerBound])
    }

    @Test func theEmbeddingSnippetIsTheOneThatIsCompiled() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "EmbeddingExample.swift")
        #expect(try block("swift") == String(contentsOf: file, encoding: .utf8))
    }

    @Test func theEmbeddingSnippetPlaysAGame() throws {
        let lines = try playTicTacToe()
        #expect(lines.count > 5)
        #expect(lines.joined().contains("X"))
    }

    @Test func theFirstGamePlays() throws {
        let library = try ScriptSource(folder: Self.root.appendingPathComponent("sdk"))
        let script = try GameScript(GameFolder(id: "nim", game: block("lua")), library: library)
        let match = try Match(of: script)
        match.luaStates.isWatchful = true
        var generator = SplitMix64(seed: 3)
        while try match.playRandomMove(using: &generator) {
            _ = try #require(try match.scene(for: 1).map(Scene.init(value:)))
        }
        guard case .win? = try match.status.outcome else {
            Issue.record("nobody won")
            return
        }
    }
}
