import Foundation
import GameRules
import Testing

@testable import Conformance

/// L4, V3 and S6: what must lie in a game's folder.
struct FolderCheckTests {
    private let source = """
        local parlor = require "parlor"
        return parlor.game {
          title = "Steps", summary = "Three steps.", version = VERSION,
          setup = function() return { count = 0 } end,
          moves = { MOVE = { play = function(state) state.count = state.count + 1 end } },
          outcome = function(state) if state.count == 3 then return parlor.draw() end end,
        }
        """
    private let golden = "game: steps\nversion: 1\nseats: 2\n1 go\n2 go\n1 go\noutcome: draw\n"

    private func game(version: Int, move: String) -> String {
        source.replacing("VERSION", with: "\(version)").replacing("MOVE", with: move)
    }

    /// What fails in a game's folder with these files.
    private func findings(_ files: [String: String]) throws -> [Finding] {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: root) }
        let folder = root.appendingPathComponent("steps")
        for (name, text) in files {
            let place = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: place)
        }
        return conformance(
            of: try GameFolder(at: folder), library: try ScriptLibrary(folder: home.sdk),
            options: CheckOptions(seed: 1, games: 1)
        ).findings
    }

    private var whole: [String: String] {
        ["game.lua": game(version: 1, move: "go"), "README.md": "Go three times.", "playthroughs/three.play": golden]
    }

    @Test func aWholeFolderIsClean() throws {
        #expect(try findings(whole) == [])
    }

    @Test func l4RejectsAGameWithoutRules() throws {
        var files = whole
        files["README.md"] = nil
        #expect(try findings(files).map(\.property) == [.l4])
    }

    @Test func v3RejectsAGameWithoutARecordedOne() throws {
        var files = whole
        files["playthroughs/three.play"] = nil
        #expect(try findings(files).map(\.property) == [.v3])
    }

    @Test(arguments: [
        ("2 go\n1 go\noutcome", "2 go\noutcome", "no outcome"), ("outcome: draw", "outcome: win 1", "win 1"),
        ("1 go\n2 go", "1 go\n2 stop", "Line 5"), ("outcome: draw\n", "", "to its end"),
        ("game: steps", "game: stairs", "stairs"),
    ])
    func v3RejectsARecordedGameThatIsAnother(found: String, replacement: String, words: String) throws {
        var files = whole
        files["playthroughs/three.play"] = golden.replacing(found, with: replacement)
        let findings = try findings(files)
        #expect(findings.map(\.property) == [.v3])
        #expect(findings.first?.sentence.contains(words) == true, "\(findings)")
        #expect(findings.first?.place == "playthroughs/three.play")
    }

    @Test func anOlderGameReplaysUnderItsOwnScript() throws {
        var files = whole
        files["game.lua"] = game(version: 2, move: "step")
        files["versions/1/game.lua"] = game(version: 1, move: "go")
        files["playthroughs/new.play"] = golden.replacing("version: 1", with: "version: 2").replacing(
            "go", with: "step")
        #expect(try findings(files) == [])
    }

    @Test func s6RejectsAnOlderGameWhoseScriptIsGoneOrAnother() throws {
        var files = whole
        files["game.lua"] = game(version: 2, move: "step")
        #expect(try findings(files).map(\.property) == [.s6])
        files["versions/1/game.lua"] = game(version: 1, move: "walk")
        #expect(try findings(files).map(\.property) == [.s6])
        files["versions/1/game.lua"] = game(version: 3, move: "go")
        #expect(try findings(files).first?.sentence.contains("says that it is version 3") == true)
    }
}
