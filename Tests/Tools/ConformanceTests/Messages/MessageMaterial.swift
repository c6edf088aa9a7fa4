import Effort
import Foundation
import GameRules
import LuaRuntime
import Testing
import Values

@testable import Conformance

/// Games for the checks of messages, from the checkout that this test was built from.
enum MessageMaterial {
    static let home = ParlorHome(
        folder: checkout)

    /// Games of each kind: with open moves, with sealed moves, and with chance. The whole check of
    /// each game includes these checks, too.
    static let bundled = TestEffort.extent(
        quick: ["tic-tac-toe", "rock-paper-scissors", "blackjack"],
        full: ["tic-tac-toe", "connect-four", "rock-paper-scissors", "battleship", "blackjack", "liars-dice", "pig"])

    static func bundled(_ game: String) throws -> GameScript { try GameCatalog(home: home).script(game) }

    /// Returns a run over random games of a bundled game, on short boards.
    static func runBundled(_ game: String, seed: UInt64 = 1) throws -> CheckRun {
        try run(bundled(game), options: TestEffort.options(of: game), seed: seed)
    }

    /// Returns a game with this source text.
    static func script(_ source: String, id: String = "test-game") throws -> GameScript {
        try GameScript(GameFolder(id: id, game: source), library: ScriptSource(folder: home.sdk))
    }

    /// Returns a counter: each seat adds 1 or 2 until the sum reaches `goal`. `more` are further
    /// fields of the definition.
    static func counter(goal: Int = 8, _ more: String = "") throws -> GameScript {
        try script(
            """
            local parlor = require "parlor"
            return parlor.game {
              title = "Counter",
              setup = function() return { count = 0 } end,
              moves = { add = { choices = { 1, 2 }, play = function(state, _, n) state.count = state.count + n end } },
              outcome = function(state) if state.count >= \(goal) then return parlor.draw() end end,
              \(more)
            }
            """)
    }

    /// Returns a game whose moves are texts that can't be listed.
    static func typed(_ text: String = "words and more", goal: Int = 4) throws -> GameScript {
        try script(
            """
            local parlor = require "parlor"
            return parlor.game {
              title = "Essays",
              setup = function() return { count = 0 } end,
              turn = function(state) return state.count % 2 + 1 end,
              moves = { write = {
                args = { type = "text", examples = { "\(text)" } },
                legal = function(_, _, text) return #text <= 1000 end,
                play = function(state) state.count = state.count + 1 end } },
              outcome = function(state) if state.count >= \(goal) then return parlor.draw() end end,
            }
            """)
    }

    /// Returns random games of a script, the longest first.
    static func games(
        of script: GameScript, seats: Int? = nil, options: [String: Value] = [:], count: Int = 2, seed: UInt64
    ) throws -> [PlayedGame] {
        let subject = GameUnderTest(script)
        var games: [PlayedGame] = []
        for number in 0..<UInt64(count) {
            let setup = GameSetup(
                seats: seats ?? max(2, script.seats.lowerBound), options: try script.options(choosing: options),
                seed: seed &+ number)
            let playout = try Playout(of: subject, setup, effort: .quick, seed: seed)
            var chooser = RandomChooser(.uniform, seen: [:], seed: seed &+ number)
            var checks: [any PlyCheck] = []
            try playout.play(choosing: &chooser, checks: &checks)
            games.append(PlayedGame(setup: setup, steps: playout.steps))
        }
        return games.sorted { $0.steps.count > $1.steps.count }
    }

    /// Returns a run over random games of a script.
    static func run(
        _ script: GameScript, effort: Effort = .quick, seats: Int? = nil, options: [String: Value] = [:],
        count: Int = 2, seed: UInt64 = 1
    ) throws -> CheckRun {
        let games = try LuaThread.run {
            try Self.games(of: script, seats: seats, options: options, count: count, seed: seed)
        }
        return CheckRun(GameUnderTest(script), effort: effort, seed: seed, setups: games.map(\.setup), games: games)
    }
}

/// Returns the finding of a check, or nil.
func finding(of check: some GameCheck, _ run: CheckRun) -> Finding? {
    do throws(Finding) {
        try LuaThread.run { () throws(Finding) in try check.check(run) }
        return nil
    } catch {
        return error
    }
}
