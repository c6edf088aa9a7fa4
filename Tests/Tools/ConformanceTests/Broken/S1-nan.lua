-- breaks: S1
-- says: state.mean: NaN
local parlor = require "parlor"
return parlor.game {
  title = "Average", summary = "Divides nothing by nothing at the second move.", information = "perfect",
  setup = function() return { count = 0, mean = 0 } end,
  moves = { step = { play = function(state)
    state.count = state.count + 1
    if state.count == 2 then state.mean = 0 / 0 end
  end } },
  outcome = function(state) if state.count == 6 then return parlor.draw() end end,
}
