-- breaks: O4
-- says: drew nothing
local parlor = require "parlor"
return parlor.game {
  title = "No dice", summary = "Declares luck and has none.", chance = true,
  setup = function() return { count = 0 } end,
  moves = { step = { play = function(state) state.count = state.count + 1 end } },
  outcome = function(state) if state.count == 4 then return parlor.draw() end end,
}
