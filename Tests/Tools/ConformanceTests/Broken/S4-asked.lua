-- breaks: S4
-- says: state.asked
-- `turn` counts its own calls.
local parlor = require "parlor"
return parlor.game {
  title = "Asked", summary = "Three steps.",
  setup = function() return { count = 0 } end,
  turn = function(state)
    state.asked = (state.asked or 0) + 1
    return state.count % 2 + 1
  end,
  moves = { step = { play = function(state) state.count = state.count + 1 end } },
  outcome = function(state) if state.count == 3 then return parlor.draw() end end,
}
