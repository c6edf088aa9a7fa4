import GameRules
import Testing
import Values

/// Draws are keyed by match and ply. Equal seeds give equal matches, whatever else was called in between.
@Suite struct DrawTests {
    private let dice = """
        local parlor = require 'parlor'
        return parlor.game {
          title = 'Dice', seats = 1, chance = true,
          setup = function(match) return { rolls = { match.random(6) } } end,
          moves = { roll = { play = function(state, _, _, match)
            state.rolls[#state.rolls + 1] = match.random(6)
            state.rolls[#state.rolls + 1] = match.random(1 << 40)
          end } },
          outcome = function(state) if #state.rolls > 40 then return parlor.draw() end end,
        }
        """

    private func rolls(seed: UInt64, _ body: (Match) throws -> Void = { _ in }) throws -> Value? {
        let match = try Match(of: script(dice), seed: seed)
        while try match.status.outcome == nil {
            try match.play("roll", seat: 1)
            try body(match)
        }
        return try match.view(for: nil)["rolls"]
    }

    /// Two matches without a chosen seed must not deal the same cards. In a game without draws the seed has no effect.
    @Test func aGameThatDrawsHasASeedOfItsOwn() throws {
        let seeds = try (1...8).map { _ in try Match(of: script(dice)).seed }
        #expect(Set(seeds).count == 8)
        let still = try Match(of: GameCatalog(home: home).script("tic-tac-toe"))
        #expect(still.seed == 0)
    }

    @Test func equalSeedsGiveEqualDraws() throws {
        #expect(try rolls(seed: 1) == rolls(seed: 1))
        #expect(try rolls(seed: 1) != rolls(seed: 2))
    }

    @Test func nothingOfTheGeneratorIsKept() throws {
        let reference = try rolls(seed: 9)
        #expect(try rolls(seed: 9) { $0.luaStates.forget() } == reference)
        #expect(
            try rolls(seed: 9) { match in
                guard let ply = try? match.status.ply else { return }
                try match.go(to: ply - 1)
                try match.go(to: ply)
            } == reference)
    }

    @Test func numbersAreFair() throws {
        let source = """
            local parlor = require 'parlor'
            return parlor.game {
              title = 'Count', seats = 1, chance = true, setup = function() return { counts = {} } end,
              moves = { roll = { play = function(state, _, _, match)
                for i = 1, 6 do state.counts[i] = 0 end
                for _ = 1, 6000 do local n = match.random(6) state.counts[n] = state.counts[n] + 1 end
                local deck = {}
                for i = 1, 52 do deck[i] = i end
                state.deck, state.pick = match.shuffle(deck), match.pick { 'only' }
              end } },
              outcome = function(state) if state.deck then return parlor.draw() end end,
            }
            """
        let match = try Match(of: script(source), seed: 3)
        try match.play("roll", seat: 1)
        let view = try match.view(for: nil)
        for count in try #require(view["counts"]?.arrayValue) {
            #expect((850...1150).contains(try #require(count.intValue)))
        }
        let deck = try #require(view["deck"]?.arrayValue).compactMap(\.intValue)
        #expect(deck.sorted() == Array(1...52))
        #expect(deck != Array(1...52))
    }

    @Test(arguments: [
        (
            "chance = true, view = function(_, _, match) return { match.random(2) } end,",
            "draw in setup, play or resolve only"
        ),
        ("view = function(_, _, match) return { match.random(2) } end,", "declare `chance = true`"),
        ("chance = true, setup = function(match) return { match.random(0) } end,", "takes an integer from 1 up"),
        ("chance = true, setup = function(match) return { match.random(1.5) } end,", "takes an integer from 1 up"),
        ("chance = true, setup = function(match) return { match.pick {} } end,", "takes a list"),
    ])
    func drawingWhereItMustNotIsAnError(change: String, words: String) throws {
        let source = """
            local parlor = require 'parlor'
            return parlor.game { title = 'T', setup = function() return {} end,
              moves = { go = { play = function() end } }, outcome = function() end, \(change) }
            """
        let error = failure { _ = try Match(of: script(source), seed: 0).view(for: 1) }
        #expect("\(try #require(error))".contains(words), "\(String(describing: error))")
    }
}
