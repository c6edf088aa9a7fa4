import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// Failures of a script on phones: the author reads them on standard error, with file and line.
@Suite struct ScriptFailureTests {
    /// A game of two with replaceable parts, each on its own line.
    struct Source {
        var setup = "setup = function() return { n = 0 } end,"
        var choices = "choices = function() return { 1, 2 } end,"
        var play = "play = function(state, _, n) state.n = state.n + n end,"
        var outcome = "outcome = function(state) if state.n >= 9 then return parlor.draw() end end,"
        var more = ""

        var text: String {
            """
            local parlor = require "parlor"
            return parlor.game {
              title = "Mine", seats = 2,
              \(setup)
              moves = { add = {
                \(choices)
                \(play)
              } },
              \(outcome)
              \(more)
            }
            """
        }

        static let (setupLine, choicesLine, playLine, outcomeLine, moreLine) = (4, 6, 7, 9, 10)
    }

    private func played(_ source: Source, _ input: String, _ mode: [String] = []) throws -> ProgramRun {
        try withTemporaryFolder { folder in
            let place = folder.appendingPathComponent("mine")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try Data(source.text.utf8).write(to: place.appendingPathComponent("game.lua"))
            return try runProgram(["play", place.path] + mode, input: input)
        }
    }

    /// A hook that writes although it may only read, and its line.
    enum Writer: String, CaseIterable {
        case choices, when, legal, format, forced, turn, outcome, stuck

        var source: (Source, line: Int) {
            var source = Source()
            let write = "state.x = (state.x or 0) + 1"
            switch self {
            case .choices:
                source.choices = "choices = function(state) \(write) return { 1, 2 } end,"
                return (source, Source.choicesLine)
            case .when:
                source.choices += " when = function(state) \(write) return true end,"
                return (source, Source.choicesLine)
            case .legal:
                source.choices = "choices = { 1, 2 }, legal = function(state) \(write) return true end,"
                return (source, Source.choicesLine)
            case .format:
                source.choices += " format = function(n, state) \(write) return tostring(n) end,"
                return (source, Source.choicesLine)
            case .forced:
                source.choices += " forced = function(state) \(write) return 1 end,"
                return (source, Source.choicesLine)
            case .turn:
                source.more = "turn = function(state, match) \(write) return 1 + match.ply % 2 end,"
                return (source, Source.moreLine)
            case .outcome:
                source.outcome = "outcome = function(state) \(write) if state.n >= 9 then return parlor.draw() end end,"
                return (source, Source.outcomeLine)
            case .stuck:
                source.choices = "choices = function(state) if state.n < 1 then return { 1 } end return {} end,"
                source.more = "stuck = function(state) \(write) return parlor.draw() end,"
                return (source, Source.moreLine)
            }
        }
    }

    @Test(arguments: Writer.allCases)
    func aHookThatWritesTheStateIsToldWithItsLine(_ writer: Writer) throws {
        let (source, line) = writer.source
        let run = try played(source, "1\n1\n")
        let told = run.errors.replacing("\n", with: " ")
        #expect(run.status == 1, "\(run)")
        #expect(told.contains("changed the state, which only setup, play, resolve and leave may do"), "\(run)")
        #expect(told.contains("\(writer)") && told.contains("game.lua:\(line)"), "\(run)")
    }

    /// A hook that fails, and its line.
    enum Flaw: String, CaseIterable {
        case setup, play, choices, when, turn, outcome, view, scene, message, unreadableScene

        var source: (Source, line: Int) {
            var source = Source()
            let raise = "if state.n > 1 then local x = nil + 1 end"
            switch self {
            case .setup:
                source.setup = "setup = function() local x = nil + 1 return { n = 0 } end,"
                return (source, Source.setupLine)
            case .play:
                source.play = "play = function(state, _, n) \(raise) state.n = state.n + n end,"
                return (source, Source.playLine)
            case .choices:
                source.choices = "choices = function(state) \(raise) return { 1, 2 } end,"
                return (source, Source.choicesLine)
            case .when:
                source.choices += " when = function(state) \(raise) return true end,"
                return (source, Source.choicesLine)
            case .turn:
                source.more = "turn = function(state, match) \(raise) return 1 + match.ply % 2 end,"
            case .outcome:
                source.outcome = "outcome = function(state) \(raise) if state.n >= 9 then return parlor.draw() end end,"
                return (source, Source.outcomeLine)
            case .view:
                source.more = "view = function(state) \(raise) return state end, scene = function() end,"
            case .scene: source.more = "scene = function(state) \(raise) end,"
            case .message: source.more = "message = function(state) \(raise) end,"
            case .unreadableScene: source.more = "scene = function(state) if state.n > 1 then return 7 end end,"
            }
            return (source, Source.moreLine)
        }

