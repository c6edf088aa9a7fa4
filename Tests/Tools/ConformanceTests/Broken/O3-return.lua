-- breaks: O3
-- says: `outcome` called parlor.win and returned nothing: is a `return` missing?
local parlor = require "parlor"
return parlor.game {
  title = "Lost", summary = "Makes an outcome, and keeps it.",
  setup = function() return { count = 0 } end,
  moves = { step = { play = function(state, seat)
    state.count, state.last = state.count + 1, seat
  end } },
  outcome = function(state)
    if state.count == 4 then parlor.win(state.last) end
    if state.count == 6 then return parlor.draw() end
  end,
}
