import GameRules
import MatchSessions
import MessageProtocol
import MessagesTesting
import Simulation
import Testing
import Values

/// A script whose outcome would depend on a local variable. All devices still compute the same end.
@Suite struct DifferentEndsTests {
    /// Returns a game whose winner depends on the number of calls of `play` in the Lua state. A
    /// device plays its drafts in that state, too, and undoes them.
    private static func counting() throws -> GameScript {
        let source = """
            local parlor = require "parlor"
            local plays = 0
            return parlor.game {
              title = "Counting", setup = function() return { n = 0 } end,
              moves = { go = { choices = { 1, 2 }, play = function(state) plays, state.n = plays + 1, state.n + 1 end } },
              outcome = function(state) if state.n == 5 then return parlor.win(plays % 2 + 1) end end,
            }
            """
        return try GameScript(
            GameFolder(id: "counting", game: source), library: GameCatalog(home: home).library)
    }

    @Test func anEarlierMatchLeavesNoTrace() throws {
        let script = try Self.counting()
        let (once, again) = (try Match(of: script), try Match(of: script))
        try again.play("1", seat: 1)
        try again.restart(seed: 0)
        for match in [once, again] {
            for ply in 0..<5 { try match.play("1", seat: ply % 2 + 1) }
        }
        #expect(try once.status.outcome == .win([1]) && again.status.outcome == .win([1]))
        #expect(try once.standingDigest() == again.standingDigest())
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>) func twoPhonesEndAlike(seed: UInt64) throws {
        let script = try Self.counting()
        var random = SplitMix64(seed: seed)
        let people = [try SimulatedPerson("Ann", script, seed: seed), try SimulatedPerson("Bob", script, seed: seed)]
        let id = try people[0].begin()
        people[1].read(try people[0].act(.invite, in: id), from: people[0])
        for ply in 0..<5 {
            let (mover, other) = (people[ply % 2], people[1 - ply % 2])
            // the rules have also played a draft that was undone
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                _ = try mover.table.play("2", in: id, token: mover.token, joining: mover.newKey())
                mover.table.cancelDraft(of: id)
            }
            let url = try mover.play("1", in: id)
            #expect(other.read(url, from: mover).verdict.code == "adopt")
        }
        let ends = try people.map { try $0.table.status(of: id).outcome }
        #expect(ends == [.win([1]), .win([1])], "seed \(seed)")
    }
}
