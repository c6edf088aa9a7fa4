import Effort
import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// The checkout from which this test was built. Tests read the sdk and the games there.
let home = ParlorHome(
    folder: checkout)

/// The folder of a small game for tests: one seat hides ships of one cell, and the other seat hunts
/// them.
let hideout = home.folder.appendingPathComponent("Tests/Games/hideout").path

/// The program, which is built into the folder of the tests.
let parlorProgram: URL? = {
    let folders = [Bundle.main.executableURL, CommandLine.arguments.first.map { URL(fileURLWithPath: $0) }]
    return folders.compactMap { $0?.deletingLastPathComponent().appendingPathComponent("parlor") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }
}()

/// The result of a run of the program.
struct ProgramRun {
    var status: Int32
    var output: String
    var errors: String
}

/// Returns the arguments of `play` that make matches of a bundled game as short as this test run
/// needs.
func shortMatch(of game: String) -> [String] {
    TestEffort.options(of: game).flatMap { ["--option", "\($0)=\($1)"] }
}

/// Runs the program on the checkout's games.
func runProgram(
    at executable: URL? = nil, _ arguments: [String], input: String = "",
    environment: [String: String] = ["PARLOR_HOME": home.folder.path], directory: URL? = nil
) throws -> ProgramRun {
    let process = Process()
    let program: URL = try executable ?? #require(parlorProgram, "the program is not beside the tests")
    process.executableURL = program
    process.arguments = arguments
    process.environment = environment
    if let directory { process.currentDirectoryURL = directory }
    let (standardInput, output, errors) = (Pipe(), Pipe(), Pipe())
    process.standardInput = standardInput
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    standardInput.fileHandleForWriting.write(Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
    let answered = output.fileHandleForReading.readDataToEndOfFile()
    let complained = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return ProgramRun(
        status: process.terminationStatus, output: String(decoding: answered, as: UTF8.self),
        errors: String(decoding: complained, as: UTF8.self))
}

/// Runs `body` with a temporary folder, and removes the folder afterwards.
func withTemporaryFolder<R>(_ body: (URL) throws -> R) throws -> R {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
}
