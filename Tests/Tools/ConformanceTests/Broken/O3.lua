-- breaks: O3
-- says: seats from 1 to 2
local parlor = require "parlor"
return parlor.game {
  title = "Nobody", summary = "Lets a seat win that isn't there.",
  setup = function() return { count = 0 } end,
  moves = { step = { play = function(state) state.count = state.count + 1 end } },
  outcome = function(state, match) if state.count == 4 then return parlor.win(match.seats + 1) end end,
}
