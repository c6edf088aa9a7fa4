-- breaks: S2
-- says: loaded in a fresh script
-- Compares tables by which they are: after loading, an empty cell isn't the same table as EMPTY any more.
local parlor = require "parlor"
local EMPTY = { empty = true }
return parlor.game {
  title = "Identity", summary = "A cell that is the very same table counts as empty.",
  setup = function() return { cell = EMPTY, count = 0, empty = 0 } end,
  moves = { step = { play = function(state)
    state.count = state.count + 1
    if state.cell == EMPTY then state.empty = state.empty + 1 end
  end } },
  outcome = function(state) if state.count == 5 then return parlor.draw() end end,
}
