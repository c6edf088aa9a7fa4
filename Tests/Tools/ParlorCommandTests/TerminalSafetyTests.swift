import Foundation
import Testing

/// Text of files and arguments reaches the terminal shortened and without escape sequences.
@Suite struct TerminalSafetyTests {
    private func replay(_ text: String) throws -> ProgramRun {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("a.play")
            try Data(text.utf8).write(to: file)
            return try runProgram(["replay", file.path])
        }
    }

    private func isSafe(_ run: ProgramRun) -> Bool {
        !(run.output + run.errors).unicodeScalars.contains {
            ($0.value < 32 && $0 != "\n") || (0x7F...0x9F).contains($0.value) || $0 == "\u{202E}"
        }
    }

    static let steering = "\u{1B}[31m\u{9B}2J\u{202E}"
    private static let head = "game: tic-tac-toe\nversion: 1\nseats: 2\nseed: 1\n"

    @Test(arguments: [
        head + "1 \(steering)b2\n", head + "x\(steering)\n", head + "option \(steering): 1\n1 b2\n",
        head + "99 \(steering)\n", head + "1 leave \(steering)\n", head + "1 b2\noutcome: \(steering)\n",
        "game: \(steering)\n",
        "game: x\nseed: \(steering)\n",
    ])
    func playthroughsCannotSteerIt(_ text: String) throws {
        let run = try replay(text)
        #expect(run.status == 2 && run.errors != "")
        #expect(isSafe(run), "\(run.output.debugDescription) \(run.errors.debugDescription)")
    }

    @Test(arguments: [
        ["play", steering], ["replay", steering],
        ["play", "tic-tac-toe", "--seats", "A\(steering),B,C", "--profile", steering],
        ["play", "tic-tac-toe", "--without", steering], ["play", "tic-tac-toe", "--option", "\(steering)=1"],
        [steering],
        ["rules", steering], ["check", steering], ["decode", steering], ["show", steering],
        ["record", steering, steering],
        ["play", "tic-tac-toe", "--store", "/nonexistent\(steering)/x"], ["bench", steering],
    ])
    func argumentsCannotSteerIt(_ arguments: [String]) throws {
        let run = try runProgram(arguments)
        #expect(run.status != 0 && run.errors != "")
        #expect(isSafe(run), "\(run.output.debugDescription) \(run.errors.debugDescription)")
    }

    @Test func aReadmeCannotSteerIt() throws {
        try withTemporaryFolder { folder in
            let game = folder.appendingPathComponent("mine")
            try FileManager.default.createDirectory(at: game, withIntermediateDirectories: false)
            try FileManager.default.copyItem(
                at: home.games.appendingPathComponent("tic-tac-toe/game.lua"),
                to: game.appendingPathComponent("game.lua"))
            try Data("Rules \(Self.steering)\nof mine\n".utf8).write(to: game.appendingPathComponent("README.md"))
            let run = try runProgram(["rules", game.path])
            #expect(run.status == 0 && run.output.contains("\nof mine\n"))
            #expect(isSafe(run), "\(run.output.debugDescription)")
        }
    }

    @Test func whatIsQuotedIsCut() throws {
        let long = String(repeating: "x", count: 2_000_000)
        for text in [
            Self.head + "1 \(long)\n", Self.head + "\(long)\n", Self.head + "99 \(long)\n", "game: \(long)\n",
            Self.head + "option \(long): 1\n", Self.head + "outcome: \(long)\n", "game: x\nseats: \(long)\n",
        ] {
            let run = try replay(text)
            #expect(run.status == 2)
            #expect(run.errors.utf8.count < 1000, "\(text.prefix(80)): \(run.errors.prefix(300))")
        }
    }

    @Test(arguments: ["\r\n", "\r"]) func otherLineEndsAreLineEnds(_ end: String) throws {
        let text = Self.head + "1 b2\n2 a1\n"
        let (plain, other) = (try replay(text), try replay(text.replacingOccurrences(of: "\n", with: end)))
        #expect(plain.status == 0)
        #expect(other.status == 0 && other.output == plain.output && other.errors == "")
    }
}
