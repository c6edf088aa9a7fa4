import GameRules
import LuaRuntime
import Testing
import Values

@Suite struct RehearsalTests {
    private func source(last: Int = 9, title: String = "Count", options: String = "") -> String {
        """
        local parlor = require "parlor"
        return parlor.game {
          title = "\(title)", options = { \(options) },
          setup = function() return { sum = 0 } end,
          moves = {
            add = {
              choices = function() return { 1, \(last == 2 ? "2" : "2, 3") } end,
              play = function(state, _, n) state.sum = state.sum + n end,
            },
          },
          outcome = function(state) if state.sum > \(last) then return parlor.draw() end end,
        }
        """
    }

    @Test func playsTheLogUnderTheNewScript() throws {
        let one = "small = { default = 1, min = 1, max = 3 }"
        let match = try Match(of: script(source(options: one)), options: ["small": 2], seed: 5)
        for (index, move) in ["3", "2", "1"].enumerated() { try match.play(move, seat: index % 2 + 1) }
        let other = try match.replayed(under: script(source(last: 20, title: "Other")))
        #expect(other.script.title == "Other" && other.seed == 5 && other.options.isEmpty)
        #expect(try other.history().map(\.text) == ["3", "2", "1"])
        #expect(try other.status.turn == [2])
    }

    @Test func namesTheFirstMoveThatIsNotLegal() throws {
        let match = try Match(of: script(source()))
        for (index, move) in ["1", "3"].enumerated() { try match.play(move, seat: index % 2 + 1) }
        let error = failure { _ = try match.replayed(under: script(source(last: 2))) }
        #expect("\(try #require(error))".contains("Ply 2, '3' of seat 2"))
        #expect(try match.history().map(\.text) == ["1", "3"])
    }

    @Test func playsRoundsAndLeavesAgain() throws {
        let rps = try catalog().script("rock-paper-scissors")
        let match = try Match(of: rps)
        for (hand, seat) in [("paper", 2), ("rock", 1), ("rock", 1)] { try match.play(hand, seat: seat) }
        let same = try match.replayed(under: rps)
        #expect(try same.status == match.status && same.digest() == match.digest())
        try match.leave(seat: 2)
        #expect(try match.replayed(under: rps).status.outcome == .win([1]))
    }

    @Test func replaysASavedMatchOfOtherRules() throws {
        let match = try Match(of: script(source()))
        try match.play("3", seat: 1)
        let bytes = try match.save()
        let changed = try script(source(last: 20))
        #expect(failure { _ = try Match(loading: bytes, of: changed) } != nil)
        let replayed = try Match(replaying: SavedMatch(bytes), of: changed)
        #expect(try replayed.history().map(\.text) == ["3"])
        try replayed.play("1", seat: 2)
    }
}
