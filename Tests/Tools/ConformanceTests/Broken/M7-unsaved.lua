-- breaks: M7
-- says: can't be saved
-- The typical mistake: the author never tried what happens when a seat leaves.
local parlor = require "parlor"
return parlor.game {
  title = "Left", summary = "Four steps.", seats = { 2, 3 },
  setup = function() return { count = 0 } end,
  moves = { step = { play = function(state) state.count = state.count + 1 end } },
  leave = function(state) state.why, state.count = print, 4 end,
  outcome = function(state) if state.count == 4 then return parlor.draw() end end,
}
