-- breaks: L3
-- says: global
-- A variable without `local`.
local parlor = require "parlor"
return parlor.game {
  title = "Global", summary = "Writes a global.",
  setup = function() return { count = 0 } end,
  moves = { step = { play = function(state)
    count = state.count + 1
    state.count = count
  end } },
  outcome = function(state) if state.count == 4 then return parlor.draw() end end,
}
