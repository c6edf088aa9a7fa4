import ArgumentParser
import Foundation
import Parlor
import Testing

@testable import ParlorCommand

@Suite struct ExitCodeTests {
    @Test(arguments: [
        ["--help"], [], ["list", "--help"], ["help", "drive"], ["--generate-completion-script", "bash"],
        ["--generate-completion-script", "zsh"], ["--generate-completion-script", "fish"],
    ])
    func askedForHelpIsSuccess(arguments: [String]) throws {
        let run = try runProgram(arguments)
        #expect(run.status == 0 && !run.output.isEmpty && run.errors == "", "\(arguments): \(run.errors)")
    }

    @Test(arguments: [
        ["--nonsense"], ["nonsense"], ["list", "extra"], ["list", "--json", "--ids"], ["rules"], ["rules", "nowhere"],
        ["play", "nowhere"], ["bench", "--seconds", "0"], ["bench", "--seconds", "many"], ["bench", "nowhere"],
        ["drive", "extra"],
    ])
    func wrongUsageIsTwo(arguments: [String]) throws {
        let run = try runProgram(arguments)
        #expect(run.status == 2 && run.output == "" && !run.errors.isEmpty, "\(arguments): \(run.status)")
    }

    @Test(arguments: [["play"], ["play", "--hot-seat"]])
    func playAloneTellsTheGames(arguments: [String]) throws {
        let run = try runProgram(arguments)
        #expect(run.status == 2 && run.output == "", "\(run)")
        #expect(run.errors.hasPrefix("parlor: Which game? These are available:\n  battleship  "), "\(run.errors)")
        #expect(run.errors.contains("\n  tic-tac-toe  ") && run.errors.contains("`parlor play tic-tac-toe`"))
        #expect(run.errors.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(run.errors)")
        #expect(try runProgram(["rules"]).errors.contains("Missing expected argument '<game>'"))
    }

    @Test func otherErrorsHaveTheirOwnCodes() {
        struct Oddity: Error {}
        #expect(ParlorCommand.ending(with: Oddity(), isParsed: true).code == ExitCode(70))
        #expect(ParlorCommand.ending(with: GameError.request("no"), isParsed: true).code == ExitCode(2))
        let rejection = GameError.rejected(Rejection(code: "no", message: "No."))
        #expect(ParlorCommand.ending(with: rejection, isParsed: true) == ("parlor: No.", ExitCode(1)))
        #expect(ParlorCommand.ending(with: ExitCode(3), isParsed: true) == ("", ExitCode(3)))
        #expect(ParlorCommand.ending(with: ValidationError("no"), isParsed: true).code == ExitCode(2))
    }

    @Test func completionKnowsTheGames() throws {
        let script = try runProgram(["--generate-completion-script", "zsh"]).output
        #expect(script.contains("parlor list --ids"))
    }

    @Test func aBrokenBundledGameIsTold() throws {
        try withTemporaryFolder { folder in
            let place = folder.appendingPathComponent("games/broken")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                at: folder.appendingPathComponent("sdk"), withDestinationURL: home.sdk)
            try Data("return 1".utf8).write(to: place.appendingPathComponent("game.lua"))
            let run = try runProgram(["list"], environment: ["PARLOR_HOME": folder.path])
            #expect(run.status == 1 && run.errors.contains("broken can't be loaded"), "\(run)")
        }
    }
}
