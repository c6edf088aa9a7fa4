import GameRules
import LuaRuntime
import Testing
import Values

@testable import Conformance

/// The work of a check at a ply is bounded, however many moves and seats a game has.
@Suite struct SharedWorkTests {
    /// Returns a game of six plies with `moves` moves at each.
    private func script(moves: Int, seats: Int = 2) throws -> GameScript {
        let source = """
            local parlor, scene = require "parlor", require "parlor.scene"
            local cells = {}
            for cell = 1, \(moves) do cells[cell] = "c" .. cell end
            return parlor.game {
              title = "Wide", summary = "Six marks.", seats = \(seats),
              setup = function() return { taken = {}, count = 0 } end,
              moves = { mark = { choices = cells, legal = function(state, _, cell) return not state.taken[cell] end,
                play = function(state, seat, cell) state.taken[cell], state.count = seat, state.count + 1 end } },
              outcome = function(state) if state.count == 6 then return parlor.draw() end end,
              scene = function(view) return scene.text(view.count .. " marks") end,
            }
            """
        return try GameScript(GameFolder(id: "wide", game: source), library: ScriptSource(folder: home.sdk))
    }

    /// Returns the work of these checks on a game.
    private func work(_ script: GameScript, _ checks: [any PlyCheck.Type]) throws -> Work {
        let counter = WorkCounter()
        let setup = GameSetup(seats: script.seats.lowerBound, options: [:], seed: 1)
        try counter.count {
            try LuaThread.run {
                let game = try Playout(of: GameUnderTest(script), setup, effort: .quick, seed: 1)
                var chooser = RandomChooser(.uniform, seen: [:], seed: 1)
                var checks = checks.map { $0.init() }
                try game.play(choosing: &chooser, checks: &checks)
            }
        }
        return counter.work
    }

    @Test func aWideBoardTakesNoMoreCallsThanANarrowOne() throws {
        let (narrow, wide) = (try script(moves: 20), try script(moves: 225))
        let checks = GameChecker.plyChecks
        let (few, many) = (try work(narrow, checks), try work(wide, checks))
        #expect(few[.luaCalls] > 100)
        #expect(many[.luaCalls] < few[.luaCalls] * 5 / 4, "\(many[.luaCalls]) after \(few[.luaCalls])")
        #expect(many[.pliesReplayed] < few[.pliesReplayed] * 5 / 4)
    }

    /// A scene that several seats see in several styles is drawn once: in five widths, in words,
    /// and as a picture with words.
    @Test func whatEverybodySeesIsDrawnOnce() throws {
        let plies = 7
        for seats in [2, 6] {
            let work = try work(try script(moves: 20, seats: seats), [RenderingCheck.self])
            #expect(work[.scenesDrawn] == 8 * plies, "\(work[.scenesDrawn]) with \(seats) seats")
        }
    }
}
