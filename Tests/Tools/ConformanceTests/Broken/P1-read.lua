-- breaks: P1
-- says: is sealed here
local parlor = require "parlor"
return parlor.game {
  title = "Peeking", summary = "The outcome reads what is sealed.",
  setup = function() return { guesses = 0 } end,
  turn = function(_, match)
    if match.sealed[1] == 0 then return 1, "hide" end
    return 2, "guess"
  end,
  moves = {
    hide = { secret = "match", choices = { 1, 2, 3 }, play = function(state, seat, number)
      state.secret[seat].number = number
    end },
    guess = { choices = { 1, 2, 3 }, play = function(state, _, number)
      state.guesses, state.guess = state.guesses + 1, number
    end },
  },
  outcome = function(state)
    if state.guess and state.secret[1].number == state.guess then return parlor.win(2) end
    if state.guesses == 3 then return parlor.win(1) end
  end,
}
