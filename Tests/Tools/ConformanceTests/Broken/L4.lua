-- breaks: L4
-- says: summary
local parlor = require "parlor"
return parlor.game {
  title = "Silent",
  setup = function() return { count = 0 } end,
  moves = { step = { play = function(state) state.count = state.count + 1 end } },
  outcome = function(state) if state.count == 4 then return parlor.draw() end end,
}
