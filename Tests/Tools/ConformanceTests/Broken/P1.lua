-- breaks: P1
-- says: changed what lies outside of its own part of state.secret
-- The typical mistake: a secret leaks through `view`, because a sealed move wrote it into the public state.
local parlor = require "parlor"
return parlor.game {
  title = "Leak", summary = "Hide a number; the other one guesses.",
  setup = function() return { guesses = 0 } end,
  turn = function(_, match)
    if match.sealed[1] == 0 then return 1, "hide" end
    return 2, "guess"
  end,
  moves = {
    hide = { secret = "match", choices = { 1, 2, 3 }, play = function(state, seat, number)
      state.secret[seat].number = number
      state.last_number = number
    end },
    guess = { choices = { 1, 2, 3 }, play = function(state) state.guesses = state.guesses + 1 end },
  },
  outcome = function(state) if state.guesses == 3 then return parlor.draw() end end,
}
