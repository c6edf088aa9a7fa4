import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// The reports that an author needs in the first hour, in both ways to play: printed lines with
/// their hook, scenes that draw nothing, errors with their line.
@Suite struct AuthorsHourTests {
    private static let modes = [["--hot-seat"], []]

    private func played(
        _ body: String, _ input: String, _ mode: [String], play: String = "state.n = state.n + count"
    ) throws -> ProgramRun {
        try withTemporaryFolder { folder in
            let place = folder.appendingPathComponent("mine")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            let source = """
                local parlor, scene = require "parlor", require "parlor.scene"
                return parlor.game {
                  title = "Mine", setup = function() return { n = 0 } end,
                  moves = { add = { choices = { 1, 2 }, play = function(state, _, count)
                    \(play)
                  end } },
                  outcome = function(state) if state.n >= 9 then return parlor.draw() end end,
                  \(body)
                }
                """
            try Data(source.utf8).write(to: place.appendingPathComponent("game.lua"))
            return try runProgram(["play", place.path] + mode, input: input)
        }
    }

    @Test(arguments: modes) func whatRulesPrintStandsBelowTheBoardWithItsHook(_ mode: [String]) throws {
        let run = try played(
            "scene = function(view) print('drawing') return scene.text(view.n) end,", "1\nquit\n", mode,
            play: "print('adding', count) state.n = state.n + count")
        #expect(run.status == 0, "\(run)")
        #expect(run.output.contains("print (play): adding 1"), "\(run.output)")
        #expect(run.output.contains("print (scene): drawing"), "\(run.output)")
    }

    @Test(arguments: modes) func aSceneThatDrawsNothingSaysSoAndWhy(_ mode: [String]) throws {
        let run = try played("scene = function(view) scene.text(view.n) end,", "1\nquit\n", mode)
        let told = run.output + run.errors
        #expect(told.contains("`scene` returned nothing for"), "\(run)")
        #expect(told.contains("is a `return`") && told.contains("game.lua:8"), "\(told)")
        #expect(try !played("scene = { compact = function() end },", "1\nquit\n", mode).errors.contains("scene"))
    }

    @Test(arguments: modes) func anErrorIsShownWithItsLineAndACaret(_ mode: [String]) throws {
        let run = try played("", "1\nquit\n", mode, play: "state.n = nothing.here")
        #expect(run.status == 1, "\(run)")
        #expect(run.errors.contains("> 5 |     state.n = nothing.here"), "\(run.errors)")
        #expect(run.errors.contains("    |     ^"), "\(run.errors)")
    }

    @Test(arguments: modes) func aScriptThatCannotBeLoadedIsShownWithItsLine(_ mode: [String]) throws {
        let run = try played("scene = = 1,", "", mode)
        #expect(run.status == 1 && run.output == "", "\(run)")
        #expect(run.errors.contains("> 8 |   scene = = 1,") && run.errors.contains("    |   ^"), "\(run.errors)")
    }
}
