import GameRules
import LuaRuntime
import Testing
import Values

/// Many random moves in one call into Lua have the same result as one call for each move.
@Suite struct RandomPlayTests {
    /// Games with features that no bundled game has.
    private static let own: [String: String] = [
        "typed": """
        local parlor = require 'parlor'
        return parlor.game {
          title = 'Typed', seats = 2, chance = true, setup = function() return { said = {}, sum = 0 } end,
          moves = {
            bid = { args = { type = 'integer', min = 1, max = 9 },
              play = function(state, _, n, match) state.sum = state.sum + n * match.random(3) end },
            say = { args = { type = 'text', examples = { 'a', 'b' } },
              play = function(state, seat, text) state.said[#state.said + 1] = seat .. text end },
            wait = { play = function(state) state.sum = state.sum + 1 end },
            answer = { args = { type = 'integer', min = 0, max = 1000 }, forced = function(state) return state.sum end,
              play = function(state, _, n) state.sum = n + 1 end },
          },
          outcome = function(state) if state.sum > 40 then return parlor.draw() end end,
        }
        """,
        "rounds": """
        local parlor = require 'parlor'
        return parlor.game {
          title = 'Rounds', seats = { 2, 4 }, chance = true, setup = function() return { n = 0, cards = {} } end,
          turn = function(state, match)
            if state.n % 3 == 2 then return 1 + state.n % match.seats, { 'turn', 'pass' } end
            local all = {}
            for seat = 1, match.seats do all[#all + 1] = match.seats + 1 - seat end
            return all, 'lay'
          end,
          moves = {
            lay = { secret = 'round', choices = function(state) return { 1, 2, 3, { text = 'x', v = state.n } } end,
              legal = function(state, seat, card) return card ~= 1 or (state.n + seat) % 2 == 0 end,
              play = function(state, seat, card) state.cards[seat] = type(card) == 'table' and card.v or card end },
            turn = { when = function(state) return state.n % 2 == 0 end,
              play = function(state, _, _, match) state.n = state.n + match.random(2) end },
            pass = { play = function(state) state.n = state.n + 1 end },
          },
          resolve = function(state, match) state.n = state.n + match.random(2) end,
          outcome = function(state) if state.n > 12 then return parlor.win(1 + state.n % 2) end end,
        }
        """,
        "over": """
        local parlor = require 'parlor'
        return parlor.game {
          title = 'Over', seats = 1, setup = function() return {} end, moves = { go = { play = function() end } },
          outcome = function() return parlor.draw() end,
        }
        """,
    ]

    private static let games =
        [
            "battleship", "blackjack", "connect-four", "crazy-eights", "liars-dice", "pig", "rock-paper-scissors",
            "tic-tac-toe",
        ]
        + own.keys.sorted()

    private static func game(_ name: String) throws -> GameScript {
        guard let source = own[name] else { return try catalog().script(name) }
        return try script(source, id: name)
    }

    @Test(arguments: games) func aGameIsTheSameInOneCrossing(_ name: String) throws {
        try LuaThread.run {
            let script = try Self.game(name)
            let single = try Match(of: script, seed: 0)
            let whole = try Match(of: script, seed: 0)
            let part = try Match(of: script, seed: 0)
            var one = SplitMix64(seed: 5)
            var other = one
            var third = one
            var moves = 0
            for seed: UInt64 in 1...20 {
                var goesOn = try single.restart(seed: seed)
                while goesOn { goesOn = try single.playRandomMove(using: &one) }
                let made = try whole.playRandomGame(seed: seed, using: &other)
                #expect(try part.playRandomGame(seed: seed, atMost: 3, using: &third) == min(3, made))
                while try part.playRandomMoves(atMost: 2, using: &third) > 0 {}
                #expect(made == single.log.count)
                for match in [whole, part] {
                    #expect(match.log == single.log)
                    #expect(try match.status == single.status)
                    #expect(try match.stateBytes() == single.stateBytes())
                }
                #expect([other.state, third.state] == [one.state, one.state])
                // and a replay of the log leads to the same state
                whole.luaStates.forget()
                #expect(try whole.stateBytes() == single.stateBytes())
                moves += made
            }
            #expect(moves > 20 || name == "over")
        }
    }

