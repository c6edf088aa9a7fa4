import Foundation

/// Another implementation, in Python. Results are compared with it if it is installed.
enum Oracle {
    /// Whether a missing oracle is a failure: the environment variable `PARLOR_REQUIRE_ORACLES` is 1.
    static let isRequired = ProcessInfo.processInfo.environment["PARLOR_REQUIRE_ORACLES"] == "1"
    static let hasPython = (try? run("import json")) != nil
    static let hasCBOR = (try? run("import cbor2")) != nil

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs a Python program on `input` and returns its output. Throws if the program doesn't succeed.
    @discardableResult
    static func run(_ program: String, input: String = "") throws -> String {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("oracle-\(UUID().uuidString)")
        // Pass the input through a file. With a pipe, both programs could wait for each other for ever.
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
