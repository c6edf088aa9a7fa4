-- breaks: O3
-- says: finite
local parlor = require "parlor"
return parlor.game {
  title = "Average", summary = "Points for each round won, of none.",
  setup = function() return { count = 0, won = 0 } end,
  moves = { step = { play = function(state) state.count = state.count + 1 end } },
  outcome = function(state) if state.count == 4 then return parlor.scores { 1 / state.won, 0 } end end,
}
