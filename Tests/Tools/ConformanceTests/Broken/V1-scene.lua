-- breaks: V1
-- says: label
local parlor = require "parlor"
return parlor.game {
  title = "Wordless", summary = "A picture without words.",
  setup = function() return { count = 0 } end,
  moves = { step = { play = function(state) state.count = state.count + 1 end } },
  outcome = function(state) if state.count == 4 then return parlor.draw() end end,
  scene = function() return { kind = "image", asset = "board.png" } end,
}
