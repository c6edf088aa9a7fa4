import Foundation
import Testing

@testable import ParlorCommand

/// Ctrl-\ ends the program, whatever Swift's runtime does with signals.
@Suite struct QuitSignalTests {
    @Test(arguments: [false, true]) func itEndsTheProgramUnlessItWasIgnoredBefore(_ isIgnored: Bool) throws {
        try withTemporaryFolder { folder in
            let program = try #require(parlorProgram)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            let setting = isIgnored ? "trap '' QUIT; " : ""
            process.arguments = ["-c", "\(setting)ulimit -c 0; exec '\(program.path)' play tic-tac-toe --seed 1"]
            // as at a terminal, where the runtime handles crashes
            process.environment = ["PARLOR_HOME": home.folder.path, "SWIFT_BACKTRACE": "enable=yes,color=no"]
            process.currentDirectoryURL = folder
            let (input, output, errors) = (Pipe(), Pipe(), Pipe())
            (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
            // threads of a pool block signals, and a child process inherits that
            var (quit, before) = (sigset_t(), sigset_t())
            sigemptyset(&quit)
            sigaddset(&quit, SIGQUIT)
            pthread_sigmask(SIG_UNBLOCK, &quit, &before)
            defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
            try process.run()
            input.fileHandleForWriting.write(Data("b2\n".utf8))
            #expect(!output.fileHandleForReading.availableData.isEmpty, "it plays")
            kill(process.processIdentifier, SIGQUIT)
            if isIgnored { input.fileHandleForWriting.write(Data("a1\nquit\n".utf8)) }
            try input.fileHandleForWriting.close()
            _ = output.fileHandleForReading.readDataToEndOfFile()
            let told = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(told == "", "\(told)")
            #expect(process.terminationReason == (isIgnored ? .exit : .uncaughtSignal))
            #expect(process.terminationStatus == (isIgnored ? 0 : SIGQUIT), "\(process.terminationStatus)")
        }
    }
}
