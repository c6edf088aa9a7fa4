import Conformance
import Effort
import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// `parlor new`: the new game plays, passes its check and its tests, and uses its own name
/// everywhere.
@Suite struct NewCommandTests {
    @Test(arguments: GameKind.allCases) func aNewGameHolds(_ kind: GameKind) throws {
        try withTemporaryFolder { folder in
            let run = try runProgram(["new", "nine-men", "--like", kind.rawValue], directory: folder)
            #expect(run.status == 0 && run.errors == "", "\(run)")
            #expect(run.output.contains("parlor play ./nine-men") && run.output.contains("parlor check ./nine-men"))
            let place = folder.appendingPathComponent("nine-men")
            let script = try GameCatalog(home: home).script(place.path)
            #expect(script.id == "nine-men" && script.title == "Nine Men")
            #expect(script.folder.readme?.hasPrefix("# Nine Men\n") == true)
            for file in try Self.files(in: place) {
                let text = try String(contentsOf: place.appendingPathComponent(file), encoding: .utf8)
                #expect(!text.contains("{{") && !text.contains("}}"), "\(file)")
            }
            let settings = try Data(contentsOf: place.appendingPathComponent(".luarc.json"))
            let libraries = try #require(
                (JSONSerialization.jsonObject(with: settings) as? [String: Any])?["workspace.library"] as? [String])
            for library in libraries { #expect(FileManager.default.fileExists(atPath: library), "\(library)") }

            // the check replays its recorded game, and finds nothing
            let report = conformance(
                of: script, options: CheckOptions(seed: 1, games: TestEffort.extent(quick: 2, full: 6)))
            #expect(report.findings.map(\.sentence) == [])
            let replayed = try #require(report.results.first { $0.property.id == "V3" })
            if case .holds = replayed.verdict {} else { Issue.record("the recorded game wasn't replayed") }

            let tests = try runProgram(["test", place.path])
            #expect(tests.status == 0, "\(tests.output)\(tests.errors)")
            #expect(tests.output.contains("all passed"), "\(tests.output)")
        }
    }

    /// If luacheck is installed (Debian: lua-check), it accepts a new game.
    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/luacheck")),
        arguments: GameKind.allCases)
    func aNewGameIsCleanInLuacheck(_ kind: GameKind) throws {
        try withTemporaryFolder { folder in
            _ = try runProgram(["new", "nine-men", "--like", kind.rawValue], directory: folder)
            let place = folder.appendingPathComponent("nine-men")
            let check = try runProgram(
                at: URL(fileURLWithPath: "/usr/bin/luacheck"), [".", "--no-color"],
                environment: ["PATH": "/usr/bin:/bin"], directory: place)
            #expect(check.status == 0 && check.output.contains("0 warnings"), "\(check.output)\(check.errors)")
            // the settings also name the forbidden functions
            try Data("os.exit(1)\n".utf8).write(to: place.appendingPathComponent("other.lua"))
            let wrong = try runProgram(
                at: URL(fileURLWithPath: "/usr/bin/luacheck"), [".", "--no-color"],
                environment: ["PATH": "/usr/bin:/bin"], directory: place)
            #expect(wrong.status == 1 && wrong.output.contains("undefined variable"), "\(wrong.output)")
        }
    }

    private static func files(in folder: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { path in
            !folder.appendingPathComponent(path).resolvingSymlinksInPath().hasDirectoryPath
        }
    }

    @Test(arguments: ["Nine", "9-men", "nine men", "", "..", "nine_men", String(repeating: "a", count: 41)])
    func whatIsNoIDIsRefused(_ id: String) throws {
        try withTemporaryFolder { folder in
            let run = try runProgram(["new", id], directory: folder)
            #expect(run.status == 2 && run.output == "", "\(run)")
            #expect(run.errors.contains("small letters, digits and -"), "\(run.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        }
    }

    @Test func nothingIsWrittenOver() throws {
        try withTemporaryFolder { folder in
            let manager = FileManager.default
            let mine = folder.appendingPathComponent("mine")
            try manager.createDirectory(at: mine, withIntermediateDirectories: false)
            try Data("x".utf8).write(to: folder.appendingPathComponent("file"))
            try manager.createSymbolicLink(
                at: folder.appendingPathComponent("link"), withDestinationURL: folder.appendingPathComponent("gone"))
            let before = try manager.contentsOfDirectory(atPath: folder.path).sorted()
            for name in ["mine", "file", "link"] {
                let run = try runProgram(["new", name], directory: folder)
                #expect(run.status == 2 && run.output == "", "\(run)")
                #expect(run.errors == "parlor: \(name) is already there.\n")
            }
            #expect(try manager.contentsOfDirectory(atPath: folder.path).sorted() == before)
            #expect(try manager.contentsOfDirectory(atPath: mine.path) == [])
        }
    }

    @Test func noLinkIsFollowed() throws {
        try withTemporaryFolder { folder in
            let elsewhere = folder.appendingPathComponent("elsewhere")
            try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(
                at: folder.appendingPathComponent("games"), withDestinationURL: elsewhere)
            let run = try runProgram(["new", "games/nim"], directory: folder)
            #expect(run.status == 2 && run.errors.contains("symbolic link"), "\(run)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere.path) == [])
            let missing = try runProgram(["new", "nowhere/nim"], directory: folder)
            #expect(missing.status == 2 && missing.errors.contains("there is no such folder"), "\(missing)")
        }
    }

    @Test func aPathNamesWhereItLies() throws {
        try withTemporaryFolder { folder in
            let games = folder.appendingPathComponent("my games")
            try FileManager.default.createDirectory(at: games, withIntermediateDirectories: false)
            let run = try runProgram(["new", "my games/nim/", "--like", "dice"], directory: folder)
            #expect(run.status == 0 && run.output.contains("parlor test './my games/nim/'"), "\(run)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: games.path) == ["nim"])
        }
    }

    @Test func anUnknownKindIsNamedWithTheOthers() throws {
        let run = try runProgram(["new", "nim", "--like", "chess"])
        #expect(run.status == 2 && run.errors.contains("board") && run.errors.contains("hidden"), "\(run.errors)")
    }

    @Test func titlesAreMadeOfIDs() {
        #expect(GameTemplate.title("nine-men") == "Nine Men")
        #expect(GameTemplate.title("go--9-") == "Go 9")
    }
}
