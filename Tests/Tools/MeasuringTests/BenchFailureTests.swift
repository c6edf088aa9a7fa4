import Foundation
import GameRules
import LuaRuntime
import Testing

@testable import Measuring

/// `bench` also runs strangers' games. The baseline, plain Lua, gives a game no access to anything,
/// and an endless game is reported as endless.
@Suite struct BenchFailureTests {
    @Test(
        arguments: [
            "io", "os", "package", "debug", "dofile", "loadfile", "load", "collectgarbage", "warn", "string.dump",
        ])
    func theBaselineReachesNothing(name: String) throws {
        let state = try LuaState(kind: .stock)
        let probe = try state.load("return type(\(name)) .. ' ' .. type(require)", name: "probe")
        #expect(try state.call(probe).first?.text == "nil function")
    }

    @Test func theBaselineIsSilentAndFindsNoLibraryByRequire() throws {
        let state = try LuaState(kind: .stock)
        let probe = try state.load(
            """
            print("said")
            local found = {}
            for _, name in ipairs { "io", "os", "debug", "package", "_G" } do
              if pcall(require, name) then found[#found + 1] = name end
            end
            return table.concat(found, " ")
            """, name: "probe")
        #expect(try state.call(probe).first?.text == "")
        #expect(state.printed == "")
    }

    @Test(arguments: [false, true]) func aGameWithoutAnEndIsSaidToBeOne(wholeGames: Bool) throws {
        let folder = GameFolder(
            id: "endless",
            game: """
                return require "parlor".game {
                  title = "Endless", setup = function() return { n = 0 } end,
                  moves = { roll = { play = function() end } },
                  outcome = function(state) if state.n > 6 then return require "parlor".draw() end end,
                }
                """)
        let script = try GameScript(folder, library: try ScriptSource(folder: home.sdk))
        var playouts = try GuardedPlayouts(script, wholeGames: wholeGames, pool: MemoryPool())
        #expect(throws: BenchFailure.self) { try playouts.play(games: 1) }
    }

    /// A game without plies has no figures, and a number that is not finite or too large can't be
    /// grouped by thousands.
    @Test func whatIsNoNumberIsADash() {
        for number in [Double.nan, .infinity, -.infinity, 1e300] { #expect(BenchReport.whole(number) == "–") }
        for number in [Double.nan, .infinity] { #expect(decimal(number, 2) == "–") }
        #expect(BenchReport.whole(1234.5) == "1235" && BenchReport.whole(-0.2) == "0" && decimal(1.25, 1) == "1.2")
    }
}
