import Foundation
import Parlor
import Testing

@testable import Conformance
@testable import ParlorCommand

@Suite struct FailingGameFilesTests {
    private func keep(_ finding: Finding, in folder: URL, name: String? = nil) throws -> String? {
        let report = CheckSamples.report([finding])
        return try FailingGameFiles(folder: folder.path).keep(finding, of: CheckedGame(report, name: name))
    }

    @Test func aFailingGameIsAPlaythroughThatSaysWhatItShows() throws {
        try withTemporaryFolder { folder in
            let path = try #require(try keep(CheckSamples.finding(.s2), in: folder.appendingPathComponent("a/b")))
            #expect(path.hasSuffix("/a/b/tic-tac-toe-S2.play"))
            let playthrough = try Playthrough(text: String(contentsOfFile: path, encoding: .utf8))
            #expect(playthrough.plies.map(\.move) == ["b2", "a1"] && playthrough.seed == 7 && playthrough.seats == 2)
            #expect(playthrough.outcome == nil)
            let comments = playthrough.comments
            #expect(comments[0] == "S2: \(Property.s2.meaning)" && comments[1] == "game.lua:3: It differs.")
            #expect(comments[2] == "Again: parlor check tic-tac-toe --seed 1 --games 20")
            #expect(comments[3] == "Step through: parlor replay \(ShellWord(path).text) --step")
        }
    }

    @Test func anotherGameIsNeverOverwritten() throws {
        try withTemporaryFolder { folder in
            let paths = try ["b2", "c3", "b2", "a1", "c3"].map { move in
                try keep(CheckSamples.finding(.s2, moves: [move]), in: folder) ?? ""
            }
            let names = paths.map { URL(fileURLWithPath: $0).lastPathComponent }
            #expect(
                names == [
                    "tic-tac-toe-S2.play", "tic-tac-toe-S2-2.play", "tic-tac-toe-S2.play", "tic-tac-toe-S2-3.play",
                    "tic-tac-toe-S2-2.play",
                ])
            let first = try Playthrough(text: String(contentsOfFile: paths[0], encoding: .utf8))
            #expect(first.plies.map(\.move) == ["b2"])
            // a person's own file isn't replaced, either
            let foreign = folder.appendingPathComponent("tic-tac-toe-M3.play")
            try Data("mine".utf8).write(to: foreign)
            #expect(try keep(CheckSamples.finding(.m3), in: folder)?.hasSuffix("tic-tac-toe-M3-2.play") == true)
            #expect(try String(contentsOf: foreign, encoding: .utf8) == "mine")
        }
    }

    @Test func aFullFolderIsTold() throws {
        try withTemporaryFolder { folder in
            for number in 1...FailingGameFiles.mostFiles {
                let suffix = number == 1 ? "" : "-\(number)"
                try Data().write(to: folder.appendingPathComponent("tic-tac-toe-S2\(suffix).play"))
            }
            #expect(throws: GameError.self) { try keep(CheckSamples.finding(.s2), in: folder) }
        }
    }

    @Test func aFindingWithoutAMatchIsntKept() throws {
        try withTemporaryFolder { folder in
            let path = try keep(Finding(.l4, "There is no README.md."), in: folder)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(path == nil && files == [])
        }
    }

    @Test func hostileTextsStayInTheirLines() throws {
        let hostile = "x\noutcome: win 1\r# \u{1B}[2J\u{2028}game: other"
        try withTemporaryFolder { folder in
            var finding = CheckSamples.finding(.m5, hostile, moves: [hostile])
            finding.setup?.options = [hostile: .string(hostile)]
            let path = try #require(try keep(finding, in: folder, name: hostile))
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(!text.contains("\u{1B}") && !text.contains("\r"))
            #expect(text.split(separator: "\n").count == 9)
            #expect(
                text.split(separator: "\n").filter { $0.hasPrefix("game:") || $0.hasPrefix("outcome:") } == [
                    "game: tic-tac-toe"
                ])
        }
    }

    @Test func replayStepsThroughIt() throws {
        try withTemporaryFolder { folder in
            let path = try #require(try keep(CheckSamples.finding(.s2), in: folder))
            let whole = try runProgram(["replay", path])
            #expect(whole.status == 0 && whole.errors == "" && whole.output.contains("2/2  Seat 2 played a1."))
            // if a move is illegal, replay shows the moves before it, and then says why it stops
            let broken = try #require(try keep(CheckSamples.finding(.m3, moves: ["b2", "a1", "b2"]), in: folder))
            let run = try runProgram(["replay", broken])
            #expect(run.status == 2 && run.output.contains("2/2  Seat 2 played a1.") && run.errors.contains("`1 b2`"))
        }
    }
}
