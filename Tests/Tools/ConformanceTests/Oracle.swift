import Foundation

/// Programs of others that read what is written here, where they are installed.
enum Oracle {
    /// Whether a missing oracle is a failure: the environment variable `PARLOR_REQUIRE_ORACLES` is 1.
    static let isRequired = ProcessInfo.processInfo.environment["PARLOR_REQUIRE_ORACLES"] == "1"
    static let hasJUnitParser = (try? run("python3", ["-c", "import junitparser"])) != nil

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs a program on `input` and gives what it prints. Anything but success is an error.
    @discardableResult
    static func run(_ program: String, _ arguments: [String], input: String = "") throws -> String {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("oracle-\(UUID().uuidString)")
        // through a file: a pipe that fills while the other side waits would stop both
        try Data(input.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.standardInput = try FileHandle(forReadingFrom: file)
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let printed = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(description: printed) }
        return printed.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
