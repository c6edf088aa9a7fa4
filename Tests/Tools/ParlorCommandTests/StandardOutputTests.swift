import Foundation
import Testing

@testable import ParlorCommand

/// A failed write is reported, whichever command writes.
@Suite struct StandardOutputTests {
    private func run(_ arguments: [String], to output: FileHandle, input: String = "") throws -> (Int32, String) {
        let process = Process()
        let program: URL = try #require(parlorProgram, "the program is not beside the tests")
        process.executableURL = program
        process.arguments = arguments
        process.environment = ["PARLOR_HOME": home.folder.path]
        let (standardInput, errors) = (Pipe(), Pipe())
        process.standardInput = standardInput
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        standardInput.fileHandleForWriting.write(Data(input.utf8))
        try standardInput.fileHandleForWriting.close()
        let complained = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit, "\(arguments)")
        return (process.terminationStatus, String(decoding: complained, as: UTF8.self))
    }

    private static let commands = [
        ["list"], ["list", "--json"], ["list", "--ids"], ["rules", "battleship"], ["--help"], ["drive", "--help"],
        ["check", "--explain", "L1"], ["drive"], ["play", "tic-tac-toe", "--hot-seat"], ["play", "tic-tac-toe"],
        ["check", "tic-tac-toe", "--games", "1"],
    ]

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")), arguments: commands)
    func aFullDiskIsTold(arguments: [String]) throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let (status, errors) = try run(arguments, to: full, input: "{\"op\":\"games\"}\n")
        #expect(status == 1, "\(arguments)")
        #expect(errors.contains("parlor: standard output can't be written: No space left on device"), "\(errors)")
    }

    @Test(arguments: commands) func aReaderThatHasGoneIsTold(arguments: [String]) throws {
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let (status, errors) = try run(arguments, to: pipe.fileHandleForWriting, input: "{\"op\":\"games\"}\n")
        #expect(status == 1, "\(arguments)")
        #expect(errors.contains("parlor: standard output can't be written: "), "\(errors)")
    }
}
