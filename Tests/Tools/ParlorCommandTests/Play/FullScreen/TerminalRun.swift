import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// The program at a pseudo-terminal, and the screen of that terminal.
final class TerminalRun {
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
        // threads of a pool block signals, and a child process inherits that
        var (all, before) = (sigset_t(), sigset_t())
        sigfillset(&all)
        pthread_sigmask(SIG_UNBLOCK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try process.run()
    }

    func type(_ text: String) { keyboard.write(Data(text.utf8)) }

    /// The longest wait in seconds, for a machine that is busy with other work.
    private static let patience: TimeInterval = 120

    /// Reads until the screen is as expected or the time is up.
    func waits(until isRight: (EmulatedScreen) -> Bool) -> Bool {
        let deadline = Date(timeIntervalSinceNow: Self.patience)
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
        let isLetter = { (byte: UInt8) in (0x40...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }
        if let escape = pending.lastIndex(of: 0x1B), !pending[escape...].contains(where: isLetter) { return }
        let text = String(decoding: pending, as: UTF8.self)
        pending = []
        raw += text
        screen.take(text)
    }

    /// Whether the terminal's mode is restored.
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

    /// Waits for the end of the program, and reads the rest of its output.
    func ends() -> Bool {
        let deadline = Date(timeIntervalSinceNow: Self.patience)
        while process.isRunning, Date() < deadline { read() }
        for _ in 0..<4 { read() }
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
        return Date() < deadline
    }
}
