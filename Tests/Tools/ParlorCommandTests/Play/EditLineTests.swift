import Foundation
import Testing

@testable import ParlorCommand

/// The built program at its own terminal: libedit, a person's keys and the screen together.
@Suite(.serialized) struct EditLineTests {
    /// Returns the program's output and exit status.
    private func play(_ arguments: [String], keys: [String], state: URL) throws -> (status: Int32, output: String) {
        var (master, slave): (Int32, Int32) = (-1, -1)
        var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
        try #require(openpty(&master, &slave, nil, nil, &size) == 0)
        let terminal = FileHandle(fileDescriptor: slave, closeOnDealloc: true)
        let keyboard = FileHandle(fileDescriptor: master, closeOnDealloc: true)
        let process = Process()
        let program: URL = try #require(parlorProgram, "the program is not beside the tests")
        process.executableURL = program
        process.arguments = ["play", "--hot-seat", "--plain"] + arguments
        process.environment = [
            "PARLOR_HOME": home.folder.path, "TERM": "xterm", "LANG": "C.UTF-8", "XDG_STATE_HOME": state.path,
        ]
        process.standardInput = terminal
        process.standardOutput = terminal
        process.standardError = terminal
        try process.run()
        var output = Data()
        for key in keys {
            output += waited(master, forPrompt: true)
            keyboard.write(Data(key.utf8))
        }
        output += waited(master, forPrompt: false)
        let deadline = Date(timeIntervalSinceNow: 20)
        while process.isRunning, Date() < deadline { output += waited(master, forPrompt: false) }
        if process.isRunning {
            process.terminate()
            Issue.record("it didn't end: \(String(decoding: output, as: UTF8.self))")
        }
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    /// Reads output until no more comes. If a prompt is expected, it waits longer.
    private func waited(_ descriptor: Int32, forPrompt: Bool) -> Data {
        var seen = Data()
        var quiet = 0
        let most = forPrompt ? 200 : 4  // twentieths of a second
        while quiet < most {
            var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&wanted, 1, 50) > 0 else {
                quiet += 1
                let text = String(decoding: seen, as: UTF8.self)
                if forPrompt, text.hasSuffix("> ") || text.contains("Press Enter.") { return seen }
                continue
            }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(descriptor, &bytes, bytes.count)
            guard count > 0 else { return seen }
            seen += bytes.prefix(count)
            quiet = 0
        }
        return seen
    }

    @Test func editsCompletesAndRemembers() throws {
        try withTemporaryFolder { state in
            let keys = ["b2\r", "un\t\r", "ä日\r", "view sp\t\r", "\u{4}"]
            let run = try play(["tic-tac-toe", "--seats", "Ana,Bob"], keys: keys, state: state)
            #expect(run.status == 0)
            #expect(run.output.contains("Ana played b2."))
            #expect(!run.output.contains("\u{1B}[?1049h"), "it scrolls")
            #expect(run.output.contains("The match is at its beginning."), "Tab completed undo")
            #expect(run.output.contains("'ä日' is no move of this game."))
            #expect(run.output.contains("As a spectator sees it"))
            #expect(run.output.contains("Goodbye."))
            let kept = try String(contentsOf: state.appendingPathComponent("parlor/history"), encoding: .utf8)
            #expect(kept == "b2\nundo\nä日\nview spectator\n")
            let again = try play(["tic-tac-toe"], keys: ["\u{1B}[A\r", "\u{4}"], state: state)
            #expect(again.output.contains("As a spectator sees it"), "the arrow brought the last line back")
        }
    }

    @Test func clearsTheScreenBetweenPlayers() throws {
        try withTemporaryFolder { state in
            let keys = ["\r", "a1\r", "c3\r", "\r", "q\r"]
            let run = try play([hideout, "--seats", "Ana,Bob"], keys: keys, state: state)
            #expect(run.status == 0)
            let screens = run.output.components(separatedBy: Screen.wipe)
            #expect(screens.count == 5)
            #expect(screens.last?.contains("Bob, shoot at a cell") == true && screens.last?.contains("a1.") == false)
            let kept = try String(contentsOf: state.appendingPathComponent("parlor/history"), encoding: .utf8)
            #expect(kept == "q\n", "secret moves aren't remembered")
        }
    }
}
