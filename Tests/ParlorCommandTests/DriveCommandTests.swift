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
        let process = Process()
        let program: URL = try #require(parlorProgram, "the program is not beside the tests")
        process.executableURL = program
        process.arguments = ["drive"]
        process.environment = ["PARLOR_HOME": home.folder.path]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        for number in 1...3 {
            input.fileHandleForWriting.write(Data("{\"id\":\(number),\"op\":\"games\"}\n".utf8))
            var line = Data()
            while line.last != UInt8(ascii: "\n") {
                let part = output.fileHandleForReading.availableData
                try #require(!part.isEmpty, "the program ended")
                line += part
            }
            #expect(try Value(json: line.dropLast())["id"] == .int(Int64(number)))
        }
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
