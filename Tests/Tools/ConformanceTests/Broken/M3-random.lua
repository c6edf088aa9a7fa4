-- breaks: M3
-- says: draw with match.random
-- A function of stock Lua that the sandbox doesn't have.
local parlor = require "parlor"
return parlor.game {
  title = "Habit", summary = "Rolls as one is used to.",
  setup = function() return { count = 0 } end,
  moves = { roll = { play = function(state) state.count = state.count + math.random(6) end } },
  outcome = function(state) if state.count > 10 then return parlor.draw() end end,
}
