@testable import GameRules

/// Small games in which a device must decide something without knowing the sealed moves.
enum PartialGames {
    /// Seals that a move opens, again and again: all seats hide dice, and a call opens them all. Whether `claim` is
    /// legal depends on the dice that the seat hid.
    static let call = """
        local parlor = require 'parlor'
        return parlor.game {
          title = 'Call', seats = { 2, 4 },
          setup = function() return { hidden = {}, score = 0, calls = 0, claims = 0 } end,
          turn = function(state, match)
            for seat = 1, match.seats do
              if not state.left or not state.left[seat] then
                if match.sealed[seat] <= 2 * state.calls then return seat, 'hide' end
              end
            end
            return nil, { 'hide', 'claim', 'pass', 'call' }
          end,
          moves = {
            hide = {
              secret = 'call',
              choices = function(state, seat)
                local list = {}
                for value = 1, 6 do
                  if value ~= state.secret[seat].value then list[#list + 1] = value end
                end
                return list
              end,
              when = function(state, seat, match) return match.sealed[seat] < 2 * state.calls + 2 end,
              play = function(state, seat, value) state.secret[seat].value = value end,
            },
            claim = {
              choices = { 1, 2, 3, 4, 5, 6 },
              legal = function(state, seat, value) return state.secret[seat].value <= value end,
              play = function(state, _, value) state.claims = state.claims + value end,
            },
            pass = { choices = { 'now', 'then' }, legal = function(state, _, choice, match)
                return (match.ply % 2 == 0) == (choice == 'now')
              end, play = function(state) state.claims = state.claims + 1 end },
            call = { play = function(state, _, _, match)
              for seat = 1, match.seats do state.score = state.score + ((state.secret[seat] or {}).value or 0) end
              state.calls = state.calls + 1
            end },
          },
          leave = function(state, seat)
            state.left = state.left or {}
            state.left[seat] = true
          end,
          outcome = function(state, match)
            local left = 0
            for _ in pairs(state.left or {}) do left = left + 1 end
            if state.calls == 3 or left >= match.seats - 1 or state.claims > 99 then return parlor.draw() end
          end,
        }
        """

    /// All seats hide at once, in a round. A typed answer is forced. A `legal` catches the error of an unknown part,
    /// and refuses the move.
    static let round = """
        local parlor = require 'parlor'
        return parlor.game {
          title = 'Round', seats = 3,
          setup = function() return { asked = 0, answered = 0, told = {}, left = {} } end,
          turn = function(state, match)
            local late = {}
            for seat = 1, match.seats do
              if not state.left[seat] and match.sealed[seat] < math.min(1 + state.asked // 3, 3) then late[#late + 1] = seat end
            end
            if late[1] then return late, 'hide' end
            if state.asker then return state.asker % match.seats + 1, { 'answer', 'say', 'shrug' } end
            return nil, 'ask'
          end,
          moves = {
            hide = { secret = 'match', choices = { 'red', 'green', 'blue' }, play = function(state, seat, colour)
              state.secret[seat][#state.secret[seat] + 1] = colour
            end },
            ask = { choices = { 'first', 'last' }, play = function(state, seat, which)
              state.asker, state.which, state.asked = seat, which, state.asked + 1
            end },
            answer = {
              args = { type = 'text', max = 9 },
              forced = function(state, seat)
                local own = state.secret[seat]
                return state.which == 'first' and own[1] or own[#own]
              end,
              play = function(state, _, colour)
                state.told[#state.told + 1], state.asker, state.answered = colour, nil, state.answered + 1
              end,
            },
            say = {
              choices = { 'red', 'green', 'blue' },
              legal = function(state, seat, colour)
                local known, first = pcall(function() return state.secret[seat][1] end)
                return known and first == colour
              end,
              play = function(state) state.asker, state.answered = nil, state.answered + 1 end,
            },
            shrug = {
              choices = { 'well', 'oh' },
              forced = function(state, seat) return #state.secret[seat] % 2 == 0 and 'well' or 'oh' end,
              play = function(state) state.asker, state.answered = nil, state.answered + 1 end,
            },
          },
          leave = function(state, seat) state.asker, state.left[seat] = nil, true end,
          outcome = function(state)
            if state.answered == 9 or next(state.left) and state.answered > 4 then return parlor.draw() end
          end,
        }
        """
}
