import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// Paths of the command line are taken literally, because the shell has already expanded them.
@Suite struct TypedPathTests {
    private func run(_ arguments: [String], in folder: URL, input: String = "") throws -> ProgramRun {
        // Foundation would expand a tilde to the account's home folder, but a shell expands it to
        // HOME
        try runProgram(
            arguments, input: input,
            environment: ["PARLOR_HOME": home.folder.path, "HOME": folder.appendingPathComponent("home").path],
            directory: folder)
    }

    @Test func aTildeIsALetter() throws {
        try withTemporaryFolder { folder in
            for name in ["~", "home"] {
                try FileManager.default.createDirectory(
                    at: folder.appendingPathComponent(name), withIntermediateDirectories: false)
            }
            let made: [(file: String, arguments: [String])] = [
                ("~/found.play", ["record", "tic-tac-toe", "~/found.play", "--random", "--seed", "1"]),
                ("~/report.txt", ["check", "tic-tac-toe", "--games", "1", "--output", "~/report.txt"]),
                ("~/evening", ["play", "tic-tac-toe", "--store", "~/evening"]),
                ("~root", ["play", "tic-tac-toe", "--store", "~root"]),
            ]
            for (file, arguments) in made {
                let done = try run(arguments, in: folder, input: "b2\n")
                #expect(done.status == 0, "\(arguments): \(done.errors)")
                let place = folder.path + "/" + file
                #expect(FileManager.default.fileExists(atPath: place), "\(arguments): \(done)")
            }
            #expect(try run(["replay", "~/found.play"], in: folder).status == 0)
            // a game's folder
            try FileManager.default.copyItem(
                atPath: home.games.appendingPathComponent("tic-tac-toe").path, toPath: folder.path + "/~/mine")
            let rules = try run(["rules", "~/mine"], in: folder)
            #expect(rules.status == 0 && !rules.output.isEmpty, "\(rules.errors)")
            let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/home")
            #expect(kept.isEmpty, "\(kept)")
        }
    }

    @Test(arguments: [
        "play tic-tac-toe --store", "record tic-tac-toe --random --seed 1", "replay", "rules", "check",
        "check tic-tac-toe --games 1 --output",
    ])
    func aNameThatIsNoUTF8IsRefused(_ command: String) throws {
        try withTemporaryFolder { folder in
            let program = try #require(parlorProgram)
            let told = try runProgram(
                at: URL(fileURLWithPath: "/bin/sh"),
                ["-c", "exec '\(program.path)' \(command) \"$(printf 'a\\377.play')\""],
                input: "b2\n", environment: ["PARLOR_HOME": home.folder.path], directory: folder)
            #expect(told.status == 2 && told.output == "", "\(command): \(told)")
            #expect(
                told.errors == "parlor: 'a\u{FFFD}.play' isn't UTF-8. All arguments and names of files must be UTF-8. "
                    + "Write the argument in UTF-8, or rename the file.\n", "\(command): \(told.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    /// A stranger's file name can't start a line of its own, and can't control the terminal.
    @Test(arguments: [
        ["replay"], ["check"], ["rules"], ["play"], ["record", "tic-tac-toe"],
        ["check", "tic-tac-toe", "--games", "1", "--output"], ["play", "tic-tac-toe", "--store"],
        ["list"], ["show"], ["decode"],
        ["play", "tic-tac-toe", "--hot-seat", "--store"],
    ])
    func aNameStaysOnItsLine(_ arguments: [String]) throws {
        try withTemporaryFolder { folder in
            let name = "no\u{1B}[2J\nparlor: all is well/there\r.play"
            let told = try run(arguments + [name], in: folder)
            #expect(told.status != 0, "\(arguments): \(told)")
            let lines = (told.output + told.errors).split(whereSeparator: \.isNewline)
            #expect(!lines.contains { $0.hasPrefix("parlor: all is well") }, "\(arguments): \(lines)")
            #expect(!told.errors.contains("\u{1B}") && !told.errors.contains("\r"), "\(arguments): \(lines)")
        }
    }

    /// File names in a game's folder can't do so, either.
    @Test func aFileOfAGameStaysOnItsLine() throws {
        try withTemporaryFolder { folder in
            let place = folder.appendingPathComponent("in\nparlor: all is well/mine")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try Data("return require 'x'".utf8).write(to: place.appendingPathComponent("game.lua"))
            try Data([0xFF]).write(to: place.appendingPathComponent("b\nparlor: all is well.lua"))
            for command in ["check", "play", "rules"] {
                let told = try run([command, place.path], in: folder)
                let lines = (told.output + told.errors).split(whereSeparator: \.isNewline)
                #expect(told.status != 0 && !lines.contains { $0.hasPrefix("parlor: all is well") }, "\(lines)")
            }
        }
    }
}
