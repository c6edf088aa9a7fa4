import Effort
import Foundation
import Parlor
import Simulation
import Storage
import Testing

@testable import ParlorCommand

/// `parlor play` on simulated phones, seen from outside.
@Suite struct PhonePlayTests {
    @Test func aTypedMoveGoesAllItsWay() throws {
        let run = try runProgram(["play", "tic-tac-toe"], input: "b2\na1\nphones\nquit\n")
        #expect(run.status == 0 && run.errors == "")
        #expect(run.output.contains("Bob, mark a cell with O: a3, b3, c3, a2, c2, a1, b1, c1"))
        #expect(run.output.contains("Ann, mark a cell with X: a3, b3, c3, a2, c2, b1, c1"))
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
            log
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
        #expect(run.output.contains("Ann has drafted") && run.output.contains("Start"))
        #expect(run.output.contains("did_cancel_sending"), "\(run.output)")
        #expect(run.output.contains("did_start_sending"))
        #expect(run.output.contains("https://parlor.games/tic-tac-toe#"))
        #expect(run.status == 1, "two of the steps can't be done")
    }

    /// The Start button of a game without a match doesn't know the options of the command line, so
    /// neither `start` nor `new` may use the button.
    @Test(arguments: ["start", "new"]) func bothWaysToBeginObeyTheOptions(_ word: String) throws {
        let input = "open\n\(word)\nsend\nurl\nquit\n"
        let run = try runProgram(
            ["play", "rock-paper-scissors", "--slow", "--option", "rounds=9"], input: input)
        let url = try #require(run.output.split(separator: "\n").last { $0.hasPrefix("https://") }, "\(run)")
        let decoded = try runProgram(["decode", "--json"], input: "\(url)\n")
        #expect(decoded.output.contains("\"rounds\":9") || decoded.output.contains("\"rounds\": 9"), "\(decoded)")
    }

    @Test(arguments: [[], ["--slow"]]) func aConversationIsNotForOne(_ more: [String]) throws {
        let run = try runProgram(["play", "blackjack", "--seats", "1"] + more, input: "quit\n")
        #expect(run.status == 2 && run.errors.contains("two people or more"), "\(run)")
        #expect(try runProgram(["play", "blackjack", "--seats", "1", "--hot-seat"], input: "quit\n").status == 0)
    }

    @Test func saysWhatCannotBeDone() throws {
        let run = try runProgram(["play", "tic-tac-toe"], input: "zz\nas carol\nkill nobody\ntap 9\n")
        #expect(run.status == 1)
        for words in ["neither a legal move now nor a command", "nobody called carol here", "bubble", "Running: main"] {
            #expect(run.errors.contains(words), "\(words): \(run.errors)")
        }
    }

    @Test(arguments: ["tic-tac-toe", "battleship", "rock-paper-scissors", "blackjack", "liars-dice", "pig"])
    func demonstratesOnPhones(_ game: String) throws {
        let seats = game == "blackjack" ? ["--seats", "3"] : []
        let run = try runProgram(["play", game] + seats + shortMatch(of: game))
        #expect(run.status == 0 && run.errors == "", "\(run.errors)")
        let ends = [" wins.", " wins: ", " win: ", "drawn", "Nobody is ahead"]
        #expect(ends.contains { run.output.contains($0) }, "\(run.output.suffix(500))")
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

    /// A turn by hand, which may stop at each step.
    private static let turn = [
        "open", "start", "b2", "send", "receive", "as Bob", "tap", "a1", "send", "log", "receive", "as Ann", "tap",
    ]

    @Test(arguments: TestEffort.sample(0...turn.count, oneIn: 2)) func aKillAtAnyStepOfATurnLosesNothing(_ steps: Int)
        throws
    {
        try withTemporaryFolder { folder in
            try killAndGoOn(steps, at: folder.appendingPathComponent("chat.parlor").path)
        }
    }

    private func killAndGoOn(_ steps: Int, at path: String) throws {
        let done = Array(Self.turn.prefix(steps))
        try killedProgram(["play", "tic-tac-toe", "--slow", "--store", path], lines: done, until: "Running:")
        let script = try GameCatalog(home: home).script("tic-tac-toe")
        let world = try Simulation.open(SimulationStore(path: path), people: ["Ann", "Bob"], games: [script], seed: 1)
        let (ann, bob) = (try world.device("Ann"), try world.device("Bob"))
        let sent = done.filter { $0 == "send" }.count
        let received = done.filter { $0 == "receive" }.count
        for (device, count) in [
            (ann, received >= 2 ? sent : min(sent, 1)), (bob, received >= 1 ? sent : max(0, sent - 1)),
        ] {
            let items = device.chats[world.chat]?.transcript.items ?? []
            #expect(items.count == count, "\(device.person) after \(done)")
            #expect(Set(items.map(\.id)).count == items.count)
        }
        #expect((ann.chats[world.chat]?.draft.staged != nil) == (steps == 3), "drafted after step 3, sent after step 4")
        try world.settle()
        // both phones can continue, with the same match
        for device in [ann, bob, ann] {
            guard let bubble = device.lastBubble(of: "tic-tac-toe", in: world.chat) else { continue }
            try world.perform(as: device.person) { phone throws(DeviceError) in
                try phone.perform(.tapBubble(bubble.id), of: "tic-tac-toe", in: world.chat)
            }
        }
        let heads = [ann, bob].compactMap { $0.match(of: "tic-tac-toe", in: world.chat)?.record.signedLog }
        if sent > 0 {
            #expect(heads.count == 2 && heads.first?.head == heads.last?.head, "after \(done)")
            #expect(heads.first?.log.plies.count == (sent == 1 ? 1 : 3), "after \(done)")  // Bob's join stands between
        }
    }

    @Test func leavesADamagedStoreAlone() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-\(UUID().uuidString)").path
        try Data("this is no store".utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let run = try runProgram(["play", "tic-tac-toe", "--store", path], input: "b2\n")
        #expect(run.status == 2)
        #expect(run.errors.contains("left as it is"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("this is no store".utf8))
    }
}

/// Runs the program until it has carried out `lines` and prints `word` after the last one, then
/// kills it.
func killedProgram(_ arguments: [String], lines: [String], until word: String = "Running:") throws {
    let process = Process()
    let program: URL = try #require(parlorProgram, "the program is not beside the tests")
    process.executableURL = program
    process.arguments = arguments
    process.environment = ["PARLOR_HOME": home.folder.path]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = Pipe()
    try process.run()
    defer { process.waitUntilExit() }
    input.fileHandleForWriting.write(Data((lines + ["stats", ""]).joined(separator: "\n").utf8))
    var seen = ""
    while !seen.contains(word) {
        let data = output.fileHandleForReading.availableData
        if data.isEmpty { break }
        seen += String(decoding: data, as: UTF8.self)
    }
    kill(process.processIdentifier, SIGKILL)
}
