-- breaks: L3
-- says: another
-- A sealed move leaves its secret in a local, and `turn` asks it: on other phones, where it never ran, another seat would move.
local parlor = require "parlor"
local hidden = 1
return parlor.game {
  title = "Under the table", summary = "Hide a number; who moves then depends on it.",
  setup = function() return { guesses = 0 } end,
  turn = function(_, match)
    if match.sealed[1] == 0 then return 1, "hide" end
    return hidden, "guess"
  end,
  moves = {
    hide = { secret = "match", choices = { 1, 2 }, play = function(state, seat, number)
      state.secret[seat].number, hidden = number, number
    end },
    guess = { choices = { 1, 2, 3 }, play = function(state) state.guesses = state.guesses + 1 end },
  },
  outcome = function(state) if state.guesses == 3 then return parlor.draw() end end,
}
