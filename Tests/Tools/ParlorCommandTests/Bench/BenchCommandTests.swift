import Foundation
import Parlor
import Testing

@testable import ParlorCommand

@Suite struct BenchCommandTests {
    @Test func runsFromTheCommandLine() throws {
        let run = try runProgram(["bench", "tic-tac-toe", "--seconds", "0.2", "--json"])
        #expect(run.status == 0)
        #expect(try Value(json: run.output)["games"]?[0]?["ratio"]?.numberValue ?? 0 > 0)
    }

    @Test func aGameWithoutAnEndIsNamedWithAdvice() throws {
        try withTemporaryFolder { folder in
            let game = folder.appendingPathComponent("odd")
            try FileManager.default.createDirectory(at: game, withIntermediateDirectories: true)
            let source = """
                return require "parlor".game {
                  title = "Odd", setup = function() return { n = 0 } end,
                  moves = { roll = { play = function() end } },
                  outcome = function(state) if state.n > 6 then return require "parlor".draw() end end,
                }
                """
            try Data(source.utf8).write(to: game.appendingPathComponent("game.lua"))
            let run = try runProgram(["bench", game.path, "--seconds", "0.1"])
            #expect(run.status == 1 && run.output == "", "\(run)")
            #expect(run.errors.contains("expected a random game to end"), "\(run.errors)")
            #expect(run.errors.contains("`parlor check \(game.path)`"), "\(run.errors)")
        }
    }
}
