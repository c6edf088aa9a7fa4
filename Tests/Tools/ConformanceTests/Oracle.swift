import Foundation

/// Third-party programs that read Parlor's output, if they are installed.
enum Oracle {
    /// Whether a missing program is a failure. True if the environment variable
    /// `PARLOR_REQUIRE_ORACLES` is 1.
    static let isRequired = ProcessInfo.processInfo.environment["PARLOR_REQUIRE_ORACLES"] == "1"
    static let hasJUnitParser = (try? run("python3", ["-c", "import junitparser"])) != nil

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs a program on `input` and returns its output. Throws if it fails.
    @discardableResult
    static func run(_ program: String, _ arguments: [String], input: String = "") throws -> String {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("oracle-\(UUID().uuidString)")
        // pass the input through a file, because two full pipes could block both programs
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
