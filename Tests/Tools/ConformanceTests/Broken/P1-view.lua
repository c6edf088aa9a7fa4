-- breaks: P1
-- says: isn't in `state.secret`
-- The typical mistake: only `view` hides the number. Every phone plays the move that set it.
local parlor = require "parlor"
return parlor.game {
  title = "Curtain", summary = "Hide a number; the other one guesses.",
  setup = function() return { guesses = 0 } end,
  turn = function(state)
    if not state.number then return 1, "hide" end
    return 2, "guess"
  end,
  view = function(view, seat)
    if seat ~= 1 then view.number = view.number and "?" end
    return view
  end,
  moves = {
    hide = { choices = { 1, 2, 3 }, play = function(state, _, number) state.number = number end },
    guess = { choices = { 1, 2, 3 }, play = function(state, _, number)
      state.guesses, state.found = state.guesses + 1, number == state.number
    end },
  },
  outcome = function(state)
    if state.found then return parlor.win(2) end
    if state.guesses == 3 then return parlor.win(1) end
  end,
}
