import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// The built program on a terminal of its own: it takes the whole screen, and gives it back whatever ends it.
@Suite(.serialized) struct FullScreenProgramTests {
    /// The program at a pseudo-terminal, and what that shows.
    private final class Run {
        let process = Process()
        private let master: Int32
        private let keyboard: FileHandle
        private let terminal: FileHandle
        private(set) var screen: EmulatedScreen
        private(set) var raw = ""
        private var pending: [UInt8] = []
        private var mode = termios()

        init(_ arguments: [String], columns: Int = 80, rows: Int = 24, state: URL, environment: [String: String] = [:])
            throws
        {
            var (master, slave): (Int32, Int32) = (-1, -1)
            var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
            try #require(openpty(&master, &slave, nil, nil, &size) == 0)
            self.master = master
            keyboard = FileHandle(fileDescriptor: master, closeOnDealloc: true)
            terminal = FileHandle(fileDescriptor: slave, closeOnDealloc: true)
            tcgetattr(slave, &mode)
            screen = EmulatedScreen(columns: columns, rows: rows)
            let program: URL = try #require(parlorProgram, "the program is not beside the tests")
            process.executableURL = program
            process.arguments = ["play"] + arguments
            process.environment = [
                "PARLOR_HOME": home.folder.path, "TERM": "xterm-256color", "LANG": "C.UTF-8",
                "XDG_STATE_HOME": state.path,
            ].merging(environment) { $1 }
            (process.standardInput, process.standardOutput, process.standardError) = (terminal, terminal, terminal)
            // threads of a pool take no signals, and what they start inherits that
            var (all, before) = (sigset_t(), sigset_t())
            sigfillset(&all)
            pthread_sigmask(SIG_UNBLOCK, &all, &before)
            defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
            try process.run()
        }

        func type(_ text: String) { keyboard.write(Data(text.utf8)) }

        /// Reads until the screen is as it should be, at most ten seconds.
        func waits(until isRight: (EmulatedScreen) -> Bool) -> Bool {
            let deadline = Date(timeIntervalSinceNow: 10)
            while !isRight(screen), Date() < deadline { read() }
            return isRight(screen)
        }

        private func read() {
            var wanted = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
            guard poll(&wanted, 1, 50) > 0 else { return }
            var bytes = [UInt8](repeating: 0, count: 65536)
            let count = Foundation.read(master, &bytes, bytes.count)
            guard count > 0 else { return }
            pending += bytes.prefix(count)
            // a piece may end within a character or a sequence
            guard pending.last.map({ $0 < 0x80 }) == true || count < 4096 else { return }
            let text = String(decoding: pending, as: UTF8.self)
            pending = []
            raw += text
            screen.take(text)
        }

        /// Is the terminal's mode as it was before?
        var isModeRestored: Bool {
            var now = termios()
            tcgetattr(terminal.fileDescriptor, &now)
            return now.c_lflag == mode.c_lflag && now.c_iflag == mode.c_iflag && now.c_oflag == mode.c_oflag
        }

        func resize(columns: Int, rows: Int) {
            var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
            _ = ioctl(master, UInt(TIOCSWINSZ), &size)
            screen = EmulatedScreen(columns: columns, rows: rows)
            screen.take(OwnTerminal.entering)
            kill(process.processIdentifier, SIGWINCH)
        }

        /// Waits for the end, and reads what is left.
        func ends() -> Bool {
            let deadline = Date(timeIntervalSinceNow: 10)
            while process.isRunning, Date() < deadline { read() }
            for _ in 0..<4 { read() }
            if process.isRunning { process.terminate() }
            process.waitUntilExit()
            return Date() < deadline
        }
    }

    private func started(_ arguments: [String], state: URL, environment: [String: String] = [:]) throws -> Run {
        let run = try Run(arguments, state: state, environment: environment)
        #expect(run.waits { $0.lines[23].hasSuffix(">") && $0.text.contains("┌───") }, "\(run.screen.text)")
        return run
    }

    @Test func playsAndLeaves() throws {
        try withTemporaryFolder { state in
            let run = try started(["tic-tac-toe", "--hot-seat", "--seats", "Ana,Bob"], state: state)
            #expect(run.screen.isAlternate && run.screen.hasMouse && !run.isModeRestored)
            #expect(run.raw.contains("\u{1B}[2m"), "it has colour")
            run.type("b2\r")
            #expect(run.waits { $0.lines[23] == "Bob>" && $0.lines[0] == "Ana played b2." })
            run.type("\u{1B}[<0;5;3M")
            #expect(run.waits { $0.lines[23] == "Ana>" && $0.lines[0].hasPrefix("Bob played") })
            run.type("\u{4}\u{4}")
            #expect(run.ends())
            #expect(run.process.terminationStatus == 0)
            #expect(!run.screen.isAlternate && !run.screen.hasMouse && run.isModeRestored)
            #expect(run.screen.normal.contains("You left the match"))
            let kept = try String(contentsOf: state.appendingPathComponent("parlor/history"), encoding: .utf8)
            #expect(kept == "b2\na3\n" || kept.hasPrefix("b2\n"))
        }
    }

