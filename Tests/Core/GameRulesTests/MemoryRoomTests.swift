import LuaRuntime
import Testing
import Values

@testable import GameRules

/// The memory that a function gets depends only on the position as its seat knows it. It doesn't depend on earlier
/// calls in the same Lua state.
@Suite struct MemoryRoomTests {
    /// Seat 1 tries how many entries fit into memory; its move is always refused. Seat 2 seals a large or a small
    /// part.
    private func game() throws -> GameScript {
        try script(
            """
            local parlor = require 'parlor'
            return parlor.game {
              title = 'Room', seats = 2, limits = { memory = 3e6 },
              setup = function() return { plies = 0 } end,
              turn = function(state, match) return match.sealed[2] == 0 and 2 or 1 end,
              moves = {
                hide = { secret = 'match', args = { type = 'integer', min = 0, max = 1000 }, play = function(state, seat, n)
                  local part = {}
                  for i = 1, n do part[i] = { ('text %d of a seat'):format(i) } end
                  state.secret[seat] = part
                end },
                go = { args = { type = 'integer', min = 0, max = 9 }, play = function(state, _, n)
                  local rubbish
                  for i = 1, n * 1000 do rubbish = { 'rubbish ' .. i } end
                  state.plies = state.plies + 1
                end },
                try = { args = { type = 'integer', min = 0, max = 1000000 }, play = function(_, _, n)
                  local t = {}
                  for i = 1, n do t[i] = { ('text %d of a seat'):format(i) } end
                  return parlor.reject('fits', 'It fits.')
                end },
              },
              outcome = function(state) return state.plies == 60 and parlor.draw() or nil end,
            }
            """)
    }

    /// Returns the largest number of entries that fit.
    private func room(in match: Match) throws -> Int {
        func fits(_ n: Int) throws -> Bool {
            switch failure({ try match.play(name: "try", argument: .int(Int64(n)), seat: 1) }) as? GameError {
            case .rejected(let rejection) where rejection.code == "fits": return true
            case .failed(let failed) where failed.error.limit == .memory: return false
            case let other: throw GameError.request("\(String(describing: other))")
            }
        }
        var (low, high) = (0, 100_000)
        while high - low > 1 {
            let middle = (low + high) / 2
            if try fits(middle) { low = middle } else { high = middle }
        }
        return low
    }

    private func hidden(_ n: Int, _ script: GameScript) throws -> Match {
        let match = try Match(of: script)
        try match.play(name: "hide", argument: .int(Int64(n)), seat: 2)
        return match
    }

    @Test func whatAnotherSeatSealedLeavesTheSameRoom() throws {
        let script = try game()
        let rooms = try [0, 1, 10, 100, 500, 1000].map { try room(in: hidden($0, script)) }
        #expect(Set(rooms).count == 1 && rooms[0] > 1000, "\(rooms)")
    }

    @Test func aDeviceThatDoesNotKnowTheSealHasTheSameRoom() throws {
        let script = try game()
        let stranger = try Match(of: script)
        try stranger.sealedMoves.seal(seat: 2)
        #expect(try room(in: stranger) == room(in: hidden(1000, script)))
    }

    @Test func thePastLeavesTheSameRoom() throws {
        let script = try game()
        let fresh = try hidden(7, script)
        for n in [9, 0, 9, 3] { try fresh.play(name: "go", argument: .int(Int64(n)), seat: 1) }
        let rooms = try [
            room(in: fresh), room(in: fresh),
            {
                let match = try hidden(7, script)
                for n in [0, 9, 0, 0] {
                    for tried in [10, 90_000] {
                        _ = failure { try match.play(name: "try", argument: .int(Int64(tried)), seat: 1) }
                    }
                    try match.play(name: "go", argument: .int(Int64(n)), seat: 1)
                    _ = try match.view(for: 1)
                }
                return try room(in: match)
            }(),
            {
                let match = try hidden(7, script)
                for n in [9, 9, 9, 9, 9] { try match.play(name: "go", argument: .int(Int64(n)), seat: 1) }
                try match.undo()
                return try room(in: match)
            }(),
            room(in: Match(loading: fresh.save(), of: script)),
            room(in: Match(replaying: SavedMatch(fresh.save()), of: script)),
        ]
        #expect(Set(rooms).count == 1, "\(rooms)")
    }

    /// A call succeeds in all matches at a position or in none of them, however much memory it needs. This includes
    /// matches that never reached the limit before.
    @Test func aMoveThatFitsAloneFitsAlways() throws {
        let script = try game()
        let room = try room(in: hidden(0, script))
        for n in stride(from: 1, through: room, by: max(1, room / 12)) + [room, room + 1] {
            for past in [0, 9] {
                let match = try hidden(past * 100, script)
                for _ in 0..<past { try match.play(name: "go", argument: .int(Int64(past)), seat: 1) }
                let error = failure { try match.play(name: "try", argument: .int(Int64(n)), seat: 1) }
                guard case .rejected? = error as? GameError else {
                    #expect(n > room, "\(n) entries after \(past) plies: \(String(describing: error))")
                    continue
                }
                #expect(n <= room)
            }
        }
    }

    /// Neither playing nor looking at an ordinary match needs a Lua state for each call.
    @Test func theGamesOfThisFolderStayWithinTheirPart() throws {
        for id in try catalog().ids {
            let match = try Match(of: catalog().script(id), seed: 7)
            var generator = SplitMix64(seed: 7)
            for _ in 0..<60 where try match.status.outcome == nil {
                guard let seat = try match.status.turn.first else { break }
                _ = try match.scene(for: seat)
                _ = try match.playRandomMove(choice: generator.next())
            }
            #expect(!match.luaStates.isolatesCalls, "\(id)")
        }
    }

    /// A script can find out whether two plies ran in one Lua state. Therefore a seat's sealed moves must not affect
    /// which plies share a state.
    @Test func everyPlyOfAGameWithSealsHasANewState() throws {
        let script = try game()
        for secret in [0, 1000] {
            let match = try hidden(secret, script)
            for ply in 1...6 {
                let counter = WorkCounter()
                try counter.count { _ = try match.playGoingOn(name: "go", argument: 1, seat: 1) }
                #expect(counter.work[.statesCreated] >= 1, "secret \(secret), ply \(ply)")
            }
        }
    }

    /// The legal moves of a seat depend on its secrets. If listing them fails, other seats' moves aren't
    /// refused because of that.
    @Test(arguments: [0, 1]) func theNextSeatsSecretRefusesNoMove(secret: Int64) throws {
        let script = try script(
            """
            local parlor = require 'parlor'
            return parlor.game {
              title = 'Next', seats = 2,
              setup = function() return { told = 0 } end,
              turn = function(state, match) return match.sealed[2] == 0 and 2 or state.told % 2 + 1 end,
              moves = {
                hide = { secret = 'match', choices = { 0, 1 }, when = function(_, _, match) return match.sealed[2] == 0 end,
                  play = function(state, seat, n) state.secret[seat].n = n end },
                tell = { choices = { 1, 2 }, when = function(_, _, match) return match.sealed[2] > 0 end, legal = function(state, seat)
                    return seat == 1 or state.secret[2].n == 0 or error 'seat 2 hides a one'
                  end, play = function(state) state.told = state.told + 1 end },
              },
              outcome = function(state) return state.told == 9 and parlor.draw() or nil end,
            }
            """)
        let match = try Match(of: script)
        try match.playGoingOn(name: "hide", argument: .int(secret), seat: 2)
        try match.playGoingOn(name: "tell", argument: 1, seat: 1)
        #expect(try match.status.turn == [2])
    }
}
