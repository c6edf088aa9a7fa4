import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// A move after which play can't continue is rejected in every way to play, with the place of the
/// mistake for the author.
@Suite struct BrokenTurnTests {
    /// A mistake that shows on the third turn of a game.
    enum Flaw: String, CaseIterable {
        case choices, when, format, stuck, unsavable

        var moves: String {
            let play = "play = function(state) state.n = state.n + 1\(self == .unsavable ? mark : "") end"
            switch self {
            case .choices:
                return
                    "choices = function(state)\n if state.n > 1 then local x = nil + 1 end return { \"a\", \"b\" } end, \(play)"
            case .when:
                return "when = function(state)\n if state.n > 1 then local x = nil + 1 end return true end, "
                    + "choices = { \"a\", \"b\" }, \(play)"
            case .format:
                return "format = function(_, state)\n if state.n > 1 then local x = nil + 1 end return \"a\" end, "
                    + "choices = { \"a\" }, \(play)"
            case .stuck:
                return
                    "choices = function(state)\n if state.n > 1 then return {} end return { \"a\", \"b\" } end, \(play)"
            case .unsavable: return "choices = { \"a\", \"b\" }, \(play)"
            }
        }

        private var mark: String { "; if state.n > 1 then state.f = print end" }

        /// The words that every report of the mistake contains.
        var words: String {
            switch self {
            case .stuck: "seat 1 is to move and has no legal move"
            case .unsavable: "state.f"
            default: "game.lua:6"
            }
        }
    }

    private func withGame<R>(_ flaw: Flaw, _ body: (String) throws -> R) throws -> R {
        try withTemporaryFolder { folder in
            let place = folder.appendingPathComponent("mine")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            let source = """
                local parlor = require "parlor"
                return parlor.game {
                  title = "Mine", seats = 2,
                  setup = function() return { n = 0 } end,
                  moves = { m = { \(flaw.moves) } },
                  outcome = function(state) if state.n > 5 then return parlor.draw() end end,
                  scene = function(view) return require("parlor.scene").text("n is " .. view.n) end,
                }
                """
            try Data(source.utf8).write(to: place.appendingPathComponent("game.lua"))
            return try body(place.path)
        }
    }

    @Test(arguments: Flaw.allCases, [[], ["--hot-seat"], ["--seats", "Ann,Bob,Cy"]])
    func theMoveIsRefusedAndTheMistakeShown(_ flaw: Flaw, _ mode: [String]) throws {
        try withGame(flaw) { path in
            let run = try runProgram(["play", path] + mode, input: "a\na\na\nmoves\nquit\n")
            let told = run.output + run.errors
            #expect(told.contains(flaw.words), "\(flaw) \(mode): \(told)")
            #expect(!told.contains("neither a legal move now nor a command"), "b can still be played: \(told)")
            let last = told.split(separator: "\n").last { $0.hasSuffix(": a, b") || $0.hasSuffix(": a") }
            #expect(last?.hasPrefix(mode == ["--hot-seat"] ? "Seat 2" : "Bob") == true, "\(flaw) \(mode): \(told)")
        }
    }

    @Test(arguments: Flaw.allCases) func driveRefusesIt(_ flaw: Flaw) throws {
        try withGame(flaw) { path in
            let driver = try Driver()
            let match = try driver.open(path)
            _ = try driver.ok(#"{"op":"play","match":\#(match),"seat":1,"move":"a"}"#)
            let refused = try driver.error(#"{"op":"play","match":\#(match),"seat":2,"move":"a"}"#)
            #expect(refused["message"]?.stringValue?.contains(flaw.words) == true, "\(refused)")
            let after = try driver.ok(#"{"op":"moves","match":\#(match),"seat":2}"#)
            #expect(after["moves"]?.arrayValue?.isEmpty == false, "the match is what it was")
            _ = try driver.ok(#"{"op":"save","match":\#(match)}"#)
        }
    }

    @Test func itIsShownWhereTheMatchBegins() throws {
        try withTemporaryFolder { folder in
            let place = folder.appendingPathComponent("mine")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            let source = """
                local parlor = require "parlor"
                return parlor.game { title = "Mine", seats = 2, setup = function() return {} end,
                  moves = { m = { choices = function() return {} end, play = function() end } },
                  outcome = function() end }
                """
            try Data(source.utf8).write(to: place.appendingPathComponent("game.lua"))
            for mode in [[], ["--hot-seat"], ["--slow"]] {
                let run = try runProgram(
                    ["play", place.path] + mode, input: mode == ["--slow"] ? "open\nstart\n" : "quit\n")
                let told = (run.output + run.errors).replacing("\n", with: " ")
                #expect(told.contains("has no legal move"), "\(mode): \(told)")
            }
        }
    }

    // MARK: Bots

    @Test func botsOnAllPhonesPlayOn() throws {
        let run = try ChatRun("tic-tac-toe", ["", "", "auto"], people: ["Ann", "Bob"], bots: ["Ann", "Bob"])
        #expect(run.screens[0].contains("Only bots play: Enter plays one move"), "\(run.screens[0])")
        #expect(run.screens[1] != run.screens[0] && run.screens[2] != run.screens[1])
        #expect(run.last.contains("wins.") || run.last.contains("The game is drawn."), "\(run.last)")
    }

    @Test func autoPlaysForEverybody() throws {
        let run = try ChatRun("connect-four", ["auto 3", "auto"], people: ["Ann", "Bob"])
        #expect(run.screens[1].contains("Bob to move"), "\(run.screens[1])")
        #expect(run.last.contains("wins.") || run.last.contains("The game is drawn."), "\(run.last)")
        let slow = try ChatRun("connect-four", ["open", "start", "auto"], people: ["Ann", "Bob"], isSlow: true)
        #expect(slow.last.contains("`auto` doesn't work with `--slow`"), "\(slow.last)")
    }

    @Test(arguments: ["redo", "history", "view 1", "load x", "save x"])
    func aCommandOfTheHotSeatIsNamedAsOne(_ line: String) throws {
        let run = try ChatRun("tic-tac-toe", [line])
        #expect(run.last.contains("is a command of `--hot-seat`"), "\(run.last)")
    }
}
