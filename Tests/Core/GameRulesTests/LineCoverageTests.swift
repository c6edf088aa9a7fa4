import GameRules
import Testing
import Values

@Suite struct LineCoverageTests {
    private static let source = """
        local parlor = require "parlor"
        local rules = require "rules"

        return parlor.game {
          title = "Count", summary = "Count up.", version = 1, seats = 2,
          setup = function() return { n = 0 } end,
          moves = {
            add = {
              choices = { 1, 2, 9 },
              play = function(state, _, by)
                if by == 9 then
                  error("nine")
                end
                state.n = rules.add(state.n, by)
              end,
            },
          },
          outcome = function(state)
            if state.n >= 4 then
              return parlor.draw()
            end
          end,
        }
        """
    private static let rules =
        "local M = {}\nfunction M.add(a, b)\n  return a + b\nend\nfunction M.never()\n  M.x = 1\nend\nreturn M"

    private func match() throws -> Match {
        try Match(of: script(Self.source, id: "count", files: ["rules.lua": Self.rules]))
    }

    /// Returns the lines that should run and didn't.
    private func missing(_ match: Match) throws -> [String: [Int]] {
        var result: [String: [Int]] = [:]
        for (file, lines) in try match.script.executableLines() {
            result[file] = lines.subtracting(match.luaStates.coveredLines[file] ?? []).sorted()
        }
        return result
    }

    @Test func whatLoadingSetupAndPlaysRanIsKnown() throws {
        let match = try match()
        try match.play("1", seat: 1)
        #expect(match.luaStates.coveredLines.isEmpty)
        match.luaStates.coversLines = true
        _ = try match.stateBytes()
        #expect(try missing(match) == ["game.lua": [12, 20], "rules.lua": [6]], "what ran before counts, too")
        #expect(try match.status.ply == 1)
        try match.play("2", seat: 2)
        try match.play("2", seat: 1)
        #expect(try match.status.outcome == .draw)
        #expect(try missing(match) == ["game.lua": [12], "rules.lua": [6]])
        #expect(
            Set(match.luaStates.coveredLines.keys) == ["game.lua", "rules.lua"], "the host's own Lua isn't covered")
    }

    @Test func linesOfStatesThatAreGoneStay() throws {
        let match = try match()
        match.luaStates.coversLines = true
        #expect(failure { try match.play("9", seat: 1) } is GameError)
        #expect(try missing(match) == ["game.lua": [14, 20], "rules.lua": [3, 6]])
        try match.play("2", seat: 1)
        try match.play("2", seat: 2)
        try match.undo()
        try match.undo()
        match.luaStates.forget()
        #expect(try missing(match) == ["game.lua": [], "rules.lua": [6]])
        match.luaStates.coversLines = false
        #expect(try missing(match) == ["game.lua": [], "rules.lua": [6]])
        #expect(try match.status.ply == 0)
    }

    @Test(arguments: [
        "tic-tac-toe", "connect-four", "crazy-eights", "battleship", "blackjack", "liars-dice", "pig",
        "rock-paper-scissors",
    ])
    func coveringChangesNothing(id: String) throws {
        let made = try catalog().script(id)
        for seed in 0..<3 as Range<UInt64> {
            var (one, two) = (SplitMix64(seed: seed), SplitMix64(seed: seed))
            let (plain, covered) = (try Match(of: made, seed: seed), try Match(of: made, seed: seed))
            covered.luaStates.coversLines = true
            covered.luaStates.countsInstructions = true
            while try plain.playRandomMove(using: &one) { try covered.playRandomMove(using: &two) }
            try covered.playRandomMove(using: &two)
            #expect(try covered.save() == plain.save(), "\(id), seed \(seed)")
            let lines = try #require(covered.luaStates.coveredLines["game.lua"])
            let executable = try #require(try made.executableLines()["game.lua"])
            #expect(lines.intersection(executable).count * 2 > executable.count, "\(id), seed \(seed)")
        }
    }

    @Test func aFileThatCantBeCompiledIsNamed() throws {
        let broken = try script(Self.source, id: "count", files: ["rules.lua": Self.rules, "notes.lua": "local = 1"])
        let words = "\(try #require(failure { _ = try broken.executableLines() }))"
        #expect(words.contains("notes.lua:1"), "\(words)")
    }
}
