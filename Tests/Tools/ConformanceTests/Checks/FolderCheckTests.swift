import Foundation
import GameRules
import LuaRuntime
import Testing

@testable import Conformance

/// L4, V3 and S6: the required files in a game's folder.
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

    /// Returns the findings for a game's folder with these files.
    private func findings(_ files: [String: String], change: (URL) throws -> Void = { _ in }) throws -> [Finding] {
        try report(files, change: change).findings
    }

    private func report(_ files: [String: String], change: (URL) throws -> Void = { _ in }) throws -> GameReport {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: root) }
        let folder = root.appendingPathComponent("steps")
        for (name, text) in files {
            let place = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: place)
        }
        try change(folder)
        return conformance(
            of: try GameFolder(at: folder), library: try ScriptSource(folder: home.sdk),
            options: CheckOptions(seed: 1, games: 1))
    }

    private var whole: [String: String] {
        ["game.lua": game(version: 1, move: "go"), "README.md": "Go three times.", "playthroughs/three.play": golden]
    }

    @Test func aWholeFolderIsClean() throws {
        #expect(try findings(whole) == [])
    }

    /// V1: the check also finds a picture that exists but can't be shown.
    @Test func v1LooksAtThePicturesOfScenes() throws {
        let shown = """
            outcome = function(state) if state.count == 3 then return parlor.draw() end end,
              scene = function() return { kind = "image", asset = "board.png", label = "A board" } end,
            """
        var files = whole
        files["game.lua"] = game(version: 1, move: "go").replacing(
            "outcome = function(state) if state.count == 3 then return parlor.draw() end end,", with: shown)
        func found(_ picture: String?) throws -> String? {
            files["assets/board.png"] = picture
            return try findings(files).first { $0.property == .v1 }?.sentence
        }
        #expect(try found(nil)?.contains("shows assets/board.png, which isn't there") == true)
        #expect(try found("<svg/>")?.contains("which is an SVG; PNG and JPEG are shown") == true)
        #expect(try found("\u{89}PNG")?.contains("which is no picture") == true)
    }

    // MARK: Pictures

    private static let dot =
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==")
        ?? Data()

    /// Returns L4's finding for a folder with these pictures, given as bytes by path.
    private func l4(_ pictures: [String: Data], labels: String? = nil, script line: String = "") throws -> Finding? {
        var files = whole
        files["game.lua"] = files["game.lua"]?.replacing("setup =", with: "\(line)\n  setup =")
        files["stickers/labels.txt"] = labels
        return try findings(files) { folder in
            for (name, bytes) in pictures {
                let place = folder.appendingPathComponent(name)
                try FileManager.default.createDirectory(
                    at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
                try bytes.write(to: place)
            }
        }.first { $0.property == .l4 }
    }

    @Test func l4LooksAtStickers() throws {
        let good = ["stickers/cheer.png": Self.dot]
        #expect(try l4(good, labels: "cheer.png: Hands") == nil)
        #expect(try l4(good)?.sentence.contains("stickers/cheer.png: expected a label") == true)
        #expect(
            try l4(good, labels: "cheer.png: Hands\ngone.png: Nothing")?.sentence.contains("found gone.png") == true)
        let bad = try l4(["stickers/cheer.png": Data("<svg/>".utf8)], labels: "cheer.png: Hands")
        #expect(
            bad?.sentence.contains("expected a PNG, APNG, GIF or JPEG") == true && bad?.mend != nil,
            "\(String(describing: bad))")
        let two = try l4(["stickers/a.png": Self.dot, "stickers/b.png": Self.dot])
        #expect(two?.sentence.hasSuffix("And 1 more such picture.") == true, "\(String(describing: two))")
    }

    @Test func l4LooksAtEveryFileInAssets() throws {
        #expect(
            try l4(["assets/a.png": Self.dot, "assets/deep/b.PNG": Self.dot, "assets/source.svg": Data("<svg/>".utf8)])
                == nil)
        #expect(
            try l4(["assets/deep/b.jpg": Data("GIF89a".utf8)])?.sentence
                == "The picture assets/deep/b.jpg is a GIF; PNG and JPEG are shown.")
        let large = Self.dot + Data(repeating: 0, count: 300_000)
        #expect(try l4(["assets/a.png": large])?.sentence.contains("assets/a.png has 300070 bytes") == true)
        #expect(try l4(["assets/a.png": Self.dot.dropLast()])?.sentence.contains("is damaged: it is cut off") == true)
    }

    @Test func l4LooksAtTheNamesInTheScript() throws {
        let sticker = try l4(
            [:], script: "on = { did_read = function() return parlor.sticker(\"gone.png\", \"Gone\") end },")
        #expect(sticker?.sentence == "The script names the sticker gone.png, but stickers/gone.png isn't one.")
        #expect(sticker?.place == "game.lua:4")
        func image(_ call: String, _ pictures: [String: Data] = [:]) throws -> Finding? {
            try l4(
                pictures,
                script: "scene = function(view, seat) local scene = require \"parlor.scene\"; return \(call) end,")
        }
        let picture = try image("seat == 9 and scene.image('gone.png', 'Gone') or scene.title(\"Steps\")")
        #expect(picture?.sentence == "The script names the picture gone.png, but assets/gone.png isn't there.")
        #expect(try image("scene.image('a.png', 'A dot')", ["assets/a.png": Self.dot]) == nil)
        // a picture whose name isn't a literal is checked only when a scene shows it
        for other in [
            "scene.title(\"x\") -- scene.image('gone.png')\n",
            "seat == 9 and scene.image('g' .. seat, 'x') or scene.title('x')",
        ] {
            #expect(try image(other) == nil, "\(other)")
        }
    }

    /// A part that the author hasn't written yet is reported, but not as a mistake.
    @Test func withoutRulesL4IsNotJudged() throws {
        var files = whole
        files["README.md"] = nil
        #expect(try findings(files) == [])
        guard case .notJudged(let reason) = try report(files)[.l4] else { Issue.record("L4 was judged"); return }
        #expect(reason.contains("no README.md"))
        files["README.md"] = " \n"
        #expect(try findings(files).map(\.property) == [.l4])
    }

    @Test func withoutARecordedGameV3IsNotJudged() throws {
        var files = whole
        files["playthroughs/three.play"] = nil
        #expect(try findings(files) == [])
        guard case .notJudged(let reason) = try report(files)[.v3] else { Issue.record("V3 was judged"); return }
        #expect(reason.contains("`parlor record`"))
    }

    /// A recording of `parlor record --unfinished` is replayed to its end.
    @Test func aGameThatWasRecordedUnfinishedIsAccepted() throws {
        var files = whole
        files["playthroughs/three.play"] = golden.replacing("1 go\noutcome: draw\n", with: "")
        #expect(try findings(files) == [])
        #expect(try report(files)[.v3] == .holds(times: 1))
        files["playthroughs/three.play"] = golden.replacing("2 go\n1 go\noutcome: draw\n", with: "2 stop\n")
        #expect(try findings(files).map(\.property) == [.v3])
    }

    @Test(arguments: [
        ("2 go\n1 go\noutcome", "2 go\noutcome", "no outcome"), ("outcome: draw", "outcome: win 1", "win 1"),
        ("1 go\n2 go", "1 go\n2 stop", "Line 5"),
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

    /// A missing file has no effect on the checks of the other files.
    @Test func v3IsJudgedWithoutRulesToo() throws {
        var files = whole
        files["README.md"] = nil
        #expect(try report(files)[.v3] == .holds(times: 1))
        files["playthroughs/three.play"] = nil
        #expect(try findings(files) == [])
        #expect(try report(files)[.s6] == .notJudged("There is no recorded game of an older version."))
    }

    @Test func whatV3DidNotComeToIsSaid() throws {
        var files = whole
        files["game.lua"] = game(version: 2, move: "go")
        files["versions/1/game.lua"] = game(version: 1, move: "go")
        #expect(
            try report(files)[.v3]
                == .notJudged("All recorded games are of older versions. S6 judges them."))
        files["playthroughs/broken.play"] = "game: stairs\n"
        let report = try report(files)
        #expect(report.findings.map(\.property) == [.v3])
        #expect(
            report[.s6]
                == .notJudged("It wasn't tested, because playthroughs/broken.play came first and fails V3."))
    }

    @Test(arguments: [
        ("link", "playthroughs is reached by a symbolic link"), ("file", "playthroughs isn't a folder"),
        ("many", "playthroughs holds more than 1024 entries"),
        ("large", "has \((1 << 20) + 1) bytes; at most \(1 << 20) are allowed"),
        ("latin", "is not UTF-8 text"), ("pipe", "is no plain file"), ("linked", "is reached by a symbolic link"),
        ("heavy", "more than 8388608 bytes together"),
    ])
    func recordedGamesThatCantBeReadAreToldAsWhatTheyAre(kind: String, words: String) throws {
        let manager = FileManager.default
        let findings = try findings(whole) { folder in
            let games = folder.appendingPathComponent("playthroughs")
            let game = games.appendingPathComponent("another.play")
            switch kind {
            case "link":
                let other = folder.deletingLastPathComponent().appendingPathComponent("elsewhere")
                try manager.moveItem(at: games, to: other)
                try manager.createSymbolicLink(at: games, withDestinationURL: other)
            case "file":
                try manager.removeItem(at: games)
                try Data().write(to: games)
            case "many":
                for number in 0...1024 { try Data().write(to: games.appendingPathComponent("\(number).txt")) }
            case "large": try Data(count: 1 << 20 + 1).write(to: game)
            case "latin": try Data([0xE9]).write(to: game)
            case "pipe": #expect(mkfifo(game.path, 0o600) == 0)
            case "linked":
                try manager.createSymbolicLink(at: game, withDestinationURL: games.appendingPathComponent("three.play"))
            default:
                let text = golden + String(repeating: "# and nothing else\n", count: 50_000)
                for number in 1...9 {
                    try Data(text.utf8).write(to: games.appendingPathComponent("heavy-\(number).play"))
                }
            }
        }
        #expect(findings.map(\.property) == [.v3], "\(findings)")
        #expect(findings.first?.description.contains(words) == true, "\(findings)")
    }

    /// An older version's script that can't be read isn't reported as missing.
    @Test func anOlderScriptThatCantBeReadIsTold() throws {
        var files = whole
        files["game.lua"] = game(version: 2, move: "go")
        let findings = try findings(files) { folder in
            let place = folder.appendingPathComponent("versions/1")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try Data(count: 1 << 20).write(to: place.appendingPathComponent("game.lua"))
        }
        #expect(findings.map(\.property) == [.s6])
        #expect(findings.first?.sentence.contains("versions/1/game.lua has 1048576 bytes") == true, "\(findings)")
    }

    /// The time for reading and replaying is limited by the budget, even for a folder full of
    /// games.
    @Test func recordedGamesAreReadWithinTheBudget() throws {
        var files = whole
        let padding = String(repeating: "# nothing\n", count: 1000)
        for number in 1...300 { files["playthroughs/game-\(number).play"] = padding + golden }
        var found: GameReport?
        _ = try report(files) { folder in
            let script = try GameScript(GameFolder(at: folder), library: ScriptSource(folder: home.sdk))
            let budget = CheckBudget(whole: 0.05, part: .infinity)
            found = LuaThread.run {
                GameChecker(GameUnderTest(script), CheckOptions(seed: 1, games: 1), budget: budget).report()
            }
        }
        let report = try #require(found)
        #expect(report.findings.isEmpty, "\(report.findings)")
        #expect(report.omissions.contains { $0.contains("V3") }, "\(report.omissions)")
        let extent = report.results.first { $0.property == .v3 }?.extents.first
        #expect(extent?.all == 301 && (extent?.tried ?? 301) < 301, "\(String(describing: extent))")
    }

    /// The command in a report can be pasted into a shell: it has the game's name as it was given,
    /// with quotes for the shell if necessary.
    @Test(arguments: ["./games/steps", "steps", "my games/steps"]) func v3NamesTheCommandThatRecords(name: String)
        throws
    {
        var files = whole
        files["playthroughs/three.play"] = golden.replacing("outcome: draw", with: "outcome: win 1")
        let game = CheckedGame(try report(files), name: name)
        let command = "`parlor record \(name.contains(" ") ? "'\(name)'" : name)`"
        let finding = try #require(game.report.findings.first)
        #expect(game.mend(of: finding).contains(command), "\(game.mend(of: finding))")
        let pretty = PrettyReport(columns: 400)
        let shown = [
            pretty.lines(game).joined(separator: "\n"), TAPReport([game]).text, try JSONReport([game]).text(),
            JUnitReport([game]).text.replacing("&#39;", with: "'").replacing("&apos;", with: "'"),
        ]
        for text in shown { #expect(text.contains(command), "\(text)") }
        for text in shown { #expect(!text.contains("<game>"), "\(text)") }
    }

    /// A folder that was copied from another game contains that game's recordings.
    @Test func v3SaysWhatToDoAboutAnotherGamesRecording() throws {
        var files = whole
        files["playthroughs/three.play"] = golden.replacing("game: steps", with: "game: stairs")
        let game = CheckedGame(try report(files), name: "./steps")
        let finding = try #require(game.report.findings.first)
        #expect(finding.sentence == "It is a game of stairs, not of steps.")
        let mend = game.mend(of: finding)
        #expect(mend.contains("Remove this one") && mend.contains("`parlor record ./steps`"), "\(mend)")
        #expect(!mend.contains("version"), "\(mend)")
    }
}
