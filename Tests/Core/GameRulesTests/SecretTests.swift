import GameRules
import Testing
import Values

/// Sealed moves. A seat's view has no secrets that the seat may not know, and hooks that must not read secrets can't
/// read them.
@Suite struct SecretTests {
    private func game(_ changes: String, moves: String = "") -> String {
        """
        local parlor = require 'parlor'
        return parlor.game {
          title = 'Seals', seats = 2,
          setup = function() return { told = 'nothing' } end,
          turn = function(_, match) return match.sealed[1] == 0 and 1 or 2, match.sealed[1] == 0 and 'hide' or 'guess' end,
          moves = {
            hide = { secret = 'match', choices = { 'red', 'blue' }, play = function(state, seat, colour)
              state.secret[seat].colour = colour
            end },
            guess = { choices = { 'red', 'blue' }, play = function(state, _, colour) state.told = colour end },
            \(moves)
          },
          outcome = function(state) if state.told ~= 'nothing' then return parlor.win(1) end end,
          \(changes)
        }
        """
    }

    @Test func anotherSeatsSecretIsInNoView() throws {
        let match = try Match(of: script(game("")))
        try match.play("red", seat: 1)
        #expect(
            try match.view(for: 1)["secret"]?[1]?["colour"] == "red"
                || match.view(for: 1)["secret"]?[0]?["colour"] == "red")
        for seat in [2, nil] {
            let view = try match.view(for: seat).json()
            #expect(!view.contains("red"), "\(view)")
        }
        #expect(try match.status.sealed == [1, 0])
        try match.play("blue", seat: 2)
        #expect(try match.view(for: 2).json().contains("red"), "everything is open at the end")
    }

    @Test func thePublicDigestIsTheSameForDifferentSecrets() throws {
        let made = try script(game(""))
        let one = try Match(of: made), two = try Match(of: made)
        try one.play("red", seat: 1)
        try two.play("blue", seat: 1)
        #expect(try one.digest(public: true) == two.digest(public: true))
        #expect(try one.digest() != two.digest())
    }

    @Test(arguments: [
        ("outcome = function(state) return state.secret[1].colour and parlor.draw() end,", "outcome"),
        ("turn = function(state) return state.secret[1].colour and 2 or 1 end,", "turn"),
        ("stuck = function(state) return state.secret[1] end, turn = function() return 1, 'never' end,", "stuck"),
    ])
    func rulesMayNotReadSecrets(change: String, hook: String) throws {
        let never = "never = { choices = {}, play = function() end },"
        let error = failure { _ = try Match(of: script(game(change, moves: never))) }
        guard case .failed(let failed)? = error as? GameError else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failed.hook == hook)
        #expect(failed.error.message.contains("is sealed here"), "\(failed)")
    }

    @Test func anOpenMoveMayNotReadTheSecretItself() throws {
        let peek = "guess = { choices = { 'red' }, play = function(state) state.told = state.secret[1].colour end },"
        let match = try Match(of: script(game("", moves: peek)))
        try match.play("blue", seat: 1)
        let before = try match.stateBytes()
        let error = failure { _ = try match.play("red", seat: 2) }
        #expect("\(try #require(error))".contains("moves.guess.play"), "\(String(describing: error))")
        #expect(try match.stateBytes() == before)
    }

    @Test func anOpenMoveMayNotReplaceTheSecret() throws {
        let wipe = "guess = { choices = { 'red' }, play = function(state) state.secret = {} end },"
        let match = try Match(of: script(game("", moves: wipe)))
        try match.play("blue", seat: 1)
        #expect("\(try #require(failure { _ = try match.play("red", seat: 2) }))".contains("state.secret was replaced"))
        #expect(try match.view(for: 1).json().contains("blue"))
    }

    @Test func aForcedAnswerIsTheOnlyLegalOne() throws {
        let match = try Match(of: catalog().script(hideout))
        for (seat, text) in [(1, "a1"), (1, "b1"), (2, "a1")] { try match.play(text, seat: seat) }
        #expect(try match.legalMoves(for: 1).map(\.text) == ["hit"])
        #expect(rejection { try match.play("miss", seat: 1) }?.code == "illegal_move")
        try match.play("hit", seat: 1)
    }

    @Test func aSecretIsOpenedByItsMove() throws {
        let source = """
            local parlor = require 'parlor'
            return parlor.game {
              title = 'Call', seats = 2,
              setup = function() return { seen = {} } end,
              turn = function(state, match) if match.ply == 0 then return 1, 'hide' end return 2, 'call' end,
              moves = {
                hide = { secret = 'call', choices = { 'x', 'y' }, play = function(state, seat, v) state.secret[seat].v = v end },
                call = { play = function(state) state.seen[1] = state.secret[1].v end },
              },
              outcome = function(state) if state.seen[2] then return parlor.draw() end end,
            }
            """
        let match = try Match(of: script(source))
        try match.play("y", seat: 1)
        #expect(try !match.view(for: 2).json().contains("\"y\""))
        try match.play("call", seat: 2)
        #expect(try match.view(for: 2)["seen"] == ["y"])
    }

    @Test func aDealingHostShowsEachSeatItsOwnPartOnly() throws {
        let source = """
            local parlor = require 'parlor'
            return parlor.game {
              title = 'Deal', seats = 2, chance = true, deal = 'host', information = 'hidden',
              setup = function(match)
                local deck = match.shuffle { 'a', 'b', 'c', 'd' }
                return { played = {}, secret = { deck = deck, { table.remove(deck) }, { table.remove(deck) } } }
              end,
              moves = { play = { choices = function(state, seat) return state.secret[seat] end,
                play = function(state, seat, card)
                  state.played[#state.played + 1] = card
                  table.remove(state.secret[seat])
                end } },
              outcome = function(state) if #state.played == 2 then return parlor.draw() end end,
            }
            """
        let match = try Match(of: script(source), seed: 5)
        let held = try match.legalMoves(for: 1).map(\.text)
        #expect(held.count == 1)
        let own = try match.view(for: 1).json(), others = try match.view(for: 2).json()
        #expect(own.contains("\"\(held[0])\""))
        #expect(!others.contains("\"\(held[0])\""))
        #expect(!own.contains("deck"))
        try match.play(held[0], seat: 1)
        try match.play(try match.legalMoves(for: 2)[0].text, seat: 2)
        #expect(try !match.view(for: 1).json().contains("deck"), "the deck is never shown")
    }
}
