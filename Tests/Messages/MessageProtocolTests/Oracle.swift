import Foundation

/// A second implementation of the protocol, in Python. Results are compared with it if Python is
/// installed.
enum Oracle {
    /// Whether a missing oracle is a failure: the environment variable `PARLOR_REQUIRE_ORACLES` is
    /// 1.
    static let isRequired = ProcessInfo.processInfo.environment["PARLOR_REQUIRE_ORACLES"] == "1"
    static let hasPython = (try? run(["-c", "pass"])) != nil
    static let hasCBOR = (try? run(["-c", "import cbor2"])) != nil
    static let hasCryptography = (try? run(["-c", "import cbor2, cryptography"])) != nil

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs a script of the folder `Oracles` on lines, and returns its output for each.
    static func run(script: String, on lines: [String], arguments: [String] = []) throws -> [String] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Oracles")
        let printed = try run(
            ["-B", folder.appendingPathComponent(script).path] + arguments, input: lines.joined(separator: "\n") + "\n")
        return printed.split(separator: "\n").map(String.init)
    }

    /// Runs Python on `input` and returns its output. Throws if Python fails.
    @discardableResult
    private static func run(_ arguments: [String], input: String = "") throws -> String {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("oracle-\(UUID().uuidString)")
        // pass the input through a file, because full pipes could block both sides
        try Data(input.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3"] + arguments
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
