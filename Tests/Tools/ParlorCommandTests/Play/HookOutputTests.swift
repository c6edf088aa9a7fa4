import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// The output and the failures of hooks, as a game's author sees them in `parlor play`.
@Suite struct HookOutputTests {
    private func played(_ on: String, _ input: String, slow: Bool = false) throws -> ProgramRun {
        try withTemporaryFolder { folder in
            let place = folder.appendingPathComponent("mine")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            let source = """
                local parlor = require "parlor"
                return parlor.game {
                  title = "Mine", setup = function() return { count = 0 } end,
                  moves = { add = { choices = { 1, 2 }, play = function(state, _, n) state.count = state.count + n end } },
                  outcome = function(state) if state.count >= 20 then return parlor.draw() end end,
                  on = { \(on) },
                }
                """
            try Data(source.utf8).write(to: place.appendingPathComponent("game.lua"))
            return try runProgram(["play", place.path] + (slow ? ["--slow"] : []), input: input)
        }
    }

    private func lines(_ run: ProgramRun, _ prefix: String) -> [String] {
        run.output.split(separator: "\n").map(String.init).filter { $0.hasPrefix(prefix) }
    }

    @Test func whatAHookPrintsNamesPhoneInstanceAndHook() throws {
        let run = try played(
            """
            did_become_active = function(app, conversation) print("hello", app.presentation_style) print "two\\nlines" end,
            did_select = function() print(("x"):rep(300)) end,
            """, "1\nquit\n")
        #expect(run.status == 0 && run.errors == "", "\(run.errors)")
        let printed = lines(run, "Ann, main1, did_become_active: ")
        #expect(printed.count == 3, "\(printed)")
        #expect(printed.first?.contains("hello") == true && printed.last?.hasSuffix("lines") == true)
        #expect(!lines(run, "Bob, main").isEmpty, "the other phone's hooks show, too")
        let again = run.output.components(separatedBy: "Ann, main1, did_become_active: two").count - 1
        #expect(again == 1, "each line is shown once")
    }

    /// One typed line has many events on every phone, and each event may print 64 KiB.
    @Test func whatIsPrintedBetweenTwoInputsIsBounded() throws {
        let run = try played(
            ["did_become_active", "did_select", "will_transition", "did_transition", "did_read"].map {
                #"\#($0) = function() print(("x"):rep(60000)) end,"#
            }.joined(separator: " "), "1\n2\nquit\n")
        #expect(run.output.utf8.count < 400_000, "\(run.output.utf8.count)")
        #expect(run.output.contains("more printed line"))
    }

    @Test func anEscapeThatAHookPrintsIsNoEscape() throws {
        let run = try played(
            #"did_become_active = function() print("\27[2Jwiped\a") end,"#, "1\nquit\n")
        #expect(run.output.contains("wiped") && !run.output.contains("\u{1B}[2J") && !run.output.contains("\u{07}"))
    }

    @Test func aHookThatFailsShowsItsLineOnceAndThePlayGoesOn() throws {
        let run = try played(
            """
            did_become_active = function(app)
              print "before"
              local nothing
              return nothing.at.all
            end,
            """, "1\n2\nquit\n")
        #expect(run.errors.contains("On Ann's phone:") && run.errors.contains("On Bob's phone:"), "\(run.errors)")
        #expect(run.errors.contains("The script failed in on.did_become_active"), "\(run.errors)")
        #expect(run.errors.contains("return nothing.at.all"), "the line itself")
        #expect(run.output.contains("Ann, main1, did_become_active: before"), "what was printed until then")
        #expect(run.output.contains("Ann, ") || run.output.contains("Bob, "), "\(run.output)")
        #expect(!run.errors.contains("internal"))
    }

    @Test func aFailureShowsWhereEachStepIsMadeByHand() throws {
        let run = try played(
            "did_touch = function() error('no touching') end,", "open\nstart\nquit\n", slow: true)
        #expect(run.errors.contains("On Ann's phone:") && run.errors.contains("no touching"), "\(run.errors)")
        #expect(run.errors.contains("on.did_touch"))
    }

    @Test func anEventThatMeetsItsLimitIsOneLine() throws {
        let run = try played(
            """
            did_touch = function(_, conversation)
              local function again() conversation:insert(parlor.message { url = "?x" }, again) end
              again()
            end,
            """, "open\nstart\nquit\n", slow: true)
        let all = (run.output + run.errors).replacingOccurrences(of: "\n", with: " ")
        #expect(all.contains("limit event"), "\(run)")
    }
}
