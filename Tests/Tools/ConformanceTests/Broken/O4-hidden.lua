-- breaks: O4
-- says: everybody saw the same
local parlor = require "parlor"
return parlor.game {
  title = "Open", summary = "Declares secrets and has none.", information = "hidden",
  setup = function() return { count = 0 } end,
  moves = { step = { play = function(state) state.count = state.count + 1 end } },
  outcome = function(state) if state.count == 4 then return parlor.draw() end end,
}
