import GameRules
import MatchSessions
import MessageProtocol
import MessagesTesting
import Simulation
import Testing
import Values

/// A script whose outcome doesn't follow from the log alone. Two phones may get different winners,
/// but they report it.
@Suite struct DifferentEndsTests {
    /// Returns a game that wins by the number of calls of `play` in the Lua state. A device plays
    /// its drafts in that state, too, and undoes them.
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
            GameFolder(id: "counting", game: source), library: Catalog(home: home).library)
    }

    @Test func anotherWinnerIsAnotherPosition() throws {
        let script = try Self.counting()
        let (once, again) = (try Match(of: script), try Match(of: script))
        try again.play("1", seat: 1)
        try again.restart(seed: 0)
        for match in [once, again] {
            for ply in 0..<5 { try match.play("1", seat: ply % 2 + 1) }
        }
        #expect(try once.status.outcome != again.status.outcome)
        #expect(try once.digest(public: true) == again.digest(public: true))
        #expect(try once.standingDigest() != again.standingDigest())
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>) func nobodyEndsInSilence(seed: UInt64) throws {
        let script = try Self.counting()
        var random = SplitMix64(seed: seed)
        let people = [try SimulatedPerson("Ann", script, seed: seed), try SimulatedPerson("Bob", script, seed: seed)]
        let id = try people[0].begin()
        people[1].read(try people[0].act(.invite, in: id), from: people[0])
        var verdicts: [String] = []
        for ply in 0..<5 {
            let (mover, other) = (people[ply % 2], people[1 - ply % 2])
            // a draft that was undone was played, too
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                _ = try mover.table.play("2", in: id, token: mover.token, joining: mover.newKey())
                mover.table.cancelDraft(of: id)
            }
            guard let url = try? mover.play("1", in: id) else { break }
            verdicts.append(other.read(url, from: mover).verdict.code)
        }
        let ends = try people.map { try $0.table.status(of: id).outcome }
        #expect(ends[0] == ends[1] || verdicts.contains("corrupted"), "seed \(seed): \(ends), \(verdicts)")
    }

    /// In `drive`, a match is played and signed only for a message: then the outcome of its replay
    /// counts.
    @Test func aMatchThatStandsElsewhereIsNotSent() throws {
        let source = """
            local parlor = require "parlor"
            local calls = 0
            return parlor.game { title = "Calls", setup = function() return { n = 0 } end,
              moves = { go = { choices = { "a", "b" }, legal = function() calls = calls + 1 return true end,
                play = function(s) s.n = s.n + 1 end } },
              outcome = function(s) if s.n == 3 then return parlor.win(calls == 3 and 1 or 2) end end }
            """
        let script = try GameScript(GameFolder(id: "calls", game: source), library: Catalog(home: home).library)
        let match = try CorrespondenceMatch(of: script)
        // from another match in the same Lua state, where the script has counted on
        try match.match.play("a", seat: 1)
        try match.match.restart(seed: 0)
        for ply in 0..<3 { try match.match.play("a", seat: ply % 2 + 1) }
        let error = #expect(throws: SessionError.self) { try match.message(from: 1) }
        #expect("\(error as Any)".contains("stands elsewhere when its log is played again"), "\(error as Any)")
    }
}