    /// What is typed before the screen is drawn, and before the program even runs, is typed.
    @Test func keysBeforeTheStartAreKept() throws {
        try withTemporaryFolder { state in
            let run = try Run(["tic-tac-toe", "--hot-seat", "--seats", "Ana,Bob"], state: state)
            run.type("b2\ra")
            #expect(run.waits { $0.lines[23] == "Bob> a" && $0.lines[0] == "Ana played b2." }, "\(run.screen.text)")
            run.type("1\r")
            #expect(run.waits { $0.lines[0] == "Bob played a1." })
            run.type("\u{4}\u{4}")
            #expect(run.ends())
        }
    }

    /// Once: who typed something here before knows, and the board has its room in any case.
    @Test func aNewcomerIsToldWhereTheRulesAre() throws {
        try withTemporaryFolder { state in
            let hint = "Rules: `parlor rules tic-tac-toe`. Alone? Add --bot 2=random."
            let run = try started(["tic-tac-toe"], state: state)
            #expect(run.screen.text.contains(hint), "\(run.screen.text)")
            #expect(run.screen.text.contains("a   b   c"))
            run.type("b2\r")
            #expect(run.waits { $0.text.contains("Ann played b2") && !$0.text.contains(hint) })
            run.type("\u{4}\u{4}y\r")
            #expect(run.ends())
            let again = try started(["tic-tac-toe"], state: state)
            #expect(!again.screen.text.contains("parlor rules"))
            again.type("\u{4}\u{4}y\r")
            #expect(again.ends())
        }
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGTRAP])
    func theTerminalIsGivenBackWhateverEndsIt(_ signal: Int32) throws {
        try withTemporaryFolder { state in
            let run = try started(
                ["tic-tac-toe", "--hot-seat"], state: state, environment: ["SWIFT_BACKTRACE": "enable=yes"])
            kill(run.process.processIdentifier, signal)
            #expect(run.ends())
            #expect(run.process.terminationReason == .uncaughtSignal && run.process.terminationStatus == signal)
            #expect(!run.screen.isAlternate && !run.screen.hasMouse && run.isModeRestored)
        }
    }

    @Test func aStopGivesItBackToo() throws {
        try withTemporaryFolder { state in
            let run = try started(["tic-tac-toe", "--hot-seat"], state: state)
            kill(run.process.processIdentifier, SIGTSTP)
            #expect(run.waits { !$0.isAlternate })
            #expect(run.isModeRestored)
            kill(run.process.processIdentifier, SIGCONT)
            kill(run.process.processIdentifier, SIGTERM)
            #expect(run.ends() && run.isModeRestored)
        }
    }

    @Test func followsTheWindow() throws {
        try withTemporaryFolder { state in
            let run = try started(["tic-tac-toe"], state: state)
            run.resize(columns: 120, rows: 30)
            #expect(run.waits { $0.lines[29] == "Ann>" && $0.lines[0].contains("━ Bob ") }, "\(run.screen.text)")
            run.resize(columns: 60, rows: 20)
            #expect(run.waits { $0.lines[19] == "Ann>" && !$0.lines[0].contains("━ Bob ") }, "\(run.screen.text)")
            run.type("quit\r")
            #expect(run.ends())
        }
    }

    @Test func interruptsDontEndItAtOnce() throws {
        try withTemporaryFolder { state in
            let run = try started(["tic-tac-toe", "--hot-seat"], state: state)
            run.type("b2")
            #expect(run.waits { $0.lines[23] == "Seat 1> b2" })
            kill(run.process.processIdentifier, SIGINT)
            #expect(run.waits { $0.lines[23] == "Seat 1>" })
            kill(run.process.processIdentifier, SIGINT)
            #expect(run.waits { $0.lines[22] == Console.interruptHint })
            kill(run.process.processIdentifier, SIGINT)
            #expect(run.ends() && run.process.terminationStatus == 0 && run.isModeRestored)
        }
    }

    @Test(arguments: [["--plain"], ["--words"], []]) func otherwiseItScrolls(_ options: [String]) throws {
        try withTemporaryFolder { state in
            let run = try Run(
                ["tic-tac-toe", "--hot-seat"] + options, state: state,
                environment: options.isEmpty ? ["TERM": "dumb"] : [:])
            #expect(run.waits { $0.normal.hasSuffix("1> ") }, "\(run.raw)")
            #expect(!run.raw.contains("\u{1B}[?1049h"))
            run.type("q\r")
            #expect(run.ends())
        }
    }

    @Test func noColorMeansNone() throws {
        try withTemporaryFolder { state in
            let run = try started(["tic-tac-toe", "--hot-seat"], state: state, environment: ["NO_COLOR": "1"])
            #expect(!run.raw.contains("\u{1B}[2m") && !run.raw.contains("\u{1B}[1m") && !run.raw.contains("\u{1B}[34m"))
            run.type("q\r")
            #expect(run.ends())
        }
    }
}
