-- breaks: V2
-- says: no words
local parlor = require "parlor"
return parlor.game {
  title = "Empty", summary = "A scene that shows nothing.",
  setup = function() return { count = 0 } end,
  moves = { step = { play = function(state) state.count = state.count + 1 end } },
  outcome = function(state) if state.count == 4 then return parlor.draw() end end,
  scene = function() return { kind = "stack", nodes = {} } end,
}
