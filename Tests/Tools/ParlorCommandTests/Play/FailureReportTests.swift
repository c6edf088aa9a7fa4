import Parlor
import Testing

@testable import ParlorCommand

@Suite struct FailureReportTests {
    /// Plays `go` and returns its failure.
    private func failure(of script: GameScript, limits: LuaLimits? = nil) throws -> ScriptFailure {
        let match = try Match(of: script, limits: limits)
        var found: ScriptFailure?
        do {
            try match.play("go", seat: 1)
        } catch {
            if case .failed(let failure) = error { found = failure }
        }
        return try #require(found, "nothing failed")
    }

    private func source(_ body: String) -> String {
        """
        local parlor = require "parlor"
        local function deeper(state)
          return state.missing.field
        end
        return parlor.game {
          title = "Fails", setup = function() return {} end, outcome = function() end,
          moves = { go = { play = function(state)
            \(body)
          end } },
        }
        """
    }

    @Test func showsTheLineTheCallersAndWhatWasPrinted() throws {
        let script = try game(source("print('here', 1)\n    local x = deeper(state)"))
        let lines = FailureReport(failure: try failure(of: script), files: script.folder.files).lines
        #expect(lines.first == "The script failed in moves.go.play: attempt to index a nil value (field 'missing')")
        #expect(lines.contains("  game.lua:3"))
        #expect(lines.contains("  > 3 |   return state.missing.field"))
        #expect(lines.contains { $0.contains("called from game.lua:9") })
        #expect(lines.last == "print: here 1" || lines.last == "print: here\t1")
    }

    @Test func namesTheLimit() throws {
        let script = try game(source("while true do end"))
        let failure = try failure(of: script, limits: LuaLimits(deadline: .milliseconds(100)))
        let lines = FailureReport(failure: failure, files: script.folder.files).lines
        #expect(lines.first == "The script failed in moves.go.play: it took too long")
        #expect(lines.contains { $0.hasPrefix("  > 8 |") })
    }

    @Test func cutsAFloodOfOutput() {
        let lines = FailureReport.printed((1...100).map { "line \($0)\n" }.joined())
        #expect(lines.count == 41 && lines.last == "print: … and 60 lines more")
        #expect(FailureReport.printed("") == [])
    }

    @Test func livesWithoutTheFile() {
        let error = LuaError(kind: .script, message: "oh", source: "gone.lua", line: 3)
        let failure = ScriptFailure(game: "x", hook: nil, error: error)
        #expect(FailureReport(failure: failure, files: [:]).lines == ["The script failed: oh", "  gone.lua:3"])
    }
}
