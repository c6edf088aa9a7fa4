import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// The built program, seen from outside.
@Suite struct RecordCommandTests {
    private static let moves = "1 b2\n2 a3\n1 c1\n2 b3\n1 c3\n2 c2\n1 a1\n"

    @Test func recordsPipedMoves() throws {
        try withTemporaryFolder { folder in
            let copy = try CheckSamples.copyOfGame("tic-tac-toe", in: folder, as: "my-game").path
            let run = try runProgram(["record", copy, "mine", "--comment", "Mine."], input: Self.moves)
            #expect(run.status == 0 && run.errors == "" && run.output.contains("7 plies, win 1"), "\(run)")
            let text = try String(contentsOfFile: copy + "/playthroughs/mine.play", encoding: .utf8)
            #expect(text.hasPrefix("# Mine.\ngame: my-game\n") && text.hasSuffix("outcome: win 1\n"))
            let replay = try runProgram(["replay", copy + "/playthroughs/mine.play"])
            #expect(replay.status == 0 && replay.output.contains("7/7"))
            let again = try runProgram(["record", copy, "mine"], input: Self.moves)
            #expect(again.status == 2 && again.errors.contains("--force"))
            let forced = try runProgram(["record", copy, "mine", "--force", "--random", "--seed", "3"])
            #expect(forced.status == 0)
            #expect(try String(contentsOfFile: copy + "/playthroughs/mine.play", encoding: .utf8).contains("seed: 3"))
        }
    }

    @Test func takesSeatsAndOptions() throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("a.play").path
            let run = try runProgram(
                ["record", "blackjack", path, "--random", "--seats", "3", "--option", "rounds=2", "--seed", "4"])
            #expect(run.status == 0 && run.errors == "", "\(run)")
            let playthrough = try Playthrough(text: String(contentsOfFile: path, encoding: .utf8))
            #expect(playthrough.seats == 3 && playthrough.options["rounds"] == "2" && playthrough.seed == 4)
        }
    }

    @Test func nothingIsWrittenOfWhatWentWrong() throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("a.play").path
            let cases: [([String], String, Int32, String)] = [
                ([], "1 b2\n2 b2\n", 1, "Line 2"), ([], "1 b2\n", 2, "isn't over"), ([], "hello\n", 2, "Line 1"),
                (["--seats", "9"], "", 2, "for 2 seats"), (["--option", "x"], "", 2, "name=value"),
                (["--option", "x=1"], "", 2, "no option"),
            ]
            for (arguments, input, status, words) in cases {
                let run = try runProgram(["record", "tic-tac-toe", path] + arguments, input: input)
                #expect(run.status == status && run.errors.contains(words), "\(arguments) \(input): \(run)")
                #expect(!FileManager.default.fileExists(atPath: path))
            }
            #expect(try runProgram(["record", "tic-tac-toe", path, "--unfinished"], input: "1 b2\n").status == 0)
            #expect(try runProgram(["record", "nowhere", path]).status == 2)
        }
    }
}
