-- breaks: L3
-- says: a fresh copy of the script
-- A local counts the steps, and the scene tells it.
local parlor, scene = require "parlor", require "parlor.scene"
local steps = 0
return parlor.game {
  title = "Counted", summary = "Four steps.",
  setup = function() return { count = 0 } end,
  moves = { step = {
    play = function(state) state.count, steps = state.count + 1, steps + 1 end,
  } },
  outcome = function(state) if state.count == 4 then return parlor.draw() end end,
  scene = function(view) return scene.text(("Step %d of %d"):format(view.count, steps)) end,
}
