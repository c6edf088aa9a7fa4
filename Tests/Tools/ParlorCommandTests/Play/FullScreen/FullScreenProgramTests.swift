import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// The built program at its own terminal: it takes the whole screen, and restores it however the
/// program ends.
@Suite(.serialized) struct FullScreenProgramTests {
    private func started(_ arguments: [String], state: URL, environment: [String: String] = [:]) throws -> TerminalRun {
        let run = try TerminalRun(arguments, state: state, environment: environment)
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

    /// Keys typed before the screen is drawn, or even before the program runs, aren't lost.
    @Test func keysBeforeTheStartAreKept() throws {
        try withTemporaryFolder { state in
            let run = try TerminalRun(["tic-tac-toe", "--hot-seat", "--seats", "Ana,Bob"], state: state)
            run.type("b2\ra")
            #expect(run.waits { $0.lines[23] == "Bob> a" && $0.lines[0] == "Ana played b2." }, "\(run.screen.text)")
            run.type("1\r")
            #expect(run.waits { $0.lines[0] == "Bob played a1." })
            run.type("\u{4}\u{4}")
            #expect(run.ends())
        }
    }

    /// The hint is shown only at the first start, because a person who has typed here before
    /// doesn't need it. The hint doesn't push the board off the screen.
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
            // the screen is left first, and the mode can follow a moment later
            #expect(run.waits { !$0.isAlternate && run.isModeRestored })
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
            let run = try TerminalRun(
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