        var hook: String { self == .unreadableScene ? "scene" : rawValue }
    }

    @Test(arguments: Flaw.allCases) func aFailureIsReportedAndIsTheExitCode(_ flaw: Flaw) throws {
        try look(at: flaw, "2\n1\n1\n")
    }

    /// If there is no input, bots play the game. The failures are reported in the same way.
    @Test(arguments: [Flaw.setup, .play, .outcome]) func theSameInTheDemonstration(_ flaw: Flaw) throws {
        try look(at: flaw, "")
    }

    private func look(at flaw: Flaw, _ input: String) throws {
        let (source, line) = flaw.source
        let run = try played(source, input)
        #expect(run.status == 1, "\(run)")
        let reports = run.errors.components(separatedBy: "The script failed in ").dropFirst()
        #expect(!reports.isEmpty && reports.allSatisfy { $0.contains(flaw.hook) }, "\(run.errors)")
        #expect(run.errors.contains("  game.lua:\(line)\n"), "\(run.errors)")
        #expect(run.errors.contains("'s phone:"), "\(run.errors)")
        // reported once for each line, and in one form
        #expect(reports.count <= 6 && !run.errors.contains("mine/game.lua"), "\(run.errors)")
    }

    @Test func aFailureOfLeaveIsToldToo() throws {
        var source = Source()
        source.more = "leave = function(state) error(\"can't go\") end,"
        let run = try played(source, "1\n1\nresign\nquit\n")
        #expect(run.status == 1 && run.errors.contains("The script failed in leave: can't go"), "\(run)")
        #expect(run.errors.contains("  game.lua:\(Source.moreLine)\n"), "\(run.errors)")
        #expect(run.errors.components(separatedBy: "can't go").count == 3, "the report and its line: \(run.errors)")
    }

    @Test func aRefusedMoveIsNoFailure() throws {
        var source = Source()
        source.play =
            "play = function(state, _, n) if n == 2 then return parlor.reject(\"no_twos\", \"No twos.\") end state.n = state.n + n end,"
        let run = try played(source, "1\n2\n1\nquit\n")
        #expect(!run.errors.contains("The script failed"), "\(run)")
    }

    /// Values that `message` must not return, and their errors.
    static let texts = [
        (#"{ captain = "x" }"#, "the key 'captain', which no bubble has; did you mean 'caption'?"),
        (#"{ colour = "x" }"#, "the key 'colour', which no bubble has: expected caption, subcaption"),
        ("{ caption = 7 }", "`message` returned 7 as caption: expected a text"),
        (#""x""#, #"`message` returned "x": expected a table of texts"#),
        (#"{ "x" }"#, "expected a table of texts"),
    ]

    @Test(arguments: texts)
    func aWrongMessageIsToldAndThePlayGoesOn(_ returned: String, _ sentence: String) throws {
        var source = Source()
        source.more = "message = function() return \(returned) end,"
        let run = try played(source, "1\n1\nquit\n")
        let told = run.errors.replacing("\n", with: " ")
        #expect(run.status == 1 && told.contains("The script failed in message: "), "\(run)")
        #expect(told.contains(sentence) && told.contains("game.lua:\(Source.moreLine)"), "\(run)")
        #expect(run.output.contains("Ann played 1") && run.output.contains("Bob played 1"), "\(run.output)")
    }

    @Test(arguments: ["tic-tac-toe", "battleship", "rock-paper-scissors"])
    func goodGamesAreWatchedWithoutAWord(_ game: String) throws {
        let run = try runProgram(["play", game, "--seed", "5"] + shortMatch(of: game))
        #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    }

    // MARK: Secrets

    /// If the people at the keyboard have secrets from each other, a failure on a phone is reported
    /// when that phone is at hand.
    @Test func atATerminalTheReportStandsOnTheScreenAndTheExitCodeIsNought() throws {
        let script = try counting("go = { play = function() error('broken') end }")
        let run = try ChatRun(script, ["go"], people: ["Ann", "Bob"])
        #expect(run.status == 0 && run.last.contains("The script failed in moves.go.play: broken"), "\(run.last)")
    }
}
