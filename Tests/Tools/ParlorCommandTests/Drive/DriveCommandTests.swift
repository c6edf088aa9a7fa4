import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// The built program, seen from outside.
@Suite struct DriveCommandTests {
    @Test func answersLineByLineAndEndsWithItsInput() throws {
        let run = try runProgram(
            ["drive"],
            input: """
                {"id":1,"op":"open","game":"tic-tac-toe"}
                no JSON
                \(String(repeating: "x", count: 3 << 20))
                {"id":"last","op":"random","match":1,"seed":4}
                """)
        #expect(run.status == 0)
        #expect(run.errors == "")
        let answers = try run.output.split(separator: "\n").map { try Value(json: String($0)) }
        #expect(run.output.hasSuffix("\n"))
        #expect(answers.map { $0["id"] } == [1, .null, .null, "last"])
        #expect(answers.map { $0["ok"] != nil } == [true, false, false, true])
        #expect(answers[2]["error"]?["kind"] == "request")
    }

    @Test func saysNothingWithoutInput() throws {
        let run = try runProgram(["drive"])
        #expect(run.status == 0 && run.output == "" && run.errors == "")
    }

    @Test func answersBeforeTheNextRequestComes() throws {
        let process = try DriveProcess()
        for number in 1...3 {
            #expect(try process.ask(#"{"id":\#(number),"op":"games"}"#)["id"] == .int(Int64(number)))
        }
        #expect(try process.end() == 0)
    }

    #if os(Linux)
        /// The memory of matches returns to the system when they are closed.
        @Test func memoryIsGivenBack() throws {
            try DrivePoolTests.withHoard { folder in
                let process = try DriveProcess()
                for match in 1...8 {
                    _ = try process.ask(#"{"op":"open","game":"\#(folder.path)"}"#)
                    let played = try process.ask(#"{"op":"play","match":\#(match),"seat":1,"move":"go"}"#)
                    #expect(played["ok"] != nil, "\(played)")
                }
                let (open, peak) = try (process.memory("VmRSS"), process.memory("VmHWM"))
                #expect(peak < 250 << 10, "\(peak) KiB: the pool's 120 MB, and the program")
                for match in 1...8 { _ = try process.ask(#"{"op":"close","match":\#(match)}"#) }
                let closed = try process.memory("VmRSS")
                #expect(closed < open - (48 << 10), "\(open) KiB, then \(closed)")
                #expect(try process.end() == 0)
            }
        }
    #endif

    /// Two processes that exchange only urls.
    @Test(arguments: ["tic-tac-toe", "battleship", "rock-paper-scissors"])
    func twoProcessesPlayByUrls(game: String) throws {
        let processes = try [DriveProcess(), DriveProcess()]
        let options = game == "battleship" ? #","options":{"size":3}"# : ""  // a short match
        let opened = try processes[0].ask(#"{"op":"open","game":"\#(game)"\#(options)}"#)
        #expect(opened["ok"]?["match"] == 1)
        func pass(from seat: Int) throws -> Value? {
            let message = try processes[seat - 1].ask(#"{"op":"message","match":1,"seat":\#(seat)}"#)
            let url = try #require(message["ok"]?["url"]?.stringValue, "\(message)")
            let received = try processes[2 - seat].ask(#"{"op":"receive","url":"\#(url)"}"#)["ok"]
            // sealed moves are revealed without a move
            return received?["answers"] == nil ? received : try pass(from: 3 - seat)
        }
        #expect(try pass(from: 1)?["match"] == 1)
        #expect(try pass(from: 2)?["verdict"] == "adopt", "seat 2 joins")
        var outcome: Value?
        var random = SplitMix64(seed: 7)
        for turn in 0..<200 where outcome == nil || outcome == .null {
            let seat = turn % 2 + 1
            let legal = try processes[seat - 1].ask(#"{"op":"moves","match":1,"seat":\#(seat)}"#)["ok"]?["moves"]
            guard let text = legal?.arrayValue?.randomElement(using: &random)?["text"]?.stringValue else { continue }
            let played = try processes[seat - 1].ask(
                #"{"op":"play","match":1,"seat":\#(seat),"move":"\#(text)"}"#)
            #expect(played["ok"] != nil)
            outcome = try pass(from: seat)?["outcome"]
        }
        #expect(outcome != nil && outcome != .null)
        let digests = try processes.map { try $0.ask(#"{"op":"digest","match":1}"#)["ok"] }
        #expect(digests[0] == digests[1] && digests[0] != nil)
        #expect(try processes.map { try $0.end() } == [0, 0])
    }
}

/// A running `parlor drive`.
private struct DriveProcess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    init() throws {
        let program: URL = try #require(parlorProgram, "the program is not beside the tests")
        process.executableURL = program
        process.arguments = ["drive"]
        process.environment = ["PARLOR_HOME": home.folder.path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    /// Writes a line and returns its answer.
    func ask(_ request: String) throws -> Value {
        input.fileHandleForWriting.write(Data("\(request)\n".utf8))
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let part = output.fileHandleForReading.availableData
            try #require(!part.isEmpty, "the program ended")
            line += part
        }
        return try Value(json: line.dropLast())
    }

    /// Returns a line of the system's status of the process, in KiB.
    func memory(_ name: String) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(name + ":") })
        return try #require(line.split(separator: " ").compactMap { Int($0) }.first)
    }

    /// Ends the input and returns the exit code.
    func end() throws -> Int32 {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
