import Conformance
import Effort
import Foundation
import GameRules
import Testing
import Values

@Suite struct GameTreeTests {
    private static let home = ParlorHome(
        folder: checkout)

    private func game(_ id: String) throws -> GameScript { try GameCatalog(home: Self.home).script(id) }

    /// Returns a game for two with a number that starts at 0.
    private func counting(_ parts: String, move: String = "choices = { 1, 2 }") throws -> GameScript {
        let source = """
            local parlor = require "parlor"
            return parlor.game {
              title = "Count", summary = "Count up.", version = 1, seats = 2,
              setup = function() return { n = 0 } end,
              moves = { add = { \(move), play = function(state, seat, by) state.n = state.n + (by or 1) end } },
              \(parts)
            }
            """
        return try GameScript(GameFolder(id: "count", game: source), library: ScriptSource(folder: Self.home.sdk))
    }

    private func error(_ body: () throws -> GameTree) -> GameTreeError? {
        do { _ = try body() } catch { return error as? GameTreeError }
        return nil
    }

    @Test func ticTacToeHasThePublishedFigures() throws {
        let tree = try GameTree(of: game("tic-tac-toe"))
        // games and outcomes: Henry Bottomley, "How many Tic-Tac-Toe (noughts and crosses) games
        // are possible?", 2001
        #expect(tree.games == 255_168)
        #expect(tree.states == 5_478)
        #expect(tree.wins == [131_184, 77_904])
        #expect(tree.draws == 46_080)
        #expect(tree.terminals == 958)
        #expect(tree.longest == 9)
        #expect(tree.moves == 16_167)
        #expect(abs(tree.branching - 16_167.0 / 4_520) < 1e-9)
    }

    /// Of the 9 results of a throw, 6 decide the game and 3 are ties. Ties are replayed at most six
    /// times.
    @Test func roundsAreExpandedSeatAfterSeat() throws {
        let tree = try GameTree(of: game("rock-paper-scissors"), options: ["rounds": 1])
        #expect(tree.games == 6 * (1 + 3 + 9 + 27 + 81 + 243 + 729) + 2187)
        #expect(tree.draws == 2187)
        #expect(tree.wins == [3279, 3279])
        #expect(tree.longest == 14)
        // before a throw there are 19 points: the first, and three tied pairs after each of six
        // throws. In the middle of a round there are three times as many points
        #expect(tree.states - tree.terminals == 19 + 57)
        #expect(tree.terminals == 7 * 6 + 3)
        #expect(tree.branching == 3)
    }

    @Test func winnersAreReadFromScores() throws {
        let tree = try GameTree(
            of: counting(
                """
                outcome = function(state, match)
                  if match.ply < 2 then return nil end
                  return parlor.scores(state.n == 2 and { 3, 1 } or state.n == 3 and { 0, 0 } or { -2, 4.5 })
                end
                """))
        #expect(tree.games == 4 && tree.states == 6)
        #expect(tree.wins == [1, 1] && tree.draws == 2)
    }

    @Test func aLongGameWithoutChoicesIsOneGame() throws {
        let tree = try GameTree(
            of: counting(
                "outcome = function(state) if state.n == 3000 then return parlor.win(1) end end",
                move: "choices = { 1 }"))
        #expect(tree.games == 1 && tree.states == 3001 && tree.longest == 3000 && tree.wins == [1, 0])
    }

    @Test func theLimitOfStatesSaysHowFarItCame() throws {
        let script = try game("tic-tac-toe")
        let error = error { try GameTree(of: script, maximumStates: 5_477) }
        guard case .tooManyStates(5_477, let progress)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(progress.states == 5_477 && progress.first == 9 && (0..<9).contains(progress.finished))
        #expect("\(try #require(error))".contains("of the first ply's 9 moves"))
        #expect(try GameTree(of: script, maximumStates: 5_478).games == 255_168)
    }

    @Test func progressIsReportedAndEndsTheCount() throws {
        let script = try game("tic-tac-toe")
        var reports: [Int] = []
        _ = try GameTree(of: script) { progress in
            reports.append(progress.states)
            return true
        }
        #expect(reports == [1000, 2000, 3000, 4000, 5000])
        let error = error { try GameTree(of: script) { $0.states < 2000 } }
        guard case .cancelled(let progress)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(progress.states == 2000)
    }

    @Test func moreGamesThanANumberHoldsAreRefused() throws {
        // both moves lead to the same state, so the number of ways doubles with each ply
        let half = "choices = { 1, 2 }, play = function(state) state.n = state.n + 1 end"
        func same(_ plies: Int) throws -> GameScript {
            let source = """
                local parlor = require "parlor"
                return parlor.game {
                  title = "Count", summary = "Count up.", version = 1, seats = 2,
                  setup = function() return { n = 0 } end,
                  moves = { add = { \(half) } },
                  outcome = function(state) if state.n == \(plies) then return parlor.draw() end end,
                }
                """
            return try GameScript(GameFolder(id: "count", game: source), library: ScriptSource(folder: Self.home.sdk))
        }
        #expect(try GameTree(of: same(62)).games == 1 << 62)
        guard case .tooManyGames? = error({ try GameTree(of: same(63)) }) else {
            Issue.record("2^63 games were counted")
            return
        }
    }

    @Test func gamesWithChanceAreRefused() throws {
        guard case .chance(game: "blackjack")? = error({ try GameTree(of: game("blackjack")) }) else {
            Issue.record("blackjack was counted")
            return
        }
    }

    @Test func typedMovesAreNamed() throws {
        let script = try counting(
            "outcome = function(state) if state.n > 3 then return parlor.draw() end end",
            move: "args = { type = 'integer', min = 1, max = 2 }")
        guard case .typedMove("add", log: let log)? = error({ try GameTree(of: script) }) else {
            Issue.record("a typed move was counted")
            return
        }
        #expect(log.isEmpty)
    }

    @Test func aFailureNamesTheWayThere() throws {
        let script = try counting("outcome = function(state) if state.n == 3 then error 'three' end end")
        guard case .failed(let failure, log: let log)? = error({ try GameTree(of: script) }) else {
            Issue.record("a failing game was counted")
            return
        }
        #expect("\(failure)".contains("three"))
        #expect(log.count == 2)
        let stuck = try counting(
            "outcome = function() end", move: "choices = function(s) return s.n < 2 and { 1 } or {} end")
        #expect("\(try #require(error { try GameTree(of: stuck) }))".contains("no legal move"))
        #expect(error { try GameTree(of: script, seats: 5) } != nil)
    }
}
