import Foundation
import Testing

@testable import Conformance

@Suite struct ShellWordTests {
    @Test func quotesWhatAShellWouldChange() {
        #expect(ShellWord("games/tic-tac-toe").text == "games/tic-tac-toe")
        #expect(ShellWord("").text == "''")
        #expect(ShellWord("it's").text == "'it'\\''s'")
    }

    /// The system's shell reads the word back.
    @Test(arguments: ["a b", "$HOME", "`id`", "it's", "~", "*", "a\"b", "!x", "#", "a;b", "é", "\\", "", "-n", "a\nb"])
    func aShellReadsItBack(word: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "printf '%s.' \(ShellWord(word).text)"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let printed = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(printed == word + ".")
    }
}
