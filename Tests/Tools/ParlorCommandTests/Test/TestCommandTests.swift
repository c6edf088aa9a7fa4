import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// `parlor test`: what a test can say, the report of a failed one, and the end of the run.
@Suite struct TestCommandTests {
    private static let game = """
        local parlor, rules = require "parlor", require "rules"
        return parlor.game {
          title = "Steps", summary = "Go.",
          setup = function(match) return { steps = 0 } end,
          moves = {
            go = { choices = { 1, 2 }, play = function(state, seat, count)
              print("going", count)
              state.steps = rules.add(state.steps, count)
              if state.steps == 4 then state.steps = state.nothing.here end
            end },
            rest = { when = function(state) return state.tired end, play = function(state)
              state.tired = nil
            end },
          },
          outcome = function(state) if state.steps > 4 then return parlor.win(1) end end,
        }
        """
    private static let rules = "return { add = function(a, b) return a + b end }"

    private func run(
        _ tests: [String: String], _ arguments: [String] = [], game: String = Self.game
    ) throws -> ProgramRun {
        try withTemporaryFolder { folder in
            let place = folder.appendingPathComponent("steps")
            let manager = FileManager.default
            try manager.createDirectory(
                at: place.appendingPathComponent("tests"), withIntermediateDirectories: true)
            try Data(game.utf8).write(to: place.appendingPathComponent("game.lua"))
            try Data(Self.rules.utf8).write(to: place.appendingPathComponent("rules.lua"))
            for (name, source) in tests {
                try Data(source.utf8).write(to: place.appendingPathComponent("tests/\(name)"))
            }
            return try runProgram(["test"] + arguments, directory: place)
        }
    }

    private func run(_ body: String) throws -> ProgramRun {
        try run(["a.lua": "local test = require \"parlor.test\"\ntest.case(\"one\", function()\n\(body)\nend)\n"])
    }

    @Test(arguments: ["crazy-eights", "liars-dice", "pig"]) func theTestsOfBundledGamesPass(game: String) throws {
        let run = try runProgram(["test", game])
        #expect(run.status == 0 && run.output.contains("all passed."), "\(run)")
    }

    @Test func whatHoldsPassesAndCoverageNamesWhatDidNotRun() throws {
        let run = try run([
            "a.lua": """
            local test, rules = require "parlor.test", require "rules"
            test.case("adds", function() test.equal(rules.add(1, 2), 3) end)
            test.case("goes", function()
              local match = test.match { seed = 3 }
              match:expect { turn = 1, ply = 0, outcome = false, gone = {}, sealed = { 0, 0 } }
              match:play(1, 2, 2, "1")
              test.equal(match:moves_of(1), { "1", "2" })
              test.equal(match:view_of(nil), { steps = 3 })
              match:refused(2, "1", "not_your_turn")
              match:play(1, 2)
              match:expect { outcome = "win 1", turn = false }
              test.equal(match:status().turn, nil)
              local other = test.match()
              other:leave(2)
              other:expect { outcome = "win 1", gone = { 2 } }
            end)
            test.case("fails where it should", function()
              test.fails(function() error("a word in it") end, "word")
            end)
            """
        ])
        #expect(run.status == 0, "\(run)")
        #expect(run.output.contains("3 tests: all passed."))
        #expect(run.output.contains("print (play): going 2"), "\(run.output)")
        #expect(run.output.contains("not run, game.lua: 12"), "\(run.output)")
        #expect(!run.output.contains("not run, rules.lua"))
    }

