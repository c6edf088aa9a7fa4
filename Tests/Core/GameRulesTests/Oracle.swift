import Foundation

/// Another implementation, in Python. Results are compared with it if it is installed.
enum Oracle {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs a script of the folder `Oracles` on lines, and returns its output for each line.
    static func run(script: String, on lines: [String]) throws -> [String] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Oracles")
        let printed = try run(
            ["-B", folder.appendingPathComponent(script).path], input: lines.joined(separator: "\n") + "\n")
        return printed.split(separator: "\n").map(String.init)
    }

    /// Runs Python on `input` and returns its output. Throws if the program doesn't succeed.
    @discardableResult
    static func run(_ arguments: [String], input: String = "") throws -> String {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("oracle-\(UUID().uuidString)")
        // Pass the input through a file. With a pipe, both programs could wait for each other for ever.
        try Data(input.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3"] + arguments
        process.standardInput = try FileHandle(forReadingFrom: file)
        let (output, complaints) = (Pipe(), FileHandle.nullDevice)
        process.standardOutput = output
        process.standardError = complaints
        try process.run()
        let printed = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(description: "python3 failed: \(printed)") }
        return printed
    }
}