    /// Each move has its own limits of time, granted memory and output.
    @Test func limitsAreThoseOfAMove() throws {
        let source = """
            local parlor = require 'parlor'
            local function burn(n) local x = 0 for i = 1, n do x = x + i % 7 end return x end
            return parlor.game {
              title = 'Slow', seats = 1, setup = function() return { n = 0 } end,
              moves = { go = { play = function(state)
                burn(200000) -- some milliseconds
                local text = ('x'):rep(100000) .. state.n
                print(('y'):rep(3000))
                state.n = state.n + #text // #text
              end } },
              outcome = function(state) if state.n == 60 then return parlor.draw() end end,
            }
            """
        try LuaThread.run {
            let slow = try script(source)
            var limits = LuaLimits()
            limits.granted = 1 << 20
            limits.printed = 4096
            /// Plays the whole game, with the current deadline for each move. Returns the processor time.
            func play() throws -> Duration {
                let match = try Match(of: slow, limits: limits)
                var generator = SplitMix64(seed: 1)
                var made = 0
                let time = try processorTime { made = try match.playRandomGame(seed: 1, using: &generator) }
                #expect(made == 60)
                return time
            }
            // the time of sixty moves depends on the machine, so the deadline of a move is a third of the whole game's
            // time
            limits.deadline = try play() / 3
            #expect(try play() > limits.deadline)
        }
    }

    @Test func aMoveThatFailsEndsItAndTheOthersCount() throws {
        let source = """
            local parlor = require 'parlor'
            return parlor.game {
              title = 'Fails', seats = 2, setup = function() return { n = 0 } end,
              moves = { go = { choices = { 1, 2, 3 }, play = function(state, _, number)
                if state.n == 7 then while state.n == 7 do end end
                state.n = state.n + 1
              end } },
              outcome = function() end,
            }
            """
        try LuaThread.run {
            var limits = LuaLimits()
            limits.deadline = .milliseconds(50)
            let match = try Match(of: script(source), limits: limits)
            var generator = SplitMix64(seed: 1)
            for attempt in 1...2 {
                let error = failure { _ = try match.playRandomMoves(using: &generator) }
                guard case .failed(let failed)? = error as? GameError else {
                    Issue.record("attempt \(attempt): \(String(describing: error))")
                    return
                }
                #expect(failed.error.kind == .limit(.time))
                #expect(failed.hook == "moves.go.play")
                #expect(match.log.count == 7)
                #expect(try match.status.ply == 7)
            }
        }
    }

    @Test(arguments: ["battleship", "rounds", "typed", "connect-four"]) func refusedMemoryLeavesAMatchBehind(
        _ name: String
    ) throws {
        try LuaThread.run {
            let match = try Match(of: Self.game(name), seed: 0)
            var failures = 0
            for place: UInt64 in 1...60 {
                var generator = SplitMix64(seed: place)
                try match.rules.wake()
                match.luaStates.injectFault(at: place, count: 1 << 20)
                let error = failure { _ = try match.playRandomGame(seed: place, using: &generator) }
                match.luaStates.injectFault(at: 0)
                if let error {
                    guard case .failed(let failed)? = error as? GameError else { throw error }
                    #expect(failed.error.kind == .limit(.memory))
                    failures += 1
                }
                let fresh = try Match(replaying: SavedMatch(match.save()), of: match.script)
                #expect(try fresh.stateBytes() == match.stateBytes())
                #expect(fresh.log.count == match.log.count)
            }
            #expect(failures > 20)
        }
    }

    /// If the time for all calls together is bounded, moves are played one by one.
    @Test func aBudgetEndsWhatGoesOn() throws {
        let source = """
            local parlor = require 'parlor'
            return parlor.game {
              title = 'Long', seats = 1, setup = function() return { n = 0 } end,
              moves = { go = { play = function(state) for i = 1, 20000 do state.n = state.n + 1 end end } },
              outcome = function() end,
            }
            """
        try LuaThread.run {
            let match = try Match(of: script(source))
            var generator = SplitMix64(seed: 1)
            let budget = ProcessorBudget(.milliseconds(40))
            let error = failure {
                try budget.run { () throws(GameError) in _ = try match.playRandomMoves(using: &generator) }
            }
            guard case .failed(let failed)? = error as? GameError else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(failed.error.kind == .limit(.time))
            #expect(match.log.count > 1)
        }
    }
}
