import Effort
import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// `parlor play --store`, seen from outside: the files in the folder, and the messages.
@Suite struct StoredConversationTests {
    private func names(_ folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    private func size(_ path: String) throws -> Int {
        (try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber)?.intValue ?? 0
    }

    @Test(arguments: ["quit\n", "", "nonsense\n"]) func isOneSmallFileAfterwards(_ end: String) throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("evening.parlor").path
            let moves = "b2\na1\nc3\na2\na3\n"
            _ = try runProgram(["play", "tic-tac-toe", "--store", path], input: moves + end)
            #expect(try names(folder) == ["evening.parlor"])
            let first = try size(path)
            #expect(first < 256 << 10, "two copies of the scripts, of 50 KB each, and five messages")
            _ = try runProgram(["play", "tic-tac-toe", "--store", path], input: "c1\nb3\nb1\nc2\n")
            #expect(try names(folder) == ["evening.parlor"])
            #expect(try size(path) < first + (32 << 10))
        }
    }

    @Test func aCopyWithoutItsJournalIsRefused() throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("evening.parlor").path
            try killedProgram(["play", "tic-tac-toe", "--seed", "5", "--store", path], lines: ["b2", "a1"])
            let copy = folder.appendingPathComponent("copy.parlor").path
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            let run = try runProgram(["play", "tic-tac-toe", "--store", copy], input: "c3\n")
            #expect(run.status == 2 && run.errors.contains("copy.parlor-wal"), "\(run.errors)")
            try FileManager.default.copyItem(atPath: path + "-wal", toPath: copy + "-wal")
            let whole = try runProgram(["play", "tic-tac-toe", "--store", copy], input: "c3\n")
            #expect(whole.status == 0 && whole.output.contains("Ann played c3"), "\(whole.errors)")
        }
    }

    @Test(arguments: [
        (["--seats", "Ann,Bob,Cy"], "Ana,Bob: leave out --seats"), (["--seats", "3"], "of 2, Ana,Bob"),
        (["--profile", "documented"], "the profile modern"), (["--seed", "6"], "the seed 5"),
        (["--hot-seat"], "save FILE"), (["--bot", "3"], "no seat"),
    ])
    func whatDoesNotFitIsSaid(_ arguments: [String], _ words: String) throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("evening.parlor").path
            let begin = ["play", "tic-tac-toe", "--store", path]
            _ = try runProgram(begin + ["--seats", "Ana,Bob", "--seed", "5"], input: "b2\n")
            let run = try runProgram(begin + arguments, input: "a1\n")
            #expect(run.status == 2 && run.errors.contains(words) && run.output == "", "\(run)")
            #expect(try names(folder) == ["evening.parlor"])
            #expect(try runProgram(begin, input: "a1\n").output.contains("Ana played b2"), "it was left as it was")
        }
    }

    @Test(arguments: [["--seats", "Ana,Bob"], ["--seats", "2"], ["--profile", "modern"], ["--seed", "5"], []])
    func whatFitsGoesOn(_ arguments: [String]) throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("evening.parlor").path
            let begin = ["play", "tic-tac-toe", "--store", path]
            _ = try runProgram(begin + ["--seats", "Ana,Bob", "--seed", "5"], input: "b2\n")
            let run = try runProgram(begin + arguments, input: "a1\n")
            #expect(run.status == 0 && run.output.contains("Bob played a1"), "\(run.errors)")
        }
    }

    /// A reopened conversation also reports messages that the network hasn't taken.
    @Test func whatIsNotDeliveredIsSaidAfterwards() throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("evening.parlor").path
            let play = ["play", "tic-tac-toe", "--slow", "--words", "--store", path]
            let before = try runProgram(play, input: "open\nnew\nb2\noffline\ncompact\nsend\nquit\n")
            #expect(before.output.contains("Not delivered yet"), "\(before)")
            let after = try runProgram(play, input: "phones\nquit\n")
            #expect(after.output.contains("Not delivered yet"), "\(after)")
            let online = try runProgram(play, input: "online\nphones\nquit\n")
            let last = online.output.range(of: "phone", options: .backwards).map { online.output[$0.lowerBound...] }
            #expect(last?.contains("Not delivered yet") == false, "\(online)")
        }
    }

    /// A conversation may have been left, or its program killed, between any two steps of a move.
    @Test(arguments: TestEffort.sample(0...12, oneIn: 3)) func goesOnFromAnyStep(_ count: Int) throws {
        let steps = [
            "open", "start", "b2", "send", "receive", "as Bob", "tap", "a1", "send", "receive", "as Ann", "tap",
        ]
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("evening.parlor").path
            let begin = ["play", "tic-tac-toe", "--seats", "Ann,Bob", "--store", path]
            _ = try runProgram(begin + ["--slow"], input: steps.prefix(count).joined(separator: "\n") + "\n")
            let isDrafted = count == 3 || count == 8
            var moves = ["b2", "a1", "c3", "a3"].dropFirst(count < 3 ? 0 : count < 8 ? 1 : 2)
            if isDrafted { moves = ["send"] + moves }
            let run = try runProgram(begin, input: moves.joined(separator: "\n") + "\n")
            #expect(run.status == 0 && run.errors == "" && run.output.contains("Bob played a3"), "\(run)")
        }
    }

    /// A conversation of three may also be left between any two steps. Its match waits until all
    /// have joined, and one message is delayed.
    @Test(arguments: TestEffort.sample(0...10, oneIn: 3)) func goesOnWithThreeFromAnyStep(_ count: Int) throws {
        let steps = ["open", "start", "send", "receive", "as Bob", "tap", "join", "compact", "send", "receive"]
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("evening.parlor").path
            let begin = ["play", "blackjack", "--seats", "Ann,Bob,Cy", "--seed", "2", "--store", path]
            _ = try runProgram(begin + ["--slow"], input: steps.prefix(count).joined(separator: "\n") + "\n")
            let isDrafted = [2, 7, 8].contains(count)
            let run = try runProgram(
                begin, input: (isDrafted ? "send\n" : "") + "auto\n")
            #expect(run.status == 0 && run.errors == "", "\(run.errors)")
            #expect(run.output.contains(": Ann "))
        }
    }

    @Test func aMessageThatWasHeldUpIsOpenedWhenItComes() throws {
        let run = try runProgram(
            ["play", "tic-tac-toe", "--seats", "Ann,Bob"], input: "b2\noffline Bob\na1\nonline Bob\nc3\n")
        #expect(run.errors == "" && run.output.contains("Ann played c3"), "\(run)")
    }

    @Test func aBotTakesThePhoneOfWhoIsKept() throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("evening.parlor").path
            let begin = ["play", "tic-tac-toe", "--store", path]
            _ = try runProgram(begin + ["--seats", "Ana,Eve"], input: "b2\na1\n")
            let run = try runProgram(begin + ["--bot", "2=random"], input: "c3\n")
            #expect(run.status == 0 && run.output.contains("Eve played"), "\(run.errors)")
        }
    }

    @Test func anotherGameShowsNames() throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("evening.parlor").path
            _ = try runProgram(["play", "tic-tac-toe", "--store", path], input: "b2\na1\n")
            for _ in 1...2 {
                let run = try runProgram(
                    ["play", "connect-four", "--slow", "--store", path], input: "phones\nas Bob\nphones\n")
                #expect(run.status == 0 && run.output.contains("Ann played b2"), "\(run.output)")
                #expect(!run.output.contains("$") && !run.output.contains("Someone"), "\(run.output)")
            }
            let back = try runProgram(["play", "tic-tac-toe", "--store", path], input: "c3\n")
            #expect(back.status == 0 && back.output.contains("Ann played c3"))
        }
    }

    @Test(arguments: [
        ["--without", "Zed"], ["--desktop", "Zed"], ["--bot", "7"], ["--profile", "old"], ["--turn-limit=-1"],
        ["--seats", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦,Bob"], ["--option", "size=99"], ["--option", "ships=9", "--option", "size=3"],
    ])
    func nothingIsMadeBeforeAllArgumentsWereJudged(_ arguments: [String]) throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("evening.parlor").path
            let run = try runProgram(["play", hideout, "--store", path] + arguments, input: "e5\n")
            #expect(run.status == (arguments.contains("ships=9") ? 1 : 2) && run.output == "", "\(run)")
            #expect(try names(folder) == [], "\(run.errors)")
        }
    }

    @Test func aPlaceWhereNoStoreCanBeIsWrongUsage() throws {
        try withTemporaryFolder { folder in
            let link = folder.appendingPathComponent("link").path
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/tmp")
            let text = folder.appendingPathComponent("text").path
            try Data("this is no store".utf8).write(to: URL(fileURLWithPath: text))
            let before = try names(folder)
            for path in [folder.path, folder.path + "/none/x", "", link, text, "/dev/null", "/proc/x", text + "/x"] {
                let run = try runProgram(["play", "tic-tac-toe", "--store", path], input: "b2\n")
                #expect(run.status == 2 && run.errors.hasPrefix("parlor: --store: ") && run.output == "", "\(run)")
                let count = run.errors.components(separatedBy: path).count - 1
                #expect(path.isEmpty || count == 1, "\(run.errors)")
                #expect(try names(folder) == before)
            }
        }
    }

    /// A file that must not grow is like a full disk: the error is reported, and nothing of the
    /// match is lost.
    @Test(arguments: [-100, 8]) func aFullDiskIsSaid(_ room: Int) throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("evening.parlor").path
            let begin = ["play", "tic-tac-toe", "--seed", "5", "--store", path]
            _ = try runProgram(begin, input: "b2\na1\n")
            let blocks = try size(path) / 512 + room
            let program = try #require(parlorProgram)
            let run = try runProgram(
                at: URL(fileURLWithPath: "/bin/sh"),
                ["-c", "ulimit -f \(blocks); exec \"$@\"", "sh", program.path] + begin,
                input: "c3\na2\na3\nc1\nb3\nb1\nc2\n")
            #expect(run.status == 1 && run.errors.contains("disk is full"), "\(run)")
            let after = try runProgram(begin, input: "phones\n")
            #expect(after.status == 0 && after.output.contains("Ann played b2"), "\(after)")
        }
    }
}
