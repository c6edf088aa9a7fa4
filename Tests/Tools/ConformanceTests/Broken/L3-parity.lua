-- breaks: L3
-- says: changed the local `moves`
-- A counter in a local. Only every second step changes anything visible.
local parlor = require "parlor"
local moves = 0
return parlor.game {
  title = "Parity", summary = "Every second move counts double.",
  setup = function() return { count = 0, total = 0 } end,
  moves = {
    step = { choices = { "one", "two" }, play = function(state)
      moves = moves + 1
      state.count, state.total = state.count + 1, state.total + (moves % 2 == 0 and 2 or 1)
    end },
  },
  outcome = function(state) if state.count == 10 then return parlor.draw() end end,
}
