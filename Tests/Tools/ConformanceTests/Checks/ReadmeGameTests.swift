import Conformance
import Foundation
import GameRules
import Testing
import Values

/// The README's first game, checked as the README describes it.
struct ReadmeGameTests {
    private func readme() throws -> String {
        try String(contentsOf: home.folder.appendingPathComponent("README.md"), encoding: .utf8)
    }

    /// Returns the README's first block of Lua.
    private func game() throws -> String {
        let text = try readme()
        let start = try #require(text.range(of: "```lua\n"))
        let end = try #require(text[start.upperBound...].range(of: "```"))
        return String(text[start.upperBound..<end.lowerBound])
    }

    /// The README's first game passes as printed, and with the required files that the README
    /// mentions.
    @Test func theFirstGamePassesAsPrinted() throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: root) }
        let folder = root.appendingPathComponent("nim")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(game().utf8).write(to: folder.appendingPathComponent("game.lua"))
        let library = try ScriptSource(folder: home.folder.appendingPathComponent("sdk"))
        func report() throws -> GameReport {
            conformance(of: try GameFolder(at: folder), library: library, options: CheckOptions(seed: 1, games: 4))
        }
        func held() throws -> [String] {
            try report().results.filter { if case .holds = $0.verdict { true } else { false } }.map(\.property.id)
        }
        let text = try readme().replacing("\n", with: " ")
        #expect(text.contains("The Nim above passes as it stands."))
        let sentence = try #require(text.firstMatch(of: /are judged, too \((?<ids>[^)]*)\)/)).output.ids
        let later = sentence.matches(of: /[A-Z][0-9]/).map { String($0.output) }
        #expect(try report().findings.map(\.property.id) == [])
        #expect(try Set(held()).isDisjoint(with: later))
        // with the required files, everything holds
        try Data("Take one, two or three.".utf8).write(to: folder.appendingPathComponent("README.md"))
        let match = try Match(of: GameScript(GameFolder(at: folder), library: library))
        var generator = SplitMix64(seed: 3)
        while try match.playRandomMove(using: &generator) {}
        let plays = folder.appendingPathComponent("playthroughs")
        try FileManager.default.createDirectory(at: plays, withIntermediateDirectories: true)
        try Data(Playthrough(match).text.utf8).write(to: plays.appendingPathComponent("one.play"))
        #expect(try report().findings.map(\.property.id) == [])
        #expect(try Set(held()).isSuperset(of: later))
    }
}
