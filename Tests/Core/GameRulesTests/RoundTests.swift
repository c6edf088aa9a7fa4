import GameRules
import Testing
import Values

/// Rounds: several seats move at once, and nobody sees a move before all seats have moved.
@Suite struct RoundTests {
    static let source = """
        local parlor = require 'parlor'
        return parlor.game {
          title = 'Sum', seats = { 2, 4 },
          setup = function() return { order = {}, rounds = 0 } end,
          turn = function(_, match)
            local all = {}
            for seat = match.seats, 1, -1 do all[#all + 1] = seat end
            return all
          end,
          moves = { say = { choices = { 1, 2, 3 }, play = function(state, seat, n)
            state.order[#state.order + 1] = seat * 10 + n
          end } },
          resolve = function(state) state.rounds = state.rounds + 1 end,
          outcome = function(state) if state.rounds == 2 then return parlor.win(1) end end,
        }
        """

    @Test func movesAreHeldBackAndPlayedInSeatOrder() throws {
        let match = try Match(of: script(Self.source), seats: 3)
        let empty = try match.stateBytes()
        #expect(try match.status.turn == [1, 2, 3])
        #expect(try match.status.isRound)
        #expect(try match.play("3", seat: 3).turn == [1, 2])
        #expect(rejection { try match.play("1", seat: 3) }?.code == "not_your_turn")
        try match.play("1", seat: 1)
        #expect(try match.stateBytes() == empty, "half a round is never in the state")
        #expect(try match.status.ply == 0)
        let after = try match.play("2", seat: 2)
        #expect(after.ply == 3)
        #expect(try match.view(for: nil)["order"] == [11, 22, 33])
        #expect(match.log.map(\.seat) == [1, 2, 3])
    }

    @Test func everyOrderOfArrivalGivesTheSameBytes() throws {
        let made = try script(Self.source)
        var digests = Set<[UInt8]>()
        for order in [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]] {
            let match = try Match(of: made, seats: 3)
            for seat in order { try match.play("\(seat)", seat: seat) }
            digests.insert(try match.save())
        }
        #expect(digests.count == 1)
    }

    @Test func aHalfRoundSurvivesSaveRebuildAndUndo() throws {
        let made = try script(Self.source)
        let match = try Match(of: made, seats: 2)
        try match.play("1", seat: 1)
        try match.play("1", seat: 2)
        try match.play("2", seat: 2)
        let loaded = try Match(loading: match.save(), of: made)
        match.luaStates.forget()
        for copy in [match, loaded] {
            #expect(try copy.status.turn == [1])
            #expect(try copy.status.ply == 2)
            #expect(try copy.play("3", seat: 1).outcome == .win([1]))
            #expect(try copy.view(for: nil)["order"] == [11, 21, 13, 22])
            try copy.go(to: 1)
            #expect(try copy.status.turn == [2])
        }
    }

    @Test func aSeatThatLeavesStartsTheRoundAnew() throws {
        let match = try Match(of: script(Self.source), seats: 3)
        try match.play("1", seat: 1)
        let status = try match.leave(seat: 2)
        #expect(status.turn == [1, 3])
        #expect(status.gone == [2])
        #expect(status.ply == 1)
        try match.play("2", seat: 1)
        try match.play("2", seat: 3)
        #expect(try match.view(for: nil)["order"] == [12, 32])
        #expect(try match.leave(seat: 1).outcome == .win([3]))
    }

    @Test func goingBackIntoARoundLeavesItsEntriesWaiting() throws {
        let match = try Match(of: catalog().script("rock-paper-scissors"))
        try match.play("rock", seat: 1)
        try match.play("paper", seat: 2)
        try match.go(to: 1)
        #expect(match.enteredInRound == 1)
        #expect(try match.status.turn == [2])
        #expect(try match.status.ply == 0)
        try match.play("scissors", seat: 2)
        #expect(match.enteredInRound == 0)
        #expect(match.log.map(\.seat) == [1, 2])
        #expect(try match.status.ply == 2)
    }
}