    @Test func anExpectationThatFailsIsShownWithItsLineAndACaret() throws {
        let run = try run("  local match = test.match()\n  match:play(1, 1)\n  match:expect { turn = 1 }")
        #expect(run.status == 1)
        #expect(
            run.output.contains(
                """
                    turn: expected 1, got 2
                      tests/a.lua:5
                        4 |   match:play(1, 1)
                      > 5 |   match:expect { turn = 1 }
                          |   ^
                        6 | end)
                """), "\(run.output)")
    }

    /// Mistakes, and their errors.
    @Test(arguments: [
        ("test.match():play(1, 3)", "'3' of seat 1 was refused (illegal_move)"),
        ("test.match():refused(1, 1)", "'1' of seat 1 was expected to be refused, but was played"),
        ("test.match():refused(2, 1, \"mine\")", "expected to be refused as \"mine\", got not_your_turn"),
        ("test.match():play(3, 1)", "There is no seat 3: seats are 1 to 2."),
        ("test.match { size = 3 }", "expected seats, options and seed, got \"size\""),
        ("test.match { options = { size = 3 } }", "has no option 'size'"),
        ("test.match { seats = \"two\" }", "expected seats as a whole number"),
        ("test.match { seats = 9 }", "is for 2 seats, not 9"),
        ("test.match():expect { tun = 1 }", "expected turn, ply, outcome, gone or sealed, got \"tun\""),
        ("test.equal({ a = { 1, 2 } }, { a = { 1, 3 } })", "value.a[2]: expected 3, got 2"),
        ("test.equal({ 1, 2 }, { 1 })", "value[2]: expected nil, got 2"),
        ("test.equal({ a = { 1 } }, { a = { 1, b = 2 } })", "value.a.b: expected 2, got nil"),
        ("test.equal({ a = { 1, b = 2 } }, { a = { 1 } })", "value.a.b: expected nil, got 2"),
        ("test.match():play(1)", "expected a seat and its move"),
        ("test.fails(function() end)", "expected an error, and there was none"),
        ("test.case(\"two\", function() end)", "a test can't begin within another one"),
        ("for _ = 1, 65 do test.match() end", "at most 64 matches"),
        ("while true do end", "it took too long"),
        ("local x = {} while true do x[#x + 1] = (\"x\"):rep(5e5) .. #x end", "it took too much memory"),
        ("local m = test.match() m.play({}, 1, 1)", "expected a match (call it as match:play"),
        ("io.open(\"x\")", "index a nil value (global 'io')"),
    ])
    func whatIsWrongIsSaidAtItsLine(_ body: String, _ sentence: String) throws {
        let run = try run(body)
        #expect(run.status == 1 && run.output.contains(sentence), "\(run.output)\(run.errors)")
        #expect(run.output.contains("tests/a.lua:3\n"), "\(run.output)")
        #expect(run.output.contains("1 test: 0 passed, 1 failed."))
    }

    /// The deepest possible state, compared once for each level.
    @Test func deepValuesAreCompared() throws {
        let deep = "local function deep(n, last) local d = { last } for _ = 2, n do d = { d, k = 2 } end return d end "
        let same = try run(deep + "test.equal(deep(64, 1), deep(64, 1))")
        #expect(same.status == 0, "\(same.output)\(same.errors)")
        let other = try run(deep + "test.equal(deep(64, 1), deep(64, 2))")
        #expect(other.status == 1 && other.output.contains("[1]: expected 2, got 1"), "\(other.output)")
    }

    @Test func aScriptThatFailsIsShownWithItsOwnLine() throws {
        let run = try run("local match = test.match() match:play(1, 2, 2, 2)")
        #expect(run.status == 1 && run.output.contains("tests/a.lua:3\n"), "\(run.output)")
        #expect(run.output.contains("The script failed in moves.go.play"))
        #expect(run.output.contains(">  9 |       if state.steps == 4"), "\(run.output)")
    }

    @Test func aFileThatCannotBeLoadedFails() throws {
        let syntax = try run(["a.lua": "local x = ="])
        #expect(syntax.status == 1 && syntax.output.contains("the file can't be loaded"), "\(syntax)")
        #expect(syntax.output.contains("> 1 | local x = =\n          | ^"), "\(syntax.output)")
        let empty = try run(["a.lua": "local x = 1"])
        #expect(empty.status == 1 && empty.output.contains("the file has no test"), "\(empty)")
    }

    @Test func withoutTestsItIsWrongUsage() throws {
        let run = try run([:])
        #expect(run.status == 2 && run.output == "" && run.errors.contains("There are no tests in"), "\(run)")
        let invalid = try self.run(["a.lua": "x()"], game: "return 1")
        #expect(invalid.status == 1 && invalid.output == "", "\(invalid)")
    }

    @Test func programsReadJSON() throws {
        let run = try run(
            [
                "a.lua": """
                local test = require "parlor.test"
                test.case("good", function() print("hello") end)
                test.case("bad", function()
                  error "no"
                end)
                """
            ], ["--json"])
        let told = try Value(json: run.output)
        #expect(run.status == 1 && told["passed"]?.intValue == 1 && told["failed"]?.intValue == 1, "\(run.output)")
        let cases = try #require(told["cases"]?.arrayValue)
        #expect(cases.first?["printed"]?.arrayValue?.first?["text"]?.stringValue == "hello\n")
        #expect(cases.last?["error"]?["line"]?.intValue == 4 && cases.last?["ok"]?.boolValue == false)
        #expect(told["coverage"]?["missing"]?["game.lua"]?.arrayValue?.isEmpty == false)
    }

    /// Each test has the time of a call, and all tests share a budget.
    @Test func theGamesOwnLoopEndsToo() throws {
        let game = Self.game.replacing("return state.tired end", with: "while true do end end")
            .replacing("title =", with: "limits = { time = 0.1 }, title =")
        let run = try run(
            ["a.lua": "local t = require \"parlor.test\"\nt.case(\"x\", function() t.match():play(1, 1) end)"],
            game: game)
        #expect(run.status == 1 && run.output.contains("it took too long"), "\(run)")
    }
}
