import Foundation
import Parlor
import Testing

@testable import Conformance
@testable import ParlorCommand

@Suite struct CheckCommandTests {
    private static let environment = ["PARLOR_HOME": home.folder.path]

    @Test func aGameThatCantBeLoadedFailsL1() throws {
        try withTemporaryFolder { folder in
            let place = folder.appendingPathComponent("broken")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try Data("return 1".utf8).write(to: place.appendingPathComponent("game.lua"))
            let keep = folder.appendingPathComponent("kept").path
            let run = try runProgram(["check", place.path, "--keep", keep, "--format", "json"])
            #expect(run.status == 1 && run.errors == "", "\(run)")
            let results = try Value(json: run.output)["games"]?[0]?["properties"]?.arrayValue
            #expect(results?.first?["id"] == "L1" && results?.first?["verdict"] == "fails")
            let file = folder.appendingPathComponent("report.txt")
            let pretty = try runProgram(["check", place.path, "--keep", keep, "--output", file.path])
            #expect(pretty.status == 1 && pretty.output == "")
            let text = try String(contentsOf: file, encoding: .utf8)
            // the environment names no locale, so the text is ASCII; a file has no colour
            #expect(text.contains("FAIL L1") && text.utf8.allSatisfy { $0 < 0x7F } && !text.contains("\u{1B}"))
        }
    }

    @Test(arguments: [
        ["check", "nowhere"], ["check", "tic-tac-toe", "--games", "0"], ["check", "--seed", "-1"],
        ["check", "--format", "yaml"], ["check", "--quick", "--full"], ["check", "--workers", "0"],
        ["check", "--list", "--explain", "S2"], ["check", "--budget", "verify", "--seed", "1"],
        ["check", "--keep", ""],
        ["check", "tic-tac-toe", "--output", "/nonexistent/report"], ["check", "--budget", "read"],
        ["check", "--explain", "S22"], ["check", "--exhaustive"], ["check", "tic-tac-toe", "--seats", "2"],
        ["check", "tic-tac-toe", "--exhaustive", "--seed", "1"],
        ["check", "tic-tac-toe", "--exhaustive", "--states", "0"],
        ["check", "tic-tac-toe", "--exhaustive", "--format", "tap"], ["check", "blackjack", "--exhaustive"],
        ["check", "tic-tac-toe", "--exhaustive", "--seats", "3"],
        ["check", "tic-tac-toe", "--exhaustive", "--option", "x=1"],
    ])
    func wrongUsageIsTwo(arguments: [String]) throws {
        let run = try runProgram(arguments)
        #expect(run.status == 2 && run.output == "" && !run.errors.isEmpty, "\(arguments): \(run.status)")
    }

    /// The figures are those of the literature: 255,168 games, 131,184 won by the first player,
    /// 46,080 drawn.
    @Test func countsEveryMatch() throws {
        let run = try runProgram(["check", "tic-tac-toe", "--exhaustive", "--format", "json"])
        let tree = try Value(json: run.output)[0]
        #expect(run.status == 0 && tree?["games"] == 255_168 && tree?["states"] == 5478, "\(run)")
        #expect(tree?["wins"] == [131_184, 77_904] && tree?["draws"] == 46_080 && tree?["longest"] == 9)
        let pretty = try runProgram(["check", "tic-tac-toe", "--exhaustive"])
        #expect(pretty.output.hasPrefix("tic-tac-toe: 255168 games, 5478 positions, 958 of them final\n"))
        let many = try runProgram(["check", "tic-tac-toe", "--exhaustive", "--states", "100"])
        #expect(many.status == 1 && many.output == "" && many.errors.contains("more than 100 states"))
    }

