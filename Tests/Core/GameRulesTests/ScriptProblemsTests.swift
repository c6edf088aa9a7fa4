import LuaRuntime
import Testing

@testable import GameRules

@Suite struct ScriptProblemsTests {
    private func problems(choices count: Int) throws -> (ScriptProblems?, Duration) {
        let choices = (0..<count).map { "{ k\($0) = 1, name = \($0) }," }.joined(separator: "\n")
        let source = """
            local parlor = require "parlor"
            return parlor.game { title = "T", setup = function() return {} end, outcome = function() end,
              moves = { go = { play = function() end, choices = {
            \(choices)
            } } } }
            """
        #expect(source.utf8.count < 256 << 10)
        var found: ScriptProblems?
        let taken = processorTime {
            if case .invalid(let problems)? = failure({ _ = try script(source) }) as? GameError { found = problems }
        }
        return (found, taken)
    }

    @Test func aHundredAreToldAndTheOthersCounted() throws {
        let (found, _) = try problems(choices: 9000)
        let told = try #require(found)
        #expect(told.list.count == 100 && told.more == 8901)
        #expect(told.list[1].path == "moves.go.choices[1]")
        #expect(told.list[0].message == "9000 choices; at most 4096 are allowed" && told.list[0].line == 3)
        #expect("\(told)".hasPrefix("test-game can't be loaded: 9001 problems\n"))
        #expect("\(told)".hasSuffix("\n  and 8901 more"))
        #expect(try problems(choices: 100).0?.more == 0)
    }

    /// Reporting ten times as many problems takes at most thirty times as long. Comparing two times doesn't depend on
    /// the speed of the machine.
    @Test func telling10TimesAsManyTakesNoMuchLonger() throws {
        _ = try problems(choices: 900)
        let few = try (0..<3).map { _ in try problems(choices: 900).1 }.min() ?? .zero
        let many = try (0..<3).map { _ in try problems(choices: 9000).1 }.min() ?? .zero
        #expect(many < few * 30 + .milliseconds(50), "\(few) became \(many)")
    }

    @Test func longNamesAreCut() throws {
        let name = String(repeating: "n", count: 100_000)
        let error = failure {
            _ = try script(
                """
                return require "parlor".game { title = "T", setup = function() end, outcome = function() end,
                  \(name) = 1, moves = { ["\(name)"] = { play = function() end } } }
                """)
        }
        #expect("\(try #require(error))".utf8.count < 1000)
    }

    @Test func aKeysLineIsTheOneWhereItIsSet() {
        let lines = KeyLines(
            of: """
                -- title = "no"
                title   = "yes", x.seats = 1
                if version == 1 then end  version=2
                  help = 1
                  help = 2
                größe = 1, one = 1, one = 2
                local parlor, scene = require "parlor", { colour = 7 }
                local view
                scene = draw, view = look
                """)
        #expect(lines.line(ofKey: "scene") == 9 && lines.line(ofKey: "view") == 9 && lines.line(ofKey: "colour") == 7)
        #expect(lines.line(ofKey: "parlor") == nil, "a local is no key")
        #expect(lines.line(ofKey: "title") == 2)
        #expect(lines.line(ofKey: "moves.go.version[3]") == 3)
        #expect(lines.line(ofKey: "one") == 6 && lines.line(ofKey: "größe") == 6)
        for key in ["help", "seats", "", "nothing", "e"] { #expect(lines.line(ofKey: key) == nil, "\(key)") }
    }
}
