-- breaks: P1
-- says: own part of state.secret: state.count
local parlor = require "parlor"
return parlor.game {
  title = "Told", summary = "Writes down in public that something was hidden.",
  setup = function() return { count = 0, plies = 0 } end,
  turn = function(_, match)
    if match.sealed[1] < 2 then return 1, "hide" end
    return 2, "guess"
  end,
  moves = {
    hide = { secret = "match", choices = { 1, 2, 3 }, play = function(state, seat, number)
      state.secret[seat].number = number
      state.count = state.count + 1
    end },
    guess = { choices = { 1, 2, 3 }, play = function(state) state.plies = state.plies + 1 end },
  },
  outcome = function(state) if state.plies == 3 then return parlor.win(1) end end,
}
