-- breaks: L3
-- says: changed the local `ran`
-- A sealed move changes a local, which `turn` reads. On other phones the move's `play` never ran, so there another seat moves.
local parlor = require "parlor"
local ran = false
return parlor.game {
  title = "Under the table", summary = "Hide a number; the other one guesses.",
  setup = function()
    ran = false
    return { guesses = 0 }
  end,
  turn = function(_, match)
    if match.sealed[1] == 0 then return 1, "hide" end
    return ran and 2 or 1, "guess"
  end,
  moves = {
    hide = { secret = "match", choices = { 1, 2 }, play = function(state, seat, number)
      state.secret[seat].number, ran = number, true
    end },
    guess = { choices = { 1, 2, 3 }, play = function(state) state.guesses = state.guesses + 1 end },
  },
  outcome = function(state) if state.guesses == 3 then return parlor.draw() end end,
}
