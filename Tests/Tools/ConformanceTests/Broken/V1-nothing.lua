-- breaks: V1
-- says: `scene` returned nothing for seat 1: is a `return` missing?
local parlor, scene = require "parlor", require "parlor.scene"
return parlor.game {
  title = "Blank", summary = "Makes a scene, and keeps it.",
  setup = function() return { count = 0 } end,
  moves = { step = { play = function(state) state.count = state.count + 1 end } },
  outcome = function(state) if state.count == 4 then return parlor.draw() end end,
  scene = function(view) scene.text("Count: " .. view.count) end,
}
