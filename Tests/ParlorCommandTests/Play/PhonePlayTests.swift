import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// `parlor play` on simulated phones, seen from outside.
@Suite struct PhonePlayTests {
    @Test func aTypedMoveGoesAllItsWay() throws {
        let run = try runProgram(["play", "tic-tac-toe"], input: "b2\na1\nphones\nquit\n")
        #expect(run.status == 0 && run.errors == "")
        #expect(run.output.contains("Bob to move: a3, b3, c3, a2, c2, a1, b1, c1"))
        #expect(run.output.contains("Ann to move: a3, b3, c3, a2, c2, b1, c1"))
        #expect(run.output.contains("Ann played b2"), "the first bubble's summary")
        #expect(run.output.utf8.allSatisfy { $0 < 128 && ($0 >= 32 || $0 == 10) }, "without a locale, in ASCII")
    }

    @Test func eachStepByHand() throws {
        let steps = """
            open
            start
            /start
            tap
            expand
            b2
            cancel
            a1
            send
            receive
            as bob
            tap
            b2
            log
            send
            time +1m
            as ann
            tap
            url
            quit
            """
        let run = try runProgram(["play", "tic-tac-toe", "--slow"], input: steps + "\n")
        #expect(run.output.contains("Ann has drafted"))
        #expect(run.output.contains("did_cancel_sending"), "\(run.output)")
        #expect(run.output.contains("did_start_sending"))
        #expect(run.output.contains("https://parlor.games/tic-tac-toe#"))
        #expect(run.status == 1, "two of the steps can't be done")
    }

    @Test func saysWhatCannotBeDone() throws {
        let run = try runProgram(["play", "tic-tac-toe"], input: "zz\nas carol\nkill nobody\ntap 9\n")
        #expect(run.status == 1)
        for words in ["no move now", "no carol here", "bubble", "These run: main"] {
            #expect(run.errors.contains(words), "\(words): \(run.errors)")
        }
    }

    @Test(arguments: ["tic-tac-toe", "battleship", "rock-paper-scissors", "blackjack"])
    func demonstratesOnPhones(_ game: String) throws {
        let seats = game == "blackjack" ? ["--seats", "3"] : []
        let run = try runProgram(["play", game] + seats)
        #expect(run.status == 0 && run.errors == "", "\(run.errors)")
        #expect(run.output.contains(" wins.") || run.output.contains("drawn") || run.output.contains("is over"))
    }

    @Test func goesOnWithAStoreAfterTheProcessWasKilled() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let moves = ["b2", "a1", "c3", "a3", "a2", "c2", "b3", "b1", "c1"]
        let whole = try runProgram(
            ["play", "tic-tac-toe", "--seed", "5"], input: moves.joined(separator: "\n") + "\n")
        #expect(whole.output.contains("drawn"))
        for kept in [0, 1, 4, 8] {
            let path = folder.appendingPathComponent("\(kept).parlor").path
            try killedProgram(
                ["play", "tic-tac-toe", "--seed", "5", "--store", path], lines: Array(moves.prefix(kept)))
            let rest = moves.dropFirst(kept).joined(separator: "\n") + "\n"
            let run = try runProgram(["play", "tic-tac-toe", "--store", path], input: rest)
            #expect(run.status == 0 && run.errors == "", "after \(kept): \(run.errors)")
            #expect(run.output.contains("drawn"), "after \(kept)")
        }
    }

    @Test func leavesADamagedStoreAlone() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-\(UUID().uuidString)").path
        try Data("this is no store".utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let run = try runProgram(["play", "tic-tac-toe", "--store", path], input: "b2\n")
        #expect(run.status == 1)
        #expect(run.errors.contains("left as it is"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("this is no store".utf8))
    }
}

/// Runs the program until it has answered so many lines, and kills it there.
private func killedProgram(_ arguments: [String], lines: [String]) throws {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = ["PARLOR_HOME": home.folder.path]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = Pipe()
    try process.run()
    defer { process.waitUntilExit() }
    // Without a line it would take its standard input for closed, and demonstrate.
    input.fileHandleForWriting.write(Data(("moves\n" + lines.map { $0 + "\n" }.joined()).utf8))
    let goal = lines.count + 1
    var seen = ""
    while true {
        let data = output.fileHandleForReading.availableData
        if data.isEmpty { break }
        seen += String(decoding: data, as: UTF8.self)
        if seen.components(separatedBy: " to move: ").count > goal + 1 { break }
    }
    kill(process.processIdentifier, SIGKILL)
}
