import Foundation
import GameRules
import Testing

@testable import Conformance

/// P3 finds a seat that hides something only after it was asked. There is no finding for other
/// games.
@Suite struct LateHidingCheckTests {
    /// Returns version 2 of battleship, in which seat 1 shoots before seat 2 has hidden its fleet.
    private static func battleship(_ changes: [String: String] = [:]) throws -> GameScript {
        let place = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Unfair/battleship-2.lua")
        var text = try String(contentsOf: place, encoding: .utf8)
        // on the large sea a match has four hundred plies
        let small = ["size = { default = 10, values = { 10, 8, 3 },": "size = { default = 3, values = { 3 },"]
        for (old, new) in small.merging(changes, uniquingKeysWith: { $1 }) {
            #expect(text.contains(old), "\(old)")
            text = text.replacing(old, with: new)
        }
        let folder = try catalog().folder("battleship")
        let others = folder.files.filter { $0.key != "game.lua" }
        return try GameScript(GameFolder(id: "fleets", game: text, files: others), library: catalog().library)
    }

    /// Changes by which both seats hide their fleets before the first shot.
    private static let fair = [
        "state.ready[seat], state.task = true, state.shots[1] and \"answer\" or \"shoot\"":
            "state.ready[seat] = true if state.ready[3 - seat] then state.seat, state.task = 1, \"shoot\" "
            + "else state.seat = 3 - seat end",
        "state.seat, state.task = other, state.ready[other] and \"answer\" or \"hide\"":
            "state.seat, state.task = other, \"answer\"",
    ]

    private func report(_ script: GameScript) -> GameReport {
        conformance(of: script, options: CheckOptions(seed: 3, games: 1, workers: 1))
    }

    /// On a large sea the answer rarely depends on the shot, because most shots miss.
    @Test(arguments: [3, 10], [false, true]) func aShotBeforeTheFleetLiesIsFound(size: Int, isSalvo: Bool) throws {
        let report = report(
            try Self.battleship([
                "size = { default = 10, values = { 10, 8, 3 },": "size = { default = \(size), values = { \(size) },",
                "salvo = { default = false,": "salvo = { default = \(isSalvo),",
            ]))
        #expect(report.findings.map(\.property) == [.p3], "\(report.findings.map(\.description))")
        #expect(report.findings.first?.sentence.hasPrefix("Seat 2 first hid something at ply") == true)
    }

    @Test func fleetsThatLieBeforeTheFirstShotAreFine() throws {
        let report = report(try Self.battleship(Self.fair))
        #expect(report.findings.isEmpty, "\(report.findings.map(\.description))")
        guard case .holds = report[.p3] else { Issue.record("\(report[.p3])"); return }
    }

    @Test(arguments: ["liars-dice", "rock-paper-scissors", "crazy-eights", "pig"]) func otherGamesAreFine(_ id: String)
        throws
    {
        let report = report(try catalog().script(id))
        #expect(!report.findings.contains { $0.property == .p3 }, "\(report.findings)")
        if id == "liars-dice", case .holds = report[.p3] { return }
        let reason =
            id == "crazy-eights"
            ? "A host deals, so no phone answers from its own sealed moves."
            : "No move of the game is sealed for longer than its round."
        #expect(id != "liars-dice" && report[.p3] == .notJudged(reason))
    }

    private static func words(_ more: String) -> String {
        """
        local parlor = require "parlor"
        local words = { "cat", "dog", "cow", "pig" }
        return parlor.game {
          title = "Words", summary = "Hide a word; the others guess.", \(more)
        }
        """
    }

    /// Games that look similar but ask nobody before they have hidden something.
    private static let fairGames: [String: String] = [
        "each hides in turn, and the others guess in the rounds before": words(
            """
            seats = 3,
              setup = function() return { hider = 1, guesser = 2, count = 0 } end,
              turn = function(state, match)
                if match.sealed[state.hider] == 0 then return state.hider, "hide" end
                if state.guess then return state.hider, "answer" end
                return state.guesser, "guess"
              end,
              moves = {
                hide = { secret = "match", choices = words, play = function(state, seat, word) state.secret[seat].word = word end },
                guess = { choices = words, play = function(state, _, word) state.guess = word end },
                answer = { choices = { "yes", "no" },
                  forced = function(state, seat) return state.secret[seat].word == state.guess and "yes" or "no" end,
                  play = function(state)
                    state.guess, state.count = nil, state.count + 1
                    state.guesser = state.guesser % 3 + 1
                    if state.count % 4 == 0 then state.hider = state.hider + 1 end
                    if state.guesser == state.hider then state.guesser = state.guesser % 3 + 1 end
                  end },
              },
              leave = function(state) state.count = 12 end, -- or others would hide for ever
              outcome = function(state) if state.count == 12 then return parlor.draw() end end,
            """),
        "a sum is said first, and whoever hides is ready when it hid as much": words(
            """
            setup = function() return { count = 0 } end,
              turn = function(state, match)
                if not state.sum then return 1, "sum" end
                if not state.ready then return 2 end
                return 1, "guess"
              end,
              moves = {
                sum = { choices = { 3, 4, 5 }, play = function(state, _, sum) state.sum = sum end },
                hide = { secret = "match", choices = { 1, 2 }, when = function(state) return not state.ready end,
                  play = function(state, seat, n) state.secret[seat].n = (state.secret[seat].n or 0) + n end },
                ready = { legal = function(state, seat) return (state.secret[seat].n or 0) >= state.sum end,
                  play = function(state) state.ready = true end },
                guess = { choices = { "cat", "horse" }, play = function(state) state.count = state.count + 1 end },
              },
              outcome = function(state) if state.count == 2 then return parlor.draw() end end,
            """),
        "a level is chosen first, and what was hidden is described": words(
            """
            setup = function() return { count = 0 } end,
              turn = function(state, match)
                if not state.level then return 1, "level" end
                if match.sealed[2] == 0 then return 2, "hide" end
                if not state.length then return 2, "describe" end
                return 1, "guess"
              end,
              moves = {
                level = { choices = { "easy", "hard" }, play = function(state, _, level) state.level = level end },
                hide = { secret = "match", choices = { "cat", "horse" }, play = function(state, seat, word)
                  state.secret[seat].word = word
                end },
                describe = { choices = { 3, 5 }, forced = function(state, seat) return #state.secret[seat].word end,
                  play = function(state, _, length) state.length = length end },
                guess = { choices = { "cat", "horse" }, play = function(state) state.count = state.count + 1 end },
              },
              outcome = function(state) if state.count == 2 then return parlor.draw() end end,
            """),
    ]

    @Test(arguments: fairGames.keys.sorted()) func whatAsksLaterIsFine(_ name: String) throws {
        let source = try #require(Self.fairGames[name])
        let script = try GameScript(GameFolder(id: "words", game: source), library: try ScriptSource(folder: home.sdk))
        let report = report(script)
        #expect(report.findings.isEmpty, "\(report.findings.map(\.description))")
        guard case .holds = report[.p3] else { Issue.record("\(report[.p3])"); return }
    }
}