    @Test func explainsAProperty() throws {
        let run = try runProgram(["check", "--explain", "s2"])
        #expect(run.status == 0 && run.output.hasPrefix("S2 A match saved") && run.output.contains("What to do:"))
        let unknown = try runProgram(["check", "--explain", "SS2"])
        #expect(unknown.errors.contains("Did you mean 'S2'?"))
        let far = try runProgram(["check", "--explain", "\u{1B}[2J-nothing-like-it"])
        #expect(far.status == 2 && !far.errors.contains("Did you mean") && !far.errors.contains("\u{1B}"))
    }

    @Test func listsAllProperties() throws {
        let run = try runProgram(["check", "--list"])
        let starts = run.output.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(run.status == 0 && Property.all.allSatisfy { starts.contains($0.id) })
    }

    @Test func completionKnowsIDsAndFormats() throws {
        let script = try runProgram(["--generate-completion-script", "bash"]).output
        #expect(script.contains("junit") && script.contains("S2") && script.contains("parlor list --ids"))
    }

    // MARK: Options that name files

    /// If a path can't be written, this is a usage error. One sentence reports it before the work
    /// starts, and names the path once.
    @Test(arguments: ["--keep", "--output"]) func aPlaceThatCantBeWrittenIsRefused(option: String) throws {
        try withTemporaryFolder { folder in
            let manager = FileManager.default
            let file = folder.appendingPathComponent("file")
            try Data().write(to: file)
            let link = folder.appendingPathComponent("link")
            try manager.createSymbolicLink(at: link, withDestinationURL: folder.appendingPathComponent("elsewhere"))
            for place in [file.path + "/deep", "/dev/null/x", link.path, ""] + (option == "--keep" ? [file.path] : []) {
                let run = try runProgram(["check", "tic-tac-toe", "--games", "1", option, place])
                #expect(run.status == 2 && run.output == "", "\(option) '\(place)': \(run)")
                #expect(run.errors.hasPrefix("parlor: \(option)"), "\(run.errors)")
                let isNamed = run.errors.components(separatedBy: "link").count == (place == link.path ? 3 : 1)
                #expect(isNamed, "the link's name once, and 'symbolic link': \(run.errors)")
                #expect(run.errors.split(separator: "\n").first?.contains("  ") == false, "\(run.errors)")
            }
            #expect(try manager.contentsOfDirectory(atPath: folder.path).sorted() == ["file", "link"])
        }
    }

    /// Every refusal starts alike, whether the parser or Parlor made it.
    @Test(arguments: [
        ["check", "--games", "0"], ["check", "--format", "yaml"], ["check", "--nonsense"], ["nonsense"],
        ["check", "nowhere"], ["check", "--keep"], ["check", ""], ["check", "--seats", "2"],
    ])
    func everyRefusalBeginsWithTheName(arguments: [String]) throws {
        let run = try runProgram(arguments)
        #expect(run.status == 2 && run.errors.hasPrefix("parlor: "), "\(run.errors)")
        #expect(!run.errors.contains("Error:"), "\(run.errors)")
    }

    @Test func aFileIsNoGame() throws {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("notes.txt")
            try Data().write(to: file)
            let run = try runProgram(["check", file.path])
            #expect(run.status == 2 && run.errors.contains("is no folder"), "\(run.errors)")
        }
    }

    @Test func aGameThatCouldntBeKeptIsSaidInTheReport() throws {
        try withTemporaryFolder { folder in
            let place = try CheckSamples.copyOfGame("tic-tac-toe", in: folder, as: "broken")
            let source = place.appendingPathComponent("game.lua")
            let text = try String(contentsOf: source, encoding: .utf8)
            try Data(
                text.replacingOccurrences(
                    of: "setup = function", with: "leave = function() error('no') end, setup = function"
                ).utf8
            )
            .write(to: source)
            try FileManager.default.removeItem(at: place.appendingPathComponent("playthroughs"))
            try Data().write(to: folder.appendingPathComponent(".parlor"))
            let run = try runProgram(["check", "./broken", "--games", "1"], directory: folder)
            #expect(run.status == 1 && run.output.contains("Not kept: "), "\(run)")
        }
    }
}
