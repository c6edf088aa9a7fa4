import Foundation

/// Another implementation, in Python, that results are compared with where it is installed.
enum Oracle {
    /// Whether a missing oracle is a failure: the environment variable `PARLOR_REQUIRE_ORACLES` is 1.
    static let isRequired = ProcessInfo.processInfo.environment["PARLOR_REQUIRE_ORACLES"] == "1"
    static let hasPython = (try? run("import json")) != nil
    static let hasCBOR = (try? run("import cbor2")) != nil

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs a Python program on `input` and gives what it prints. Anything but success is an error.
    @discardableResult
    static func run(_ program: String, input: String = "") throws -> String {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("oracle-\(UUID().uuidString)")
        // Through a file: a pipe that fills while the other side waits would stop both.
        try Data(input.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", program]
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
